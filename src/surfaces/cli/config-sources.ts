import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { settingsFiles } from '../../machine/files/settings-files.js';
import type { Workspace } from '../../owner/executable.js';
import type { EnvelopeFacts } from '../../renderings/envelope.js';
import type { Io } from '../../terminal/io.js';

type Facts = Pick<EnvelopeFacts, 'configSources' | 'configHash' | 'projectRoot'>;

/** Which files decided about an answer, the strongest first, and a mark that changes when one of them does. */
export async function configSources(workspace: Workspace, { environment }: Pick<Io, 'environment'>): Promise<Facts> {
  const { configFile, projectRoot } = workspace;
  const files = [...ownSettings(workspace, environment), ...(configFile === undefined ? [] : [configFile])];
  const read = files.flatMap((file) => contentOf(file) ?? []);
  const facts = { configSources: read.map(({ file }) => file), projectRoot };
  if (read.length === 0) return facts;
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  for (const { file, content } of read) hash.update(`${file}\0`).update(content);
  return { ...facts, configHash: hash.digest('hex').slice(0, 16) };
}

/** Only a program whose commands can write settings has any. */
function ownSettings({ gate }: Workspace, environment: Io['environment']): readonly string[] {
  if (!gate.readsSettings || !gate.registry.commands.some(({ contract }) => contract?.writesSettings)) return [];
  const { local, global } = settingsFiles(gate.name, gate.workspace, environment);
  return [local, ...(global === undefined ? [] : [global])];
}

/** More than any of them may have. */
const mostBytes = 16 * 1024 * 1024;

/** Undefined where there is no such file, or none that anything was taken from. */
function contentOf(file: string): { readonly file: string; readonly content: Buffer } | undefined {
  try {
    const content = readPlainFile(file, mostBytes);
    return content && { file, content };
  } catch {
    return undefined;
  }
}
