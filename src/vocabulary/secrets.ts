// What must not be seen of a run: every text that leaves the gate is asked for it here, whoever says it. The values do
// not change; a run that comes to know more of them gets another `Secrets`.

import type { Command, Input } from './command.js';
import { isNamedLikeSecret, redactDeep, redacted, redactText } from './look-alikes.js';
import type { ProgramPlan, TextEncoding } from './program.js';

/** A shorter one is taken out only where it is a word of its own, and not out of bytes: it would be found everywhere. */
const shortestInside = 4;

/** A shorter one may be the name of a field. */
const shortestInKey = 8;

const mostLatest = 200;

/** A shorter piece of base64 is found by chance. */
const shortestInBase64 = 6;

export class Secrets {
  static readonly none = new Secrets([], formsOf);

  readonly values: readonly string[];
  readonly #toForms: (value: string) => readonly string[];
  #made: readonly string[] | undefined;

  private constructor(values: readonly string[], toForms: (value: string) => readonly string[]) {
    this.values = values;
    this.#toForms = toForms;
  }

  static of(values: readonly string[]): Secrets {
    return Secrets.none.and(values);
  }

  /** What must not be in anything that its programs print. */
  static printedBy({ secrets }: Pick<ProgramPlan, 'secrets'>): Secrets {
    return Secrets.of(secrets);
  }

  /** What must not be in anything that is told about the plan. */
  static toldOf({ secrets, unlisted = [] }: Pick<ProgramPlan, 'secrets' | 'unlisted'>): Secrets {
    return Secrets.of(secrets).and(unlisted);
  }

  /** In no other form than as they were written: where whoever chose them must not hide anything else. */
  static asWritten(values: readonly string[]): Secrets {
    return new Secrets(values, writtenFormsOf);
  }

  get isNone(): boolean {
    return this.values.length === 0;
  }

  /** The same where none of them is new. */
  and(values: readonly string[]): Secrets {
    if (values.length === 0) return this;
    const all = new Set(this.values);
    for (const value of values) if (value !== '') all.add(value);
    return all.size === this.values.length ? this : new Secrets([...all], this.#toForms);
  }

  /** With these; the oldest of too many are forgotten. For a process that sees any number of runs. */
  andLatest(values: readonly string[]): Secrets {
    return values.length === 0 ? this : Secrets.of([...values, ...this.values].slice(0, mostLatest));
  }

  except(others: Secrets): Secrets {
    if (others.isNone) return this;
    return Secrets.of(this.values.filter((value) => !others.values.includes(value)));
  }

  /** In one pass: what was put in their place is not looked at again. */
  hide(text: string): string {
    if (this.isNone) return text;
    const forms = this.#forms;
    const next = forms.map((form) => find(text, form, 0));
    let shown = '';
    for (let from = 0; ; ) {
      const first = firstOf(text, forms, next, from);
      if (first === -1) return from === 0 ? text : shown + text.slice(from);
      const at = next[first] as number;
      shown += text.slice(from, at) + redacted;
      from = at + (forms[first] as string).length;
    }
  }

  /** In every text of a value that JSON can say, and in the names of its fields. */
  hideIn<T>(value: T): T {
    return this.isNone ? value : (this.#hideIn(value) as T);
  }

  /** Also what only looks like a secret: for what is recorded, and what is shown to others than the caller. */
  hideLikely(text: string): string {
    return redactText(this.hide(text));
  }

  hideLikelyIn(value: unknown): unknown {
    return redactDeep(this.hideIn(value));
  }

  /** Whether something in the words of a command is secret, or looks like it. */
  areInWords(words: readonly string[]): boolean {
    if (words.some((word) => this.#isIn(word))) return true;
    if (!words.some(mayLookAlike)) return false;
    const line = words.join(' ');
    return redactText(line) !== line;
  }

  /** As many words, with those taken out that are secret. The same list where there is nothing to take out. */
  hideInWords(words: readonly string[]): readonly string[] {
    if (!this.areInWords(words)) return words;
    const shown = words.map((word, at) => {
      const isValue = isNamedLikeSecret(words[at - 1] ?? '') && !word.startsWith('-');
      return isValue || this.#isIn(word) ? redacted : redactText(word);
    });
    const left = shown.filter((word, at) => word === words[at] && shown[at + 1] !== redacted);
    // A token may be spread over words. Then nobody knows over which.
    return this.areInWords(left) ? words.map(() => redacted) : shown;
  }

  /** With the words that are secret as a whole, such as the value of `--token`: alone they do not look like it. */
  andThoseIn(words: readonly string[]): Secrets {
    const shown = this.hideInWords(words);
    return shown === words ? this : this.and(words.filter((_, at) => shown[at] === redacted));
  }

  /** What has to be found in a stream of bytes, the longest first. */
  inBytes(encoding: TextEncoding): readonly Buffer[] {
    if (this.isNone) return [];
    // A program may print UTF-8 whatever was declared for it.
    const encodings = new Set(
      encoding === 'utf16le' || encoding === 'latin1' ? [encoding, 'utf8' as const] : ['utf8' as const],
    );
    const found = new Map<string, Buffer>();
    for (const form of this.#forms) {
      for (const one of encodings) {
        const bytes = Buffer.from(form, one);
        if (bytes.length >= shortestInside) found.set(bytes.toString('latin1'), bytes);
      }
    }
    return [...found.values()].sort((one, other) => other.length - one.length);
  }

  /** The longest first: one may be the beginning of another. */
  get #forms(): readonly string[] {
    this.#made ??= [...new Set(this.values.flatMap(this.#toForms))].sort((one, other) => other.length - one.length);
    return this.#made;
  }

  #isIn(text: string): boolean {
    return !this.isNone && this.#forms.some((form) => find(text, form, 0) !== -1);
  }

  #hideIn(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (Array.isArray(value)) return value.map((item) => this.#hideIn(item));
    if (typeof value !== 'object' || value === null) return value;
    // What says itself how it is written would say it again later.
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.#hideIn(value.toJSON());
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.#hideKey(key), this.#hideIn(item)]));
  }

  #hideKey(key: string): string {
    const isSecret = this.values.some((value) => value.length >= shortestInKey && key.includes(value));
    return isSecret ? this.hide(key) : key;
  }
}

