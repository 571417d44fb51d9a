// What an editor knows about files that import cmdgate: the compiler's own service, over files that exist nowhere. Write
// them all before the first question, so that the compiler reads everything once.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = new Map<string, string>();
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
);
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getScriptFileNames: () => [...files.keys()],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) => {
    const text = files.get(name) ?? ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCompilationSettings: () => options,
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => files.has(name) || ts.sys.fileExists(name),
});

/** A text in which `|` is where somebody types. */
export class Typed {
  readonly #file: string;
  readonly #at: number;

  constructor(text: string) {
    this.#at = text.indexOf('|');
    this.#file = write(text.replace('|', ''));
  }

  /** What is offered there. */
  offered(): readonly string[] {
    const entries = service.getCompletionsAtPosition(this.#file, this.#at, {})?.entries ?? [];
    // What is known everywhere, such as `Array`, comes after what is known here.
    return entries.filter(({ sortText }) => sortText < '15').map(({ name }) => name);
  }

  /** What is shown of the word that follows. */
  shown(): string {
    const info = service.getQuickInfoAtPosition(this.#file, this.#at);
    return [info?.displayParts, info?.documentation].map((parts) => ts.displayPartsToString(parts)).join('\n');
  }
}

/** Every error of each program, in one file: the text that is underlined, and what is said about it. */
export class Programs {
  readonly #file: string;
  readonly #text: string;
  readonly #ends: readonly number[];

  constructor(head: string, programs: readonly string[]) {
    const ends = [head.length];
    let text = head;
    for (const program of programs) {
      text += `{ ${program} }\n`;
      ends.push(text.length);
    }
    this.#ends = ends;
    this.#text = text;
    this.#file = write(text);
  }

  errors(): readonly (readonly string[])[] {
    const found = [...service.getSyntacticDiagnostics(this.#file), ...service.getSemanticDiagnostics(this.#file)];
    return this.#ends.slice(1).map((end, index) => {
      const begin = this.#ends[index] ?? 0;
      return found
        .filter(({ start = 0 }) => start >= begin && start < end)
        .map(({ start = 0, length = 0, messageText }) => {
          const said = ts.flattenDiagnosticMessageText(messageText, '\n');
          return `${this.#text.slice(start, start + length)}: ${said}`;
        });
    });
  }
}

function write(text: string): string {
  const file = join(root, `test/types/written-${files.size + 1}.ts`);
  files.set(file, text);
  return file;
}
