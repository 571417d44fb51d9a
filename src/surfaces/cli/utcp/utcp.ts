// `cmdgate utcp`: manuals that come in, and the one that goes out.

import { peekPresentation } from '../../../command-line/standard-options.js';
import { GateError } from '../../../vocabulary/gate-error.js';
import { failedAtTheDoor } from '../../../vocabulary/outcome.js';
import type { Io } from '../io.js';
import type { Program } from '../program.js';
import { writeAnswer } from '../write-answer.js';
import { readUtcpArguments } from './own-arguments.js';

export interface UtcpUse {
  readonly program: Program;
  readonly config: string | false | undefined;
  readonly io: Io;
}

/** Resolves to the exit code. */
export async function utcp(words: readonly string[], use: UtcpUse): Promise<number> {
  const { program, io } = use;
  const facts = { version: program.version, directory: io.directory };
  const read = readUtcpArguments(words);
  if (read instanceof GateError) {
    const outcome = failedAtTheDoor(read, 'utcp');
    return await writeAnswer({ ...outcome, run: { ...outcome.run, presentation: peekPresentation(words) } }, facts, io);
  }
  const { action, presentation } = read;
  if (action.action === 'export') return await (await import('./export.js')).exportUtcp(action, use);
  const { checkUtcp, toText } = await import('./check.js');
  const outcome = await checkUtcp(action.files, use);
  return await writeAnswer({ ...outcome, run: { ...outcome.run, presentation } }, { ...facts, toText }, io);
}
