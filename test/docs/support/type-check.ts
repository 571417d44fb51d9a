// Type-checks the TypeScript blocks of the documents with the project's own settings, without writing them anywhere.
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { type Block, root } from './documents.js';

/** What the compiler says about these blocks; blocks of one document can import each other by their file names. */
export function typeCheck(blocks: readonly Block[]): string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const texts = new Map(blocks.map((block) => [pathOf(block), moduleText(block)]));
  const directories = new Set([...texts.keys()].flatMap(parentsOf));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists, getSourceFile } = host;
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.directoryExists = (directory) => directories.has(directory) || (directoryExists?.(directory) ?? false);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = texts.get(file);
    return text === undefined
      ? getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, text, languageVersion);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText, start = 0 }) => {
      const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${path.slice(virtualRoot.length)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

/** Below the tests, so that packages and `cmdgate` itself are found as they are from there. */
const virtualRoot = join(root, 'test/docs/blocks/');

function pathOf({ document, label, line }: Block): string {
  const file = /^file: (.+)$/.exec(label)?.[1] ?? `line-${line}.ts`;
  return join(virtualRoot, document, file);
}

/** A block without imports and exports is a module all the same. */
function moduleText({ text }: Block): string {
  return /^(?:import|export) /m.test(text) ? text : `${text}\nexport {};\n`;
}

function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let at = dirname(path); at.startsWith(virtualRoot.slice(0, -1)); at = dirname(at)) parents.push(at);
  return parents;
}
