import type { ConfigurationError } from '../../configuration/configuration-error.js';
import { confirm } from '../../configuration/trust/require-trust.js';
import { UntrustedConfiguration } from '../../configuration/trust/untrusted-configuration.js';
import type { Io } from '../../terminal/io.js';

/** Asks whoever sits at this terminal whether the files are theirs. False where nobody does, or for any other problem. */
export async function offerTrust(error: ConfigurationError, io: Io): Promise<boolean> {
  if (!(error instanceof UntrustedConfiguration)) return false;
  const files = error.problems.map(({ file, message }) => `${file}\n  ${message}`);
  const question = `${files.join('\n')}\nRead it first: it decides what runs with your permissions. Trust it? [y/N]`;
  const { askLine } = await import('../../terminal/ask-line.js');
  const answer = await askLine(io, question, io.signal);
  if (!/^y(?:es)?$/i.test(answer?.trim() ?? '')) return false;
  confirm(error.files);
  return true;
}
