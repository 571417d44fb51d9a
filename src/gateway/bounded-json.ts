// The JSON text of an answer, made only as far as somebody can use it: a list of millions would stop every other caller.
import { toSoundJson } from './sound-json.js';

export interface BoundedJson {
  readonly json: string;
  /** About how much of it was left out; a list is then as long as fits. */
  readonly droppedBytes: number;
}

/** No more of an answer is kept; beyond that a list is not even written. */
export const mostAnswerBytes = 16 * 1024 * 1024;

/** Shorter lists are written at once. */
const shortList = 1_000;

/** Throws what JSON.stringify throws. What is no long list, and holds none, is written whole. */
export function toBoundedJson(value: unknown, mostBytes: number): BoundedJson {
  if (Array.isArray(value) && value.length > shortList) return writeList(value, mostBytes);
  const found = isPlain(value) ? longestList(value) : undefined;
  if (!found) return { json: toSoundJson(value), droppedBytes: 0 };
  const [key, list] = found;
  const written = writeList(list, mostBytes);
  if (written.droppedBytes === 0) return { json: toSoundJson(value), droppedBytes: 0 };
  // A mark that no other value has, in whose place the list is put.
  const mark = `list ${Math.random()}`;
  const around = toSoundJson({ ...(value as object), [key]: mark });
  return { json: around.replace(JSON.stringify(mark), () => written.json), droppedBytes: written.droppedBytes };
}

function writeList(list: readonly unknown[], mostBytes: number): BoundedJson {
  const parts: string[] = [];
  let characters = 2;
  for (let at = 0; at < list.length; at += shortList) {
    const part = toSoundJson(list.slice(at, at + shortList)).slice(1, -1);
    if (characters + part.length > mostBytes && parts.length > 0) {
      const each = characters / at;
      return { json: `[${parts.join(',')}]`, droppedBytes: Math.round(each * (list.length - at)) };
    }
    parts.push(part);
    characters += part.length + 1;
  }
  return { json: `[${parts.join(',')}]`, droppedBytes: 0 };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function longestList(value: Readonly<Record<string, unknown>>): readonly [string, readonly unknown[]] | undefined {
  let longest: readonly [string, readonly unknown[]] | undefined;
  // Every answer passes here: a list of its fields would cost more than looking at them.
  for (const key in value) {
    const item = value[key];
    if (Array.isArray(item) && item.length > (longest?.[1].length ?? shortList)) longest = [key, item];
  }
  return longest;
}

/** What a handler elsewhere gave, where that was more than could be sent. */
export class CutAnswer {
  readonly value: unknown;
  readonly droppedBytes: number;

  constructor(value: unknown, droppedBytes: number) {
    this.value = value;
    this.droppedBytes = droppedBytes;
  }
}
