// What a person puts into a file by hand.

import { stringify } from 'smol-toml';
import type { Client, Setting } from './clients.js';
import { setInJson } from './edit-json.js';

/** Any client that reads the shape most of them share. */
export const generic: Client = {
  name: 'print',
  title: 'any client',
  scopes: ['user'],
  format: 'json',
  key: 'mcpServers',
  file: () => 'the settings of the client',
  local: ({ command, args }) => ({ command, args }),
  remote: ({ url, tokenVariable }) => ({
    type: 'http',
    url,
    ...(tokenVariable !== undefined && { headers: { Authorization: `Bearer \${${tokenVariable}}` } }),
  }),
  ownShell: "see the client's documentation for how to switch its shell off.",
  check: '',
};

/** Each file as it would be if nothing else were in it. */
export function toPrint(settings: readonly Setting[], { format }: Client): readonly { file: string; text: string }[] {
  const files = [...new Set(settings.map(({ file }) => file))];
  return files.map((file) => {
    const ours = settings.filter((setting) => setting.file === file);
    return { file, text: format === 'toml' && file.endsWith('.toml') ? toToml(ours) : setInJson('', ours) };
  });
}

function toToml(settings: readonly Setting[]): string {
  return settings
    .map(({ path, value }) => stringify(path.reduceRight<unknown>((so, key) => ({ [key]: so }), value) as object))
    .join('\n');
}
