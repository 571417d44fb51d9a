// The options that the gate understands on every command, unless the command declares one of that name itself.

import { type Format, formats, type Presentation } from '../vocabulary/outcome.js';

export const colorChoices = ['auto', 'always', 'never'] as const;

export type ColorChoice = (typeof colorChoices)[number];

/** What the standard options of one request said. */
export interface StandardOptions {
  help?: boolean;
  schema?: boolean;
  input?: string;
  inputFile?: string;
  dryRun?: boolean;
  live?: boolean;
  background?: boolean;
  stdin?: 'open';
  validateOnly?: boolean;
  confirmDestructive?: boolean;
  idempotencyKey?: string;
  /** 0 asks for no limit at all. */
  timeoutMs?: number;
  /** Sign in without a person present. */
  headless?: boolean;
  /** The variable that holds the token. */
  tokenVariable?: string;
  yes?: boolean;
  nonInteractive?: boolean;
  format?: Format;
  /** Whether text is coloured. Read where the process begins: it is for everything that is written. */
  color?: ColorChoice;
  stream?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  debug?: boolean;
  unmask?: boolean;
  instanceId?: string;
  context?: string;
  noConfig?: boolean;
  showConfig?: boolean;
  /** Names, or paths like `owner.name`. */
  fields?: readonly string[];
  /** 0 asks for everything. */
  limit?: number;
  cursor?: string;
  tokenLimit?: number;
  tokenOffset?: number;
  tokenCount?: boolean;
}

/**
 * Where an option has a meaning; without one, everywhere. `command-line`: a person or a script at a shell needs it, and
 * an agent behind another door has no use for it. `words`: nor may a line of a plan turn it on. `start`: it is for a
 * whole command line, and not for one line of many. `alone`: it goes without a command.
 */
export type OptionPlace =
  | 'lists'
  | 'destructive'
  | 'safe-default'
  | 'sign-in'
  | 'token'
  | 'command-line'
  | 'words'
  | 'start'
  | 'alone';

/** Reads the option's value. A text that comes back is what is wrong. */
type ReadOption = (text: string, into: StandardOptions) => string | undefined;

interface StandardOption {
  readonly key: keyof StandardOptions;
  readonly only?: OptionPlace;
  /** What is no value of it may be a secret, given by mistake. */
  readonly hidesMistakes?: true;
  /** A flag that says no. */
  readonly negates?: true;
  /** A flag has none. */
  readonly read?: ReadOption;
}

type TextKey = { [K in keyof StandardOptions]-?: string extends StandardOptions[K] ? K : never }[keyof StandardOptions];
type NumberKey = {
  [K in keyof StandardOptions]-?: number extends StandardOptions[K] ? K : never;
}[keyof StandardOptions];

const asText =
  (key: TextKey): ReadOption =>
  (text, into) => {
    into[key] = text;
    return undefined;
  };

const asCount =
  (key: NumberKey, least: number): ReadOption =>
  (text, into) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (count < least) return `must be a whole number of ${least} or more`;
    into[key] = count;
    return undefined;
  };

const readFormat: ReadOption = (text, into) => {
  const format = formats.find((known) => known === text);
  if (!format) return `must be one of ${formats.join(', ')}`;
  into.format = format;
  return undefined;
};

const readColor: ReadOption = (text, into) => {
  const color = colorChoices.find((known) => known === text);
  if (!color) return `must be one of ${colorChoices.join(', ')}`;
  into.color = color;
  return undefined;
};

const readFields: ReadOption = (text, into) => {
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => name === '')) return 'must be names separated by commas, e.g. id,name';
  into.fields = names;
  return undefined;
};

const readTimeout: ReadOption = (text, into) => {
  const milliseconds = /^0(?:ms|s|m)?$/.test(text) ? 0 : readDuration(text);
  if (milliseconds === undefined)
    return 'must be milliseconds or a duration such as 500ms, 30s or 5m; 0 means no limit';
  into.timeoutMs = milliseconds;
  return undefined;
};

const readStdin: ReadOption = (text, into) => {
  if (text !== 'open') return "must be \"open\": send the program's input with 'runs write'";
  into.stdin = text;
  return undefined;
};

/** It becomes part of records and answers, so it is a name and no text. */
const readKey: ReadOption = (text, into) => {
  if (!/^[\x21-\x7e]{1,200}$/.test(text)) return 'must be 1 to 200 characters without spaces';
  into.idempotencyKey = text;
  return undefined;
};

/** What is no name may be the token itself, and is not shown. */
const readVariable: ReadOption = (text, into) => {
  if (!/^[A-Za-z_]\w{0,127}$/.test(text)) return 'must be the name of an environment variable';
  into.tokenVariable = text;
  return undefined;
};

