// Whether what a stored manifest promised is still kept.

import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { compareManifests, type ManifestComparison } from '../../registry/compare-manifests.js';
import { CommandError } from '../../vocabulary/gate-error.js';

type Fields = Readonly<Record<string, unknown>>;

/** `file` is what `manifest` printed once, `path` the part of it that counts. Throws where something is gone. */
export function compareBaseline(file: string, manifest: Fields, path: readonly string[]): ManifestComparison {
  const start = path.join('.');
  const promised = Object.entries(readCommands(file)).filter(
    ([command]) => start === '' || command === start || command.startsWith(`${start}.`),
  );
  const comparison = compareManifests({ commands: Object.fromEntries(promised) }, manifest);
  const { breaking } = comparison;
  if (breaking.length === 0) return comparison;
  const [first] = breaking;
  const more = breaking.length > 1 ? `, and ${breaking.length - 1} more` : '';
  throw new CommandError('BREAKING_CHANGE', `Breaking change: ${first?.command}: ${first?.what}${more}`, {
    hint: 'Restore what data.breaking lists. To remove a command, deprecate it first, in a release of its own',
    data: { ...comparison },
  });
}

/** Ten times what thousands of commands need. */
const largestBytes = 64 * 1024 * 1024;

/** The answer of `manifest` as it was printed, or its data alone. */
function readCommands(file: string): Fields {
  let stored: { readonly data?: { readonly commands?: Fields } | null; readonly commands?: Fields } | null;
  try {
    stored = JSON.parse(String(readPlainFile(file, largestBytes)));
  } catch {
    throw noBaseline(file);
  }
  const commands = stored?.commands ?? stored?.data?.commands;
  if (typeof commands !== 'object' || commands === null) throw noBaseline(file);
  return commands;
}

function noBaseline(file: string): CommandError {
  return new CommandError('PRECONDITION', `There is no manifest in ${file}`, {
    hint: 'Save one there with: manifest --format json',
  });
}
