import { redactText } from '../../command-line/redact.js';
import type { Warning } from '../../vocabulary/outcome.js';

/** More is no hint any more as to who printed it. */
const mostCharacters = 4_000;

/** What was printed to stdout by anything but the answers: the beginning of it. */
export class StrayOutput {
  #text = '';
  #characters = 0;

  add(chunk: unknown): void {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString();
    this.#characters += text.length;
    if (this.#text.length < mostCharacters) this.#text += text.slice(0, mostCharacters - this.#text.length);
  }

  /** Undefined where nothing was printed. */
  get warning(): Warning | undefined {
    if (this.#text === '') return undefined;
    const left = this.#characters - this.#text.length;
    const more = left > 0 ? ` … and ${left} more characters` : '';
    return { code: 'THIRD_PARTY_STDOUT', message: `${redactText(this.#text.trimEnd().toWellFormed())}${more}` };
  }
}
