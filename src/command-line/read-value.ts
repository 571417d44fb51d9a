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
    case 'path':
      return { ok: true, value: text };
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
      return isDateTime(text)
        ? { ok: true, value: text }
        : wrong('INVALID_DATE_FORMAT', 'has an invalid date format', dateHint);
    default:
      return type satisfies never;
  }
}

const integerHint = 'Use a whole decimal number (e.g., 10 or -5)';
const numberHint = 'Use a decimal number (e.g., 3.14 or -0.5)';
const booleanHint = 'Use true or false';
const dateHint = 'Use ISO8601 format (e.g., 2026-02-02 or 2026-02-02T10:00:00Z)';

/** The same rules for a value that arrived as JSON. */
export function checkValue(type: ParameterType, value: unknown): ValueResult {
  switch (type) {
    case 'string':
    case 'path':
      return typeof value === 'string'
        ? { ok: true, value }
        : wrong('INVALID_TYPE', 'is not text', 'Use a JSON string');
    case 'integer':
      return typeof value === 'number'
        ? checkedInteger(value)
        : wrong('INVALID_INTEGER', 'is not an integer', integerHint);
    case 'number':
      return typeof value === 'number' ? { ok: true, value } : wrong('INVALID_NUMBER', 'is not a number', numberHint);
    case 'boolean':
    case 'flag':
      return typeof value === 'boolean'
        ? { ok: true, value }
        : wrong('INVALID_BOOLEAN', 'is neither true nor false', booleanHint);
    case 'datetime':
      return typeof value === 'string' && isDateTime(value)
        ? { ok: true, value }
        : wrong('INVALID_DATE_FORMAT', 'has an invalid date format', dateHint);
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
    return wrong('INVALID_INTEGER', 'is too large to be kept exactly', 'Use a whole number up to 9007199254740991');
  }
  return { ok: true, value };
}

const dateTimeText =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):(\d{2}))?)?$/;

/** A day that exists, with or without a time that exists. */
function isDateTime(text: string): boolean {
  const match = dateTimeText.exec(text);
  if (!match) return false;
  const [year, month, day, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  if (year === undefined || month === undefined || day === undefined) return false;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return false;
  return hour <= 23 && minute <= 59 && second <= 59 && offsetHour <= 23 && offsetMinute <= 59;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function wrong(code: string, message: string, hint: string): ValueResult {
  return { ok: false, problem: { code, message, hint } };
}
