// JSON lines: each line is a value, and the path is applied to each.

import type { TextEncoding } from '../../../../vocabulary/program.js';
import type { OutputView } from '../output-view.js';
import { strayBytes } from '../whole-characters.js';
import type { JsonFault } from './find-json-fault.js';
import type { JsonQuery } from './json-query.js';
import { parseJson } from './parse-json.js';
import { readLines, type TextLine } from './read-lines.js';
import type { SelectedJson, SelectionPlace, SelectOptions } from './select-json.js';
import { ValueList } from './value-list.js';

const mostLineBytes = 8 * 1024 * 1024;

/** `undefined` where the first line that is not empty is no JSON: then these are no JSON lines. `too-much` is that line. */
export async function selectFromLines(
  view: OutputView,
  encoding: TextEncoding,
  query: JsonQuery,
  begin: SelectionPlace,
  { limitBytes, signal }: SelectOptions,
): Promise<SelectedJson | 'too-much' | undefined> {
  const selection = new LineSelection(query, begin.value, limitBytes);
  for await (const line of keptLines(view, encoding, begin)) {
    signal?.throwIfAborted();
    const goesOn = await selection.add(line, signal);
    if (selection.isNoJson) return undefined;
    if (!goesOn) break;
  }
  if (selection.isEmpty) return selection.isTooMuch ? 'too-much' : undefined;
  return selection.result(view, begin);
}

async function* keptLines(view: OutputView, encoding: TextEncoding, begin: SelectionPlace): AsyncGenerator<TextLine> {
  const { endFrom, totalBytes } = view;
  const end = view.stretchEnd(begin.byte);
  yield* readLines(view, begin.byte, begin.line, mostLineBytes, encoding);
  if (end === totalBytes) return;
  const first = await view.read(endFrom, Math.min(endFrom + 4, totalBytes));
  const from = endFrom + strayBytes(first, encoding, endFrom);
  let isFirst = true;
  for await (const line of readLines(view, from, undefined, mostLineBytes, encoding)) {
    // Its begin is in the gap.
    yield isFirst ? { ...line, complete: false } : line;
    isFirst = false;
  }
}

class LineSelection {
  readonly #query: JsonQuery;
  readonly #list: ValueList;
  #goodLines = 0;
  #badLines = 0;
  #firstFault: JsonFault | undefined;
  #incompleteLines = 0;
  #stoppedBy: 'size' | 'effort' | undefined;
  #next: SelectionPlace | undefined;
  #valid = true;

  constructor(query: JsonQuery, fromValue: number, limitBytes: number) {
    this.#query = query;
    this.#list = new ValueList(fromValue, limitBytes);
  }

  /** Whether it goes on. */
  async add({ text, line, from, bytes, valid, complete }: TextLine, signal: AbortSignal | undefined): Promise<boolean> {
    if (!complete) {
      this.#incompleteLines++;
      return true;
    }
    if (text?.trim() === '') return true;
    const parsed = text === undefined ? { fault: tooLong } : parseJson(text);
    if ('fault' in parsed) {
      this.#badLines++;
      this.#firstFault ??= { ...parsed.fault, line: line ?? parsed.fault.line };
      return true;
    }
    const before = this.#list.count;
    const found = await this.#query.selectInTurns(parsed.root, bytes, signal);
    if (found === 'too-much') return this.#stop('effort', { line, byte: from, value: 0 });
    this.#goodLines++;
    this.#valid &&= valid;
    for (const value of found) this.#list.add(value, line);
    const { next } = this.#list;
    return next === undefined || this.#stop('size', { line, byte: from, value: next - before });
  }

  get isEmpty(): boolean {
    return this.#goodLines === 0;
  }

  get isTooMuch(): boolean {
    return this.#stoppedBy === 'effort';
  }

  get isNoJson(): boolean {
    return this.#goodLines === 0 && this.#badLines > 0;
  }

  result({ totalBytes, keptBytes }: OutputView, begin: SelectionPlace): SelectedJson {
    const { values, count, tooLarge, roundsNumbers } = this.#list;
    return {
      status: 'selected',
      form: 'lines',
      values,
      total: this.#next ? undefined : count,
      more: this.#next !== undefined,
      stoppedBy: this.#stoppedBy,
      next: this.#next,
      tooLarge,
      badLines: this.#firstFault && { count: this.#badLines, first: this.#firstFault },
      incompleteLines: this.#incompleteLines,
      fromByte: begin.byte,
      totalBytes,
      lostBytes: totalBytes - keptBytes,
      roundsNumbers,
      valid: this.#valid,
    };
  }

  #stop(reason: 'size' | 'effort', next: SelectionPlace): false {
    this.#stoppedBy = reason;
    this.#next = next;
    return false;
  }
}

const tooLong = { message: `The line has more than ${mostLineBytes} bytes`, line: 1, column: 1 };
