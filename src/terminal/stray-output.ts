import type { Warning } from '../vocabulary/outcome.js';
import { Secrets } from '../vocabulary/secrets.js';
import { terminalSafe } from '../vocabulary/terminal-safe.js';

/** More is no hint any more as to who printed it. */
const mostCharacters = 4_000;

/** What was printed to stdout by anything but the answers: the beginning of it. */
export class StrayOutput {
  #text = '';
  #characters = 0;
  #secrets = Secrets.none;
  #mayQuoteAgents = false;

  /** From here on. */
  conceal(secrets: readonly string[]): void {
    this.#secrets = this.#secrets.andLatest(secrets);
  }

  /** From here on, what is printed steers no terminal: the commands are called by agents. */
  expectAgents(): void {
    this.#mayQuoteAgents = true;
  }

  /** What may be printed elsewhere of something that was printed here. */
  clean(chunk: unknown): unknown {
    if (this.#secrets.isNone && !this.#mayQuoteAgents) return chunk;
    const text = textOf(chunk);
    const hidden = this.#secrets.hide(text);
    const clean = this.#mayQuoteAgents ? terminalSafe(hidden) : hidden;
    return clean === text ? chunk : clean;
  }

  add(chunk: unknown): void {
    // Before it is cut: a part of a secret would not be found.
    const text = this.#secrets.hide(textOf(chunk));
    this.#characters += text.length;
    if (this.#text.length < mostCharacters) this.#text += text.slice(0, mostCharacters - this.#text.length);
  }

  /** About what was printed since it was last asked for; undefined where that is nothing. */
  takeWarning(): Warning | undefined {
    if (this.#text === '') return undefined;
    const text = this.#text;
    const left = this.#characters - text.length;
    this.#text = '';
    this.#characters = 0;
    const more = left > 0 ? ` … and ${left} more characters` : '';
    return {
      code: 'THIRD_PARTY_STDOUT',
      message: `${this.#secrets.hideLikely(text.trimEnd().toWellFormed())}${more}`,
    };
  }
}

function textOf(chunk: unknown): string {
  return typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString();
}
