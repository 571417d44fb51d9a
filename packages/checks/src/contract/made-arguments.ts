// Values for the arguments that a command cannot do without, where its manifest has no example: of the type that it
// declares, and as plain as can be.
import { asList, isText, type JsonObject } from './json.js';

const words = [
  'word',
  'a1',
  'abc',
  '1',
  'A1',
  'abc-123',
  'ABC-123',
  'word.txt',
  'a@example.com',
  '2026-02-02',
  '1.2.3',
];

const byFormat: Readonly<Record<string, string>> = {
  ...{ path: 'notes.txt', date: '2026-02-02', datetime: '2026-02-02T10:00:00Z', 'date-time': '2026-02-02T10:00:00Z' },
  ...{ time: '10:00:00Z', email: 'ada@example.com', uri: 'https://example.com/', url: 'https://example.com/' },
  ...{ uuid: '6f1d2c3e-4b5a-4c6d-8e7f-9a0b1c2d3e4f', duration: 'PT1H', hostname: 'example.com', ipv4: '192.0.2.1' },
};

/** The words after the command; undefined where there is no telling what one of them could be. */
export function madeArguments(
  flags: Readonly<Record<string, JsonObject>>,
  positionals: readonly JsonObject[],
): readonly string[] | undefined {
  const given: string[] = [];
  for (const about of positionals.filter(({ required }) => required === true)) {
    const value = madeValue(about);
    if (value === undefined) return undefined;
    given.push(value);
  }
  for (const [flag, about] of Object.entries(flags).filter(([, { required }]) => required === true)) {
    const value = madeValue(about);
    if (value === undefined) return undefined;
    given.push(...(about.type === 'boolean' ? [`--${flag}`] : [`--${flag}`, value]));
  }
  return given;
}

function madeValue({ type, format, enum_values: choices, pattern, secret, minimum, maximum }: JsonObject) {
  // It comes from a variable or a file, and no stranger has it.
  if (secret === true) return undefined;
  const [choice] = asList(choices);
  if (choice !== undefined) return String(choice);
  if (type === 'integer' || type === 'number') return madeNumber(minimum, maximum);
  if (isText(pattern)) return words.find((word) => matches(word, pattern));
  return byFormat[String(format ?? type)] ?? words[0];
}

function madeNumber(minimum: unknown, maximum: unknown): string {
  const least = typeof minimum === 'number' ? Math.ceil(minimum) : 1;
  return String(typeof maximum === 'number' ? Math.min(maximum, Math.max(least, 1)) : Math.max(least, 1));
}

function matches(word: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(word);
  } catch {
    return false;
  }
}
