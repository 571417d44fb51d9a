// Reads what a program printed as JSON, one document or one value in each line, and selects from it by a JSONPath.

import type { Value } from '../../../../tool-form/value.js';
import type { TextEncoding } from '../../../../vocabulary/program.js';
import { decode } from '../decode.js';
import { countLineEnds, findLine } from '../lines.js';
import type { OutputView } from '../output-view.js';
import type { JsonFault } from './find-json-fault.js';
import { JsonQuery } from './json-query.js';
import { parseJson } from './parse-json.js';
import { selectFromLines } from './select-from-lines.js';
import { type LargeValue, type SelectedValue, ValueList } from './value-list.js';

/** A document takes several times its size in memory, and about a second in which nothing else is done. */
const mostDocumentBytes = 32 * 1024 * 1024;

export interface SelectOptions {
  /** Where the JSON begins: a line, counted from 1, or the byte with which a line begins. */
  readonly fromLine?: number;
  readonly fromByte?: number;
  /** The first value to show of those that are selected from there on, counted from 0. */
  readonly fromValue?: number;
  /** Most bytes of JSON. */
  readonly limitBytes: number;
  readonly signal?: AbortSignal;
}

/** Where a selection begins or goes on: `fromByte` and `fromValue`. */
export interface SelectionPlace {
  readonly line: number | undefined;
  readonly byte: number;
  readonly value: number;
}

export interface SelectedJson {
  readonly status: 'selected';
  /** `lines` has one value in each line; the path is applied to each of them. */
  readonly form: 'document' | 'lines';
  readonly values: readonly SelectedValue[];
  /** How many values are selected from the begin on; `undefined` where not all lines were read. */
  readonly total: number | undefined;
  readonly more: boolean;
  /** `size`: the next value did not fit. `effort`: the path needs too much work for the lines that are left. */
  readonly stoppedBy: 'size' | 'effort' | undefined;
  readonly next: SelectionPlace | undefined;
  /** A value that is left out because it does not fit by itself. */
  readonly tooLarge: LargeValue | undefined;
  /** Lines that are no JSON: how many of those that were read, and what is wrong with the first. */
  readonly badLines: { readonly count: number; readonly first: JsonFault } | undefined;
  /** How many lines were left out because a part of them is not kept, or not printed yet. */
  readonly incompleteLines: number;
  readonly fromByte: number;
  readonly totalBytes: number;
  /** How many bytes of the output are not kept. */
  readonly lostBytes: number;
  /** Whether a whole number in the values is so large that reading it may have rounded it. */
  readonly roundsNumbers: boolean;
  /** False when some bytes were no text and became replacement characters. */
  readonly valid: boolean;
}

export interface RefusedSelection {
  readonly status: 'refused';
  readonly message: string;
  readonly hint: string;
}

export async function selectJson(
  view: OutputView,
  encoding: TextEncoding,
  path: string,
  options: SelectOptions,
): Promise<SelectedJson | RefusedSelection> {
  const query = JsonQuery.parse(path);
  if ('problem' in query) {
    return refuse(`The path is not valid: ${query.problem}`, 'Paths are JSONPath (RFC 9535), such as $.items[*].name');
  }
  if (encoding === 'base64' || encoding === 'hex') {
    return refuse(`This output is shown as ${encoding}: it is not JSON`, 'Read it by bytes');
  }
  const begin = await findBegin(view, encoding, options);
  if (begin.byte === view.totalBytes) {
    return refuse('There is no output to read', view.isOpen ? stillRuns : 'Read the other stream');
  }
  const document = await readDocument(view, encoding, begin);
  if (document.status === 'parsed' && !document.isLastLine)
    return await selectFromDocument(document, query, begin, options);
  const fromLines = await selectFromLines(view, encoding, query, begin, options);
  if (fromLines === 'too-much') return tooMuch('line');
  if (fromLines) return fromLines;
  return document.status === 'parsed' ? await selectFromDocument(document, query, begin, options) : document;
}