/** It becomes the name of a directory. */
const readName =
  (key: 'instanceId' | 'context'): ReadOption =>
  (text, into) => {
    if (!isOwnName(text)) return `must be a name: ${ownNameRule}`;
    into[key] = text;
    return undefined;
  };

/** What somebody calls an instance or a context. */
export function isOwnName(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(text);
}

export const ownNameRule = 'up to 64 letters, digits, ".", "_" and "-", starting with a letter or digit';

export const standardOptions: ReadonlyMap<string, StandardOption> = new Map<string, StandardOption>([
  ['help', { key: 'help' }],
  ['schema', { key: 'schema' }],
  ['print-schema', { key: 'schema', only: 'command-line' }],
  ['dry-run', { key: 'dryRun' }],
  ['live', { key: 'live', only: 'safe-default' }],
  ['background', { key: 'background' }],
  ['validate-only', { key: 'validateOnly' }],
  ['confirm-destructive', { key: 'confirmDestructive', only: 'destructive' }],
  ['idempotency-key', { key: 'idempotencyKey', read: readKey }],
  ['input', { key: 'input', read: asText('input') }],
  ['raw-payload', { key: 'input', only: 'command-line', read: asText('input') }],
  ['input-file', { key: 'inputFile', read: asText('inputFile') }],
  ['timeout', { key: 'timeoutMs', read: readTimeout }],
  ['stdin', { key: 'stdin', read: readStdin }],
  ['format', { key: 'format', read: readFormat }],
  ['output', { key: 'format', read: readFormat }],
  ['color', { key: 'color', only: 'command-line', read: readColor }],
  ['stream', { key: 'stream', only: 'command-line' }],
  ['no-stream', { key: 'stream', only: 'command-line', negates: true }],
  ['fields', { key: 'fields', read: readFields }],
  ['limit', { key: 'limit', only: 'lists', read: asCount('limit', 0) }],
  ['cursor', { key: 'cursor', only: 'lists', read: asText('cursor') }],
  ['token-limit', { key: 'tokenLimit', read: asCount('tokenLimit', 1) }],
  ['token-offset', { key: 'tokenOffset', read: asCount('tokenOffset', 0) }],
  ['token-count', { key: 'tokenCount' }],
  ['headless', { key: 'headless', only: 'sign-in' }],
  ['token-env-var', { key: 'tokenVariable', only: 'token', hidesMistakes: true, read: readVariable }],
  ['yes', { key: 'yes' }],
  ['non-interactive', { key: 'nonInteractive', only: 'command-line' }],
  ['quiet', { key: 'quiet' }],
  ['verbose', { key: 'verbose', only: 'command-line' }],
  ['debug', { key: 'debug', only: 'command-line' }],
  ['unmask', { key: 'unmask', only: 'words' }],
  ['instance-id', { key: 'instanceId', only: 'start', read: readName('instanceId') }],
  ['context', { key: 'context', only: 'start', read: readName('context') }],
  ['no-config', { key: 'noConfig', only: 'start' }],
  ['show-config', { key: 'showConfig', only: 'alone' }],
]);

/** `1500`, `500ms`, `30s`, `5m` → milliseconds, at least 1. */
export function readDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m)?$/.exec(text);
  if (!match) return undefined;
  const factor = match[2] === 's' ? 1_000 : match[2] === 'm' ? 60_000 : 1;
  const milliseconds = Number(match[1]) * factor;
  return milliseconds > 0 ? milliseconds : undefined;
}

/** Whether a line asks for colours, found before anything is read. */
export function peekColor(words: readonly string[]): ColorChoice | undefined {
  const end = words.indexOf('--');
  for (const [index, word] of words.slice(0, end === -1 ? undefined : end).entries()) {
    const match = /^--color(?:=(.*))?$/s.exec(word);
    const color = match && colorChoices.find((known) => known === (match[1] ?? words[index + 1]));
    if (color) return color;
  }
  return undefined;
}

/** How a line asks to be answered, found without knowing its command: for errors that come before it is known. */
export function peekPresentation(words: readonly string[]): Presentation {
  const end = words.indexOf('--');
  const searched = end === -1 ? words : words.slice(0, end);
  const quiet = searched.includes('--quiet');
  const stream = searched.includes('--no-stream') ? false : searched.includes('--stream') || undefined;
  const asked: Presentation = { quiet, ...(stream !== undefined && { stream }) };
  for (const [index, word] of searched.entries()) {
    const match = /^--(?:format|output)(?:=(.*))?$/s.exec(word);
    const format = match && formats.find((known) => known === (match[1] ?? searched[index + 1]));
    if (format) return { ...asked, format };
  }
  return asked;
}
