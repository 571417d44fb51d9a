// The request as text: its words, what of it is secret, and how it may be shown and recorded.

import { grammarOf } from '../../command-line/grammar.js';
import { mayBeRedacted } from '../../command-line/may-be-redacted.js';
import { quoteWords } from '../../command-line/quote.js';
import type { Parameter } from '../../vocabulary/command.js';
import { redacted, redactText } from '../../vocabulary/look-alikes.js';
import type { ObjectLine, RequestLine } from '../../vocabulary/request.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { objectWords, withoutSecretOptions } from './show-object-line.js';

type Fields = Readonly<Record<string, unknown>>;

const noWords: readonly string[] = [];

/** They hold the whole input. */
const inputOptions = ['--input', '--raw-payload'];

/** A word shorter than this is no token. */
const shortestToken = 12;

export class ShownRequest {
  words: readonly string[] = noWords;
  /** Read without problems, and no option is even named like a secret. */
  harmless = false;
  /** What it was given in confidence, or found. */
  secrets = Secrets.none;
  #text: string | undefined;
  #input: string | undefined;
  #options: Fields | undefined;

  /** Made when somebody wants to see it. Whatever cannot be written is not shown: it may be nested too deeply. */
  textOf(line: RequestLine, path: readonly string[], secrets: Secrets): string {
    if (this.#text === undefined) {
      try {
        this.#text = secrets.hide(this.#show(line));
      } catch {
        this.#text = path.join(' ');
      }
    }
    return this.#text;
  }

  /** Instead of the request itself. */
  showAs(text: string): void {
    this.#text = text;
  }

  /** What it came to know in confidence, and must not be seen anywhere. Tells whether any of it is new. */
  conceal(values: readonly string[]): boolean {
    const before = this.secrets;
    this.secrets = before.and(values);
    return this.secrets !== before;
  }

  /** Shows the input object with its secrets taken out, instead of the text it came as. */
  hideSecretsIn(object: unknown, parameters: readonly Parameter[], options?: Fields): void {
    if (!parameters.some(({ secret }) => secret)) return;
    this.#options = options && withoutSecretOptions(options, grammarOf(parameters));
    if (typeof object !== 'object' || object === null) {
      this.#input = redacted;
      return;
    }
    const { inputKeys } = grammarOf(parameters);
    const shown = Object.entries(object).map(([key, value]) => {
      const parameter = parameters[inputKeys.get(key) ?? -1];
      // A field that means nothing may be a mistyped secret.
      return [key, parameter && !parameter.secret ? value : redacted];
    });
    this.#input = JSON.stringify(Object.fromEntries(shown));
  }

  /** It has ended: what it was given need not be kept with it. */
  forget(): void {
    this.words = noWords;
  }

  #show(line: RequestLine): string {
    const hidden = !this.secrets.isNone || this.#input !== undefined;
    if (typeof line === 'string' && !hidden) return this.#mayHoldToken(line) ? redactText(line) : line;
    const isObject = typeof line === 'object' && 'path' in line;
    const given = typeof line === 'string' ? this.words : line;
    const words = isObject ? objectWords(line, this.#options) : (given as readonly string[]);
    if (isObject && !hidden && this.harmless && !mayHoldTokenIn(words, line)) return quoteWords(words);
    return redactText(quoteWords(this.#withoutInput(words).map((word) => this.secrets.hide(word))));
  }

  #withoutInput(words: readonly string[]): readonly string[] {
    const shown = this.#input;
    if (shown === undefined) return words.map(String);
    return words.map((word, index) => {
      if (inputOptions.includes(words[index - 1] ?? '')) return shown;
      const option = inputOptions.find((name) => word.startsWith(`${name}=`));
      return option === undefined ? word : `${option}=${shown}`;
    });
  }

  /** Most lines are short words, and looking for tokens costs as much as the rest of a small run. */
  #mayHoldToken(line: string): boolean {
    if (!this.harmless || line.includes('://')) return true;
    for (const word of this.words) if (word.length >= shortestToken) return true;
    return false;
  }
}

/** A path that comes with options is the command's own name, and no secret. */
function mayHoldTokenIn(words: readonly string[], { path, options }: ObjectLine): boolean {
  for (let at = options === undefined ? 0 : path.length; at < words.length; at++) {
    if (mayBeRedacted(words[at] as string)) return true;
  }
  return false;
}
