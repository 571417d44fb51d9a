// What an editor knows about a file that imports cmdgate: the compiler's own service, over a file that exists nowhere.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const file = join(root, 'test/types/written.ts');
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
);
const written = { text: '', version: 0 };
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getScriptFileNames: () => [file],
  getScriptVersion: (name) => (name === file ? String(written.version) : '1'),
  getScriptSnapshot: (name) => {
    const text = name === file ? written.text : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCompilationSettings: () => options,
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
});

/** Every error of each program, all read at once: the text that is underlined, and what is said about it. */
export function errorsOf(head: string, programs: readonly string[]): readonly (readonly string[])[] {
  const blocks = programs.map((program) => `{ ${program} }\n`);
  const text = head + blocks.join('');
  write(text);
  const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
  let end = head.length;
  return blocks.map((block) => {
    const begin = end;
    end += block.length;
    return found
      .filter(({ start = 0 }) => start >= begin && start < end)
      .map(({ start = 0, length = 0, messageText }) => {
        const said = ts.flattenDiagnosticMessageText(messageText, '\n');
        return `${text.slice(start, start + length)}: ${said}`;
      });
  });
}

/** What is offered where the text has a `|`. */
export function offeredIn(text: string): readonly string[] {
  const at = text.indexOf('|');
  write(text.replace('|', ''));
  const entries = service.getCompletionsAtPosition(file, at, {})?.entries ?? [];
  // What is known everywhere, such as `Array`, comes after what is known here.
  return entries.filter(({ sortText }) => sortText < '15').map(({ name }) => name);
}

/** What is shown of the word that follows the `|`. */
export function shownIn(text: string): string {
  const at = text.indexOf('|');
  write(text.replace('|', ''));
  const info = service.getQuickInfoAtPosition(file, at);
  return [info?.displayParts, info?.documentation].map((parts) => ts.displayPartsToString(parts)).join('\n');
}

function write(text: string): void {
  written.text = text;
  written.version += 1;
}