/** What a command gets is as secret as what was written: a schema may have changed it, or a default filled it in. */
export function secretsIn({ parameters }: Pick<Command, 'parameters'>, input: Input): readonly string[] {
  return parameters.filter(({ secret }) => secret).flatMap(({ key }) => scalarTexts(input[key]));
}

/** Every text and number in a value. */
export function scalarTexts(value: unknown): string[] {
  if (value === undefined || value === null || typeof value === 'boolean') return [];
  return typeof value === 'object' ? Object.values(value).flatMap(scalarTexts) : [String(value)];
}

/** Which of them comes first, of those that begin together the longest; -1 where none does. `next` remembers where. */
function firstOf(text: string, forms: readonly string[], next: number[], from: number): number {
  let first = -1;
  for (const [index, form] of forms.entries()) {
    let at = next[index] as number;
    if (at !== -1 && at < from) {
      at = find(text, form, from);
      next[index] = at;
    }
    if (at !== -1 && (first === -1 || at < (next[first] as number))) first = index;
  }
  return first;
}

function find(text: string, form: string, from: number): number {
  let at = text.indexOf(form, from);
  if (form.length >= shortestInside) return at;
  while (at !== -1 && (isOfWord(text, at - 1) || isOfWord(text, at + form.length))) at = text.indexOf(form, at + 1);
  return at;
}

function isOfWord(text: string, at: number): boolean {
  return /\w/.test(text.charAt(at));
}

/** A word that is shorter is no token. */
const shortestToken = 12;

/** Most words are short, and looking for tokens costs more than all the rest. */
function mayLookAlike(word: string): boolean {
  return word.length >= shortestToken || word.includes('--') || word.includes('://');
}

/** As it is, and as it is written in JSON. */
function writtenFormsOf(value: string): readonly string[] {
  return [value, JSON.stringify(value).slice(1, -1)];
}

/** Programs and services say what they were given in the way of what they write: as JSON, in an address, in a header. */
function formsOf(value: string): readonly string[] {
  const written = writtenFormsOf(value);
  if (value.length < shortestInside) return written;
  const bytes = Buffer.from(value);
  const forms = [
    quotedByPrograms(bytes),
    encodeURIComponent(value.toWellFormed()),
    new URLSearchParams([['', value]]).toString().slice(1),
    bytes.toString('hex'),
  ];
  const base64 = inBase64(bytes);
  return [...written, ...forms, ...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** As most programs quote what they complain about. */
function quotedByPrograms(bytes: Buffer): string {
  const quoted = [...bytes].map((byte) => {
    if (byte === 0x5c) return '\\\\';
    return byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte);
  });
  return quoted.join('');
}

/** Alone, and inside of something longer, as in `user:password`: what stands before it decides about its letters. */
function inBase64(bytes: Buffer): readonly string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [bytes.toString('base64').replace(/=+$/, ''), ...inside.filter((text) => text.length >= shortestInBase64)];
}
