// Finds the manual in what a program printed: log lines may stand before and after it, and may hold braces or be JSON
// themselves.

import { type Document, unreadable } from '../../../documents/document.js';
import { parseJson } from '../../../documents/parse-json.js';
import { isObject } from '../../../shape/kind-of.js';
import type { Fields } from '../../parameters/check-fields.js';
import { endOfJson } from './end-of-json.js';

const advice = 'Make it print one manual as JSON to standard output, starting on a line of its own.';

/** The first complete JSON value that begins a line and looks like a manual. Places are those of the whole text. */
export function findManual(output: string): Document {
  const printed = output.replace(/^\ufeff/, '');
  let broken: Document | undefined;
  let hasOther = false;
  let from = 0;
  // What has no end is not looked through again from each of its lines.
  const endless = new Set<number>();
  for (let start = nextStart(printed, from); start !== undefined; start = nextStart(printed, from)) {
    from = start + 1;
    if (endless.has(start)) continue;
    const found = endOfJson(printed, start);
    if (found.status !== 'complete') {
      for (const one of found.open) endless.add(one);
      if (found.status === 'unfinished') broken ??= parseAt(printed, start, printed.length);
      continue;
    }
    const value = parse(printed.slice(start, found.end));
    if (value === undefined) broken ??= parseAt(printed, start, found.end);
    else if (looksLikeManual(value)) return parseAt(printed, start, found.end);
    else {
      hasOther = true;
      from = found.end;
    }
  }
  if (broken) return asMistake(broken);
  if (printed.trim() === '') return unreadable({ message: 'The program printed nothing.', fix: advice });
  const message = hasOther
    ? 'The program printed JSON, but not a manual: there is no list of "tools".'
    : 'The program printed no JSON.';
  return unreadable({ message, fix: advice });
}

/** What begins a line with a brace or a bracket. */
function nextStart(text: string, from: number): number | undefined {
  const starts = /^[{[]/gm;
  starts.lastIndex = from;
  return starts.exec(text)?.index;
}

/** Only to see what it is: there may be a million log lines, and the places of their values are of no use. */
function parse(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** As many lines stand before it as in the whole text, so that places are right. */
function parseAt(text: string, start: number, end: number): Document {
  const linesBefore = text.slice(0, start).replaceAll(/[^\n]+/g, '');
  return parseJson(linesBefore + text.slice(start, end));
}

function looksLikeManual(value: object): boolean {
  if (Array.isArray(value)) return value.some((item) => isObject(item) && looksLikeTool(item));
  return isObject(value) && (Array.isArray(value.tools) || looksLikeTool(value));
}

function looksLikeTool(value: Fields): boolean {
  return Object.hasOwn(value, 'tool_call_template') || Object.hasOwn(value, 'tool_provider');
}

function asMistake(document: Document): Document {
  const problems = document.problems.map((problem) => ({
    ...problem,
    message: `The program printed invalid JSON. ${problem.message}`,
  }));
  return { ...document, value: undefined, problems };
}
