import type { OwnerCall } from '../../owner/owner-command.js';
import { StreamWriter } from '../../terminal/stream-writer.js';
import { endUndelivered } from '../../terminal/undelivered.js';
import { writeAnswer } from '../../terminal/write-answer.js';
import { completedAtTheDoor } from '../../vocabulary/outcome.js';

/**
 * A text that another program reads, such as a shell or man: as it is, also where stdout is no terminal. Where a format
 * is asked for, it is answered as everything else is. Resolves to the exit code.
 */
export async function printDocument(text: string, { program, io, standard, command }: Printing): Promise<number> {
  if (standard.format !== undefined) {
    const outcome = completedAtTheDoor({ text }, command);
    const facts = { version: program.version, directory: io.directory, toText: () => text.replace(/\n$/, '') };
    return await writeAnswer({ ...outcome, run: { ...outcome.run, presentation: standard } }, facts, io);
  }
  const answers = new StreamWriter(io.stdout);
  await answers.write(text);
  return answers.failure ? endUndelivered(answers.failure, io) : 0;
}

interface Printing extends Pick<OwnerCall, 'program' | 'io' | 'standard'> {
  readonly command: string;
}
