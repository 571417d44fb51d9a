// One word → one typed value. Numbers and dates are read strictly: what is not exactly one is refused.
import type { ItemType, ParameterType } from '../vocabulary/command.js';

export interface ValueProblem {
  readonly code: string;
  /** Continues the sentence "The --max argument …". */
  readonly message: string;
  readonly hint: string;
}

export type ValueResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: ValueProblem };

const integerText = /^-?(?:0|[1-9]\d*)$/;
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads a word that stands for a whole value of this type; arrays and objects have readers of their own. */
export function readValue(type: ItemType, text: string): ValueResult {
  switch (type) {
    case 'string':
      return { ok: true, value: text };
    case 'path':
      return checkedPath(text);
    case 'integer':
      return integerText.test(text)
        ? checkedInteger(Number(text))
        : wrong('INVALID_INTEGER', 'is not an integer', integerHint);
    case 'number': {
      const value = numberText.test(text) ? Number(text) : Number.NaN;
      return Number.isFinite(value) ? { ok: true, value } : wrong('INVALID_NUMBER', 'is not a number', numberHint);
    }
    case 'boolean':
      if (text === 'true') return { ok: true, value: true };
      if (text === 'false') return { ok: true, value: false };
      return wrong('INVALID_BOOLEAN', 'is neither true nor false', booleanHint);
    case 'datetime':
      return isDateTime(text) ? { ok: true, value: text } : wrongDate(text);
    default:
      return type satisfies never;
  }
}

const textHint = 'Remove NUL characters and halves of surrogate pairs';
const pathHint = 'Use a plain file path with nothing after it (e.g., reports/summary.txt)';
const integerHint = 'Use a whole decimal number (e.g., 10 or -5)';
const numberHint = 'Use a decimal number (e.g., 3.14 or -0.5)';
const booleanHint = 'Use true or false';
/** Which of its numbers is the month is not known. */
const localHint = 'Write the year first, then the month: 17 November 2026 is 2026-11-17';
/** The specification has it in these words. */
const dateHint = 'Use ISO8601 format (e.g., 2026-02-02 or 2026-02-02T10:00:00Z)';

/** The same rules for a value that arrived as JSON. */
export function checkValue(type: ParameterType, value: unknown): ValueResult {
  switch (type) {
    case 'string':
    case 'path':
      if (typeof value !== 'string') return wrong('INVALID_TYPE', 'is not text', 'Use a JSON string');
      if (!isText(value)) return wrong('INVALID_TEXT', 'has a character that is not valid text', textHint);
      return type === 'path' ? checkedPath(value) : { ok: true, value };
    case 'integer':
      return typeof value === 'number'
        ? checkedInteger(value)
        : wrong('INVALID_INTEGER', 'is not an integer', integerHint);
    case 'number':
      return Number.isFinite(value) ? { ok: true, value } : wrong('INVALID_NUMBER', 'is not a number', numberHint);
    case 'boolean':
    case 'flag':
      return typeof value === 'boolean'
        ? { ok: true, value }
        : wrong('INVALID_BOOLEAN', 'is neither true nor false', booleanHint);
    case 'datetime':
      return typeof value === 'string' && isDateTime(value) ? { ok: true, value } : wrongDate(value);
    case 'array':
      return Array.isArray(value) ? { ok: true, value } : wrong('INVALID_TYPE', 'is not a list', 'Use a JSON array');
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ok: true, value }
        : wrong('INVALID_TYPE', 'is not an object', 'Use a JSON object');
    default:
      return type satisfies never;
  }
}

/**
 * What models take for a path when they have seen an address: a query, a fragment, a slash in percent. A file that is
 * really called so cannot be named.
 */
function checkedPath(text: string): ValueResult {
  if (/[\x00-\x1f\x7f]/.test(text)) {
    return wrong('INVALID_PATH', 'has a control character', 'Remove line breaks and other control characters');
  }
  if (/\?[\w.-]+=/.test(text)) return wrong('INVALID_PATH', 'has a query string, like a URL', pathHint);
  if (/[^/]#[\w-]+$/.test(text)) return wrong('INVALID_PATH', 'has a fragment, like a URL', pathHint);
  // What leads out of the workspace is told where paths are followed.
  if (/%(?:2f|5c|00)/i.test(text) && !/(?:\.|%2e){2}/i.test(text))
    return wrong('INVALID_PATH', 'has a percent-encoded character', pathHint);
  return { ok: true, value: text };
}

/** The same characters that a command line may have. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** `a,b\,c` → `a` and `b,c`. */
export function splitList(text: string): string[] {
  if (text === '') return [];
  if (!text.includes('\\,')) return text.split(',');
  return text.split(/(?<!\\),/).map((item) => item.replaceAll('\\,', ','));
}

/** Whether a word that starts with a dash is a number rather than an option. */
export function looksNumeric(text: string): boolean {
  return numberText.test(text);
}

function checkedInteger(value: number): ValueResult {
  if (!Number.isInteger(value)) return wrong('INVALID_INTEGER', 'is not an integer', integerHint);
  if (!Number.isSafeInteger(value)) {
    return wrong('INVALID_INTEGER', 'is too large to represent exactly', 'Use a whole number up to 9007199254740991');
  }
  return { ok: true, value };
}

/** The time of day has its bounds in the pattern; how many days a month has is looked up. */
const dateTimeText =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

/** A day that exists, with or without a time that exists. */
function isDateTime(text: string): boolean {
  if (!dateTimeText.test(text)) return false;
  const day = Number(text.slice(8, 10));
  return day <= 28 || day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

/** A day that is written well may still be none: then the way it is written is not what is wrong. */
function wrongDate(value: unknown): ValueResult {
  if (typeof value === 'string' && dateTimeText.test(value)) {
    const last = daysInMonth(Number(value.slice(0, 4)), Number(value.slice(5, 7)));
    const month = value.slice(0, 7);
    return wrong('INVALID_DATE_FORMAT', 'is a day that does not exist', `The last day of ${month} is ${month}-${last}`);
  }
  const isLocal = typeof value === 'string' && /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$/.test(value);
  return wrong('INVALID_DATE_FORMAT', 'has an invalid date format', isLocal ? localHint : dateHint);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function wrong(code: string, message: string, hint: string): ValueResult {
  return { ok: false, problem: { code, message, hint } };
}
