// `cmdgate utcp`: manuals that come in, and the one that goes out.

import { writeAnswer } from '../../terminal/write-answer.js';
import type { OwnerCall } from '../owner-command.js';

export type UtcpUse = Pick<OwnerCall, 'program' | 'choice' | 'io'>;

export interface ExportWanted {
  readonly form: 'specification' | 'commands';
  readonly throughGate: boolean;
}

/** Resolves to the exit code. */
export async function utcp(call: OwnerCall): Promise<number> {
  const { program, io, input, standard: presentation } = call;
  const { action, files = [], form = 'commands' } = input as { action: string; files?: string[]; form?: 'commands' };
  if (action === 'export') {
    return await (await import('./export.js')).exportUtcp({ form, throughGate: input['through-gate'] === true }, call);
  }
  const { checkUtcp, toText } = await import('./check.js');
  const outcome = await checkUtcp(files, call);
  const facts = { version: program.version, directory: io.directory, toText };
  return await writeAnswer({ ...outcome, run: { ...outcome.run, presentation } }, facts, io);
}
