import { type Document, type DocumentProblem, type KeyPath, placeAt, unreadable } from './document.js';
import { quoteForReport } from './quote-for-report.js';

// JSON.parse would do, but for three things: it keeps the last of two equal keys without a word, its messages
// quote the file (which may hold a secret), and it does not say where a value stands.

const stringToken = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordToken = /[A-Za-z]+/y;
const blanks = /[ \t\n\r]*/y;
const deepest = 100;

const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

class JsonSyntaxError extends Error {
  constructor(
    readonly offset: number,
    message: string,
    readonly fix: string,
  ) {
    super(message);
  }
}

interface Offsets {
  readonly key: number;
  readonly value: number;
}

/** Reads strict JSON: equal keys are problems, and every key and value can be located. */
export function parseJson(text: string): Document {
  const problems: DocumentProblem[] = [];
  const offsets = new Map<string, Offsets>();
  let position = 0;

  function match(token: RegExp): string | undefined {
    token.lastIndex = position;
    const found = token.exec(text)?.[0];
    if (found !== undefined) position += found.length;
    return found;
  }

  function skipBlanks(): string {
    match(blanks);
    return text.charAt(position);
  }

  function fail(expected: string): never {
    const found = text.charAt(position);
    if (found === '') {
      throw new JsonSyntaxError(position, `The file ends where ${expected} was expected.`, 'Complete the file.');
    }
    if (found === '/' || found === '#') {
      const fix = 'Remove it, or write YAML in a file that ends in .yaml, where comments begin with "#".';
      throw new JsonSyntaxError(position, 'JSON has no comments.', fix);
    }
    if (found === "'") throw new JsonSyntaxError(position, 'JSON has no single quotes.', 'Use double quotes: "…".');
    throw new JsonSyntaxError(
      position,
      `Expected ${expected}, not ${quoteForReport(String.fromCodePoint(text.codePointAt(position) ?? 0))}.`,
      'Fix the JSON here.',
    );
  }

  function readString(expected: string): string {
    const token = match(stringToken);
    if (token !== undefined) return JSON.parse(token) as string;
    if (text.charAt(position) !== '"') fail(expected);
    const fix = 'Close it on the same line; write \\n for a line break and \\\\ for a backslash.';
    throw new JsonSyntaxError(position, 'This string is not closed, or has an escape that JSON does not have.', fix);
  }

  function readValue(path: KeyPath): unknown {
    if (path.length > deepest) throw new JsonSyntaxError(position, 'Values are nested too deeply.', 'Flatten them.');
    const first = skipBlanks();
    if (first === '{') return readObject(path);
    if (first === '[') return readArray(path);
    if (first === '"') return readString('a value');
    const number = match(numberToken);
    if (number !== undefined) return Number(number);
    const start = position;
    const word = match(wordToken);
    if (word !== undefined && Object.hasOwn(words, word)) return words[word];
    position = start;
    return fail('a value');
  }

  function readObject(path: KeyPath): unknown {
    const object: Record<string, unknown> = {};
    position += 1;
    if (skipBlanks() === '}') position += 1;
    else {
      do {
        skipBlanks();
        const key = position;
        const name = readString('a key in double quotes');
        if (skipBlanks() !== ':') fail('":" after the key');
        position += 1;
        skipBlanks();
        const member = [...path, name];
        if (Object.hasOwn(object, name)) {
          problems.push({
            path: member,
            place: placeAt(text, key),
            message: `The key ${quoteForReport(name)} appears twice.`,
            fix: 'Keep one of the two.',
          });
        }
        offsets.set(toId(member), { key, value: position });
        // Not an assignment: "__proto__" has to become a key like any other.
        Object.defineProperty(object, name, {
          value: readValue(member),
          configurable: true,
          enumerable: true,
          writable: true,
        });
      } while (another('}'));
    }
    return object;
  }

  function readArray(path: KeyPath): unknown {
    const items: unknown[] = [];
    position += 1;
    if (skipBlanks() === ']') position += 1;
    else {
      do {
        skipBlanks();
        const item = [...path, items.length];
        offsets.set(toId(item), { key: position, value: position });
        items.push(readValue(item));
      } while (another(']'));
    }
    return items;
  }

  function another(end: '}' | ']'): boolean {
    const next = skipBlanks();
    if (next !== ',' && next !== end) fail(`"," or "${end}"`);
    position += 1;
    if (next === ',' && skipBlanks() === end) {
      throw new JsonSyntaxError(position, `There is a comma before "${end}".`, 'Remove the comma.');
    }
    return next === ',';
  }

  try {
    skipBlanks();
    offsets.set(toId([]), { key: position, value: position });
    const value = readValue([]);
    if (skipBlanks() !== '') fail('the end of the file');
    return {
      value,
      problems,
      locate: (path, part) => {
        const found = offsets.get(toId(path));
        return found === undefined ? undefined : placeAt(text, found[part]);
      },
    };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return unreadable({ place: placeAt(text, error.offset), message: error.message, fix: error.fix });
  }
}

function toId(path: KeyPath): string {
  return JSON.stringify(path);
}
