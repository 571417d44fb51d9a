// The exit codes that a command declares: which codes there are, and what may be said about them.
import { type ExitCodeEntry, sideEffects } from '../../vocabulary/contract.js';
import type { Report } from './report.js';

type ExitCodes = Readonly<Record<string, ExitCodeEntry>>;

const longestDescription = 120;
const partialFailure = '3';

export function readExitCodes(declared: ExitCodes, report: Report): ExitCodes {
  if (!Object.hasOwn(declared, '0')) {
    report('its exitCodes lack "0".', 'Declare "0", and say in sideEffects what success leaves behind.');
  }
  for (const [code, entry] of Object.entries(declared)) checkEntry(code, entry, report);
  return declared;
}

function checkEntry(code: string, entry: ExitCodeEntry, report: Report): void {
  const wrong = (message: string, fix: string) => report(`its exit code ${code} ${message}.`, fix);
  if (!isCode(code)) {
    wrong('is not one that a command can use', 'Use 0 to 13 with their standard meaning, or 79 to 125 for your own.');
    return;
  }
  if (typeof entry !== 'object' || entry === null) {
    wrong('is not described', 'Give { description, retryable, sideEffects }.');
    return;
  }
  const { description, retryable, sideEffects: left, name } = entry;
  if (typeof description !== 'string' || description.trim() === '' || description.length > longestDescription) {
    wrong('has no description', `Say what it means in 1 to ${longestDescription} characters.`);
  }
  if (typeof retryable !== 'boolean') wrong('does not say whether to try again', 'Give retryable: true or false.');
  if (!sideEffects.includes(left)) {
    wrong('does not say what was changed', `Use sideEffects: ${sideEffects.map((one) => `"${one}"`).join(', ')}.`);
  } else checkPromise(code, entry, wrong);
  if (isOwn(code) && (typeof name !== 'string' || name === '')) {
    wrong('is your own and has no name', 'Give it a name, such as "QUOTA_SPENT".');
  }
}

/** What a caller relies on when it decides whether to try again. */
function checkPromise(
  code: string,
  { retryable, sideEffects: left }: ExitCodeEntry,
  wrong: (message: string, fix: string) => void,
): void {
  if (code === '2' && left !== 'none') wrong('has side effects', 'Code 2 means that nothing happened: "none".');
  if (code !== '0' && left === 'complete') {
    wrong('reports complete side effects but is a failure', 'Only 0 can be "complete"; use "partial".');
  }
  if (!retryable) return;
  if (code === partialFailure) wrong('is retryable', 'Work done in part must not be repeated: retryable: false.');
  else if (left !== 'none') {
    wrong('is retryable and has side effects', 'Only a failure that changed nothing can safely be retried.');
  }
}

function isCode(code: string): boolean {
  return /^(?:\d|1[0-3])$/.test(code) || isOwn(code);
}

function isOwn(code: string): boolean {
  return /^\d{2,3}$/.test(code) && Number(code) >= 79 && Number(code) <= 125 && !code.startsWith('0');
}
