// Answers that are too large to be written in one go: whoever writes them gives turns to other callers, and stops where
// nobody can use more.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { toSoundJson } from './sound-json.js';

/** No more of an answer is kept; beyond that it is not even written. */
const mostAnswerBytes = 16 * 1024 * 1024;

/** Where fields or secrets are looked for in all of it, that is work as well. */
const mostShapedBytes = 2 * 1024 * 1024;

/** More entries than these are written in turns. */
const manyEntries = 5_000;

/** So deep it is looked for them; what hides deeper is written at once. */
const deepest = 4;

/** So many items are written at once. */
const batchItems = 200;

/** So long others wait. */
const turnMs = 8;

/** Of longer lists only the first and the last item are looked at. */
const fewItems = 16;

/** Every answer passes here, so it looks at few values. */
export function isLarge(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > deepest) return false;
  if (Array.isArray(value)) {
    if (value.length > manyEntries) return true;
    if (value.length <= fewItems) return value.some((item) => isLarge(item, depth + 1));
    return isLarge(value[0], depth + 1) || isLarge(value.at(-1), depth + 1);
  }
  if (value instanceof Uint8Array) return false;
  let entries = 0;
  for (const key in value) {
    if (++entries > manyEntries || isLarge((value as Fields)[key], depth + 1)) return true;
  }
  return false;
}

/** An answer as text already. */
export class WrittenAnswer {
  readonly json: string;
  /** As much of it as fits into an answer; undefined where that is all of it. */
  readonly beginning: string | undefined;
  /** About how much was not even written. */
  readonly droppedBytes: number;

  constructor(json: string, beginning: string | undefined, droppedBytes: number) {
    this.json = json;
    this.beginning = beginning;
    this.droppedBytes = droppedBytes;
  }
}

/** How much of an answer is of use. */
export interface AnswerRoom {
  /** To whoever reads it later. */
  readonly mostBytes: number;
  /** To whoever gets it now. */
  readonly shownBytes: number;
}

/** Where all of it is looked at, less is of use. */
export function roomOf(shownBytes: number, isLookedAt: boolean): AnswerRoom {
  return { mostBytes: Math.max(shownBytes, isLookedAt ? mostShapedBytes : mostAnswerBytes), shownBytes };
}

/** Rejects with what JSON.stringify throws. */
export async function writeLarge(value: unknown, { mostBytes, shownBytes }: AnswerRoom): Promise<WrittenAnswer> {
  const { json, droppedBytes } = await new TurnWriter(mostBytes).write(value);
  const isShown = mostBytes <= shownBytes || Buffer.byteLength(json) <= shownBytes;
  const beginning = isShown ? undefined : (await new TurnWriter(shownBytes).write(value)).json;
  return new WrittenAnswer(json, beginning, droppedBytes);
}

type Fields = Readonly<Record<string, unknown>>;

class TurnWriter {
  readonly #mostBytes: number;
  readonly #parts: string[] = [];
  readonly #around: unknown[] = [];
  #bytes = 0;
  #dropped = 0;
  #isFull = false;
  #turnEnd = performance.now() + turnMs;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  async write(value: unknown): Promise<{ readonly json: string; readonly droppedBytes: number }> {
    await this.#value(value);
    return { json: this.#parts.join(''), droppedBytes: Math.ceil(this.#dropped) };
  }

  async #value(given: unknown, key = ''): Promise<void> {
    const value = toJson(given, key);
    if (!isLarge(value)) {
      this.#add(toSoundJson(value));
      await this.#giveTurn();
      return;
    }
    if (this.#around.includes(value)) throw new TypeError('Converting circular structure to JSON');
    this.#around.push(value);
    if (Array.isArray(value)) await this.#list(value);
    else await this.#fields(value as Fields);
    this.#around.pop();
  }

  async #list(list: readonly unknown[]): Promise<void> {
    const from = this.#bytes;
    this.#add('[');
    let at = 0;
    for (let size = batchItems; at < list.length && !this.#isFull; ) {
      const items = list.slice(at, at + size);
      if (items.some((item) => isLarge(item) || hasToJson(item))) {
        if (at > 0) this.#add(',');
        await this.#value(items[0], String(at));
        at++;
      } else {
        const text = toSoundJson(items).slice(1, -1);
        if (this.#hasRoomFor(text)) {
          this.#add(at > 0 ? `,${text}` : text);
          at += items.length;
        } else if (size > 1) size = Math.ceil(size / 4);
        else this.#isFull = true;
      }
      await this.#giveTurn();
    }
    this.#add(']');
    if (at < list.length) this.#dropped += Math.max(1, ((this.#bytes - from) / Math.max(1, at)) * (list.length - at));
  }

  async #fields(fields: Fields): Promise<void> {
    const from = this.#bytes;
    const names = Object.keys(fields);
    this.#add('{');
    let written = 0;
    let at = 0;
    for (; at < names.length && !this.#isFull; at++) {
      const name = names[at] as string;
      const value = toJson(fields[name], name);
      if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
      const start = `${written++ > 0 ? ',' : ''}${toSoundJson(name)}:`;
      if (isLarge(value)) {
        this.#add(start);
        await this.#value(value, name);
      } else {
        const text = start + toSoundJson(value);
        // A field that does not fit ends it; the others are behind it.
        if (this.#hasRoomFor(text)) this.#add(text);
        else {
          this.#isFull = true;
          break;
        }
      }
      await this.#giveTurn();
    }
    this.#add('}');
    if (at < names.length) this.#dropped += Math.max(1, ((this.#bytes - from) / Math.max(1, at)) * (names.length - at));
  }

  /** With the brackets that are still to be closed. */
  #hasRoomFor(text: string): boolean {
    return this.#bytes + Buffer.byteLength(text) + 1 + this.#around.length <= this.#mostBytes;
  }

  #add(text: string): void {
    this.#parts.push(text);
    this.#bytes += Buffer.byteLength(text);
  }

  async #giveTurn(): Promise<void> {
    if (performance.now() < this.#turnEnd) return;
    await nextTurn();
    this.#turnEnd = performance.now() + turnMs;
  }
}

/** As JSON.stringify does before it writes a value. */
function toJson(value: unknown, key: string): unknown {
  return hasToJson(value) ? value.toJSON(key) : value;
}

/** Bytes are written in a form of our own. */
function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
