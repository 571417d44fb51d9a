// The options that the gate understands on every command, unless the command declares one of that name itself.

import { type Format, formats, type Presentation } from '../vocabulary/outcome.js';

/** What the standard options of one request said. */
export interface StandardOptions {
  help?: boolean;
  schema?: boolean;
  input?: string;
  inputFile?: string;
  dryRun?: boolean;
  background?: boolean;
  stdin?: 'open';
  validateOnly?: boolean;
  timeoutMs?: number;
  format?: Format;
  quiet?: boolean;
}

interface StandardOption {
  readonly key: keyof StandardOptions;
  /** Reads the option's value; a flag has none. A text that comes back is what is wrong. */
  readonly read?: (text: string, into: StandardOptions) => string | undefined;
}

const readFormat: StandardOption['read'] = (text, into) => {
  const format = formats.find((known) => known === text);
  if (!format) return `must be one of ${formats.join(', ')}`;
  into.format = format;
  return undefined;
};

export const standardOptions: ReadonlyMap<string, StandardOption> = new Map<string, StandardOption>([
  ['help', { key: 'help' }],
  ['schema', { key: 'schema' }],
  ['dry-run', { key: 'dryRun' }],
  ['background', { key: 'background' }],
  ['validate-only', { key: 'validateOnly' }],
  ['quiet', { key: 'quiet' }],
  [
    'input',
    {
      key: 'input',
      read: (text, into) => {
        into.input = text;
        return undefined;
      },
    },
  ],
  [
    'input-file',
    {
      key: 'inputFile',
      read: (text, into) => {
        into.inputFile = text;
        return undefined;
      },
    },
  ],
  [
    'timeout',
    {
      key: 'timeoutMs',
      read: (text, into) => {
        const milliseconds = readDuration(text);
        if (milliseconds === undefined) return 'must be milliseconds, or a time like 500ms, 30s or 5m';
        into.timeoutMs = milliseconds;
        return undefined;
      },
    },
  ],
  [
    'stdin',
    {
      key: 'stdin',
      read: (text, into) => {
        if (text !== 'open') return "must be open: what the program reads is then given with 'runs write'";
        into.stdin = text;
        return undefined;
      },
    },
  ],
  ['format', { key: 'format', read: readFormat }],
  ['output', { key: 'format', read: readFormat }],
]);

/** `1500`, `500ms`, `30s`, `5m` → milliseconds, at least 1. */
export function readDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m)?$/.exec(text);
  if (!match) return undefined;
  const factor = match[2] === 's' ? 1_000 : match[2] === 'm' ? 60_000 : 1;
  const milliseconds = Number(match[1]) * factor;
  return milliseconds > 0 ? milliseconds : undefined;
}

/** How a line asks to be answered, found without knowing its command: for errors that come before it is known. */
export function peekPresentation(words: readonly string[]): Presentation {
  const end = words.indexOf('--');
  const searched = end === -1 ? words : words.slice(0, end);
  const quiet = searched.includes('--quiet');
  for (const [index, word] of searched.entries()) {
    const match = /^--(?:format|output)(?:=(.*))?$/s.exec(word);
    const format = match && formats.find((known) => known === (match[1] ?? searched[index + 1]));
    if (format) return { format, quiet };
  }
  return { quiet };
}