const stillRuns = 'The program is still running: wait until it has ended';

function refuse(message: string, hint: string): RefusedSelection {
  return { status: 'refused', message, hint };
}

function tooMuch(form: 'line' | 'document'): RefusedSelection {
  return refuse(
    `The path takes too long to evaluate for this ${form}, or the ${form} is nested too deeply`,
    'Write out the member names instead of ".."',
  );
}

async function findBegin(
  view: OutputView,
  encoding: TextEncoding,
  { fromLine = 1, fromByte, fromValue = 0 }: SelectOptions,
): Promise<SelectionPlace> {
  if (fromByte === undefined) {
    const found = await findLine(view, fromLine, encoding);
    return { line: fromLine, byte: found ?? view.totalBytes, value: fromValue };
  }
  const byte = view.nextKept(fromByte);
  const isCounted = view.isWhole || byte < view.storedBytes;
  const line = isCounted ? (await countLineEnds(view, 0, byte, encoding)) + 1 : undefined;
  return { line, byte, value: fromValue };
}

interface ParsedDocument {
  readonly status: 'parsed';
  readonly root: Value;
  /** Of JSON lines, the last is a document too. */
  readonly isLastLine: boolean;
  readonly bytes: number;
  readonly totalBytes: number;
  readonly valid: boolean;
}

async function readDocument(
  view: OutputView,
  encoding: TextEncoding,
  begin: SelectionPlace,
): Promise<ParsedDocument | RefusedSelection> {
  const { totalBytes, keptBytes, isOpen } = view;
  const length = totalBytes - begin.byte;
  if (view.stretchEnd(begin.byte) < totalBytes) {
    return refuse(
      `The output is not a complete JSON document: ${totalBytes - keptBytes} of its ${totalBytes} bytes were not kept`,
      'Make the program print less, or one value per line; or read what was kept by lines',
    );
  }
  if (length > mostDocumentBytes) {
    return refuse(
      `The output has ${length} bytes; JSON documents are read up to ${mostDocumentBytes}`,
      'Make the program select values or print one per line, or search the output for text',
    );
  }
  const bytes = await view.read(begin.byte, totalBytes);
  if (bytes.length < length) return refuse('The output is no longer kept', 'Run the program again');
  const { text, valid } = decode(bytes, encoding);
  const parsed = parseJson(text);
  if ('root' in parsed) {
    const isLastLine = begin.byte > 0 && !text.trimEnd().includes('\n');
    return { status: 'parsed', root: parsed.root, isLastLine, bytes: length, totalBytes, valid };
  }
  const { message, line, column } = parsed.fault;
  const place = begin.line === undefined ? `line ${line} after byte ${begin.byte}` : `line ${begin.line + line - 1}`;
  return refuse(
    `The output is not JSON: ${message} at ${place}, column ${column}`,
    isOpen ? stillRuns : 'Start at the line where the JSON begins, or search the output for text',
  );
}

async function selectFromDocument(
  { root, bytes, totalBytes, valid }: ParsedDocument,
  query: JsonQuery,
  begin: SelectionPlace,
  { limitBytes, signal }: SelectOptions,
): Promise<SelectedJson | RefusedSelection> {
  const found = await query.selectInTurns(root, bytes, signal);
  if (found === 'too-much') return tooMuch('document');
  const list = new ValueList(begin.value, limitBytes);
  for (const value of found) list.add(value);
  const { values, count, next, tooLarge, roundsNumbers } = list;
  return {
    status: 'selected',
    form: 'document',
    values,
    total: count,
    more: next !== undefined,
    stoppedBy: next === undefined ? undefined : 'size',
    next: next === undefined ? undefined : { ...begin, value: next },
    tooLarge,
    badLines: undefined,
    incompleteLines: 0,
    fromByte: begin.byte,
    totalBytes,
    lostBytes: 0,
    roundsNumbers,
    valid,
  };
}
