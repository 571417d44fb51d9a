// The options of the library's functions, read from their types with the compiler: a row for each, from its comment.

import { join } from 'node:path';
import ts from 'typescript';
import { root } from './documents.js';

/** By function: where its options are, and what they are called. */
const optionTypes: Readonly<Record<string, readonly [file: string, type: string]>> = {
  runCli: ['src/surfaces/cli/run-cli.ts', 'RunCliOptions'],
  createAcli: ['src/surfaces/library/create-acli.ts', 'AcliOptions'],
  createGate: ['src/surfaces/library/create-gate.ts', 'CreateGateOptions'],
  createShell: ['src/surfaces/library/create-shell.ts', 'ShellOptions'],
  serveStdio: ['src/surfaces/mcp/serve-stdio.ts', 'ServeStdioOptions'],
  serveHttp: ['src/surfaces/mcp/serve-http.ts', 'ServeHttpOptions'],
  createMcpServer: ['src/surfaces/mcp/server-options.ts', 'McpServerOptions'],
};

export interface OptionRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly meaning: string;
}

/** The rows of each function's options, required ones first. */
export function readOptionRows(): ReadonlyMap<string, readonly OptionRow[]> {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const program = ts.createProgram(
    Object.values(optionTypes).map(([file]) => join(root, file)),
    options,
  );
  const checker = program.getTypeChecker();
  return new Map(
    Object.entries(optionTypes).map(([name, [file, type]]) => [
      name,
      rowsOf(checker, program.getSourceFile(join(root, file)), type),
    ]),
  );
}

function rowsOf(checker: ts.TypeChecker, source: ts.SourceFile | undefined, name: string): readonly OptionRow[] {
  const symbol = source && checker.getSymbolAtLocation(source);
  const found = symbol && checker.getExportsOfModule(symbol).find((one) => one.name === name);
  if (!found) throw new Error(`There is no type ${name}.`);
  const rows = checker
    .getDeclaredTypeOfSymbol(found)
    .getProperties()
    // What is marked as internal is between the doors and the gate.
    .filter((property) => !property.getJsDocTags(checker).some((tag) => tag.name === 'internal'))
    .map((property) => ({
      name: property.name,
      type: typeOf(property),
      required: (property.flags & ts.SymbolFlags.Optional) === 0,
      meaning: ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim(),
    }));
  return [...rows.filter(({ required }) => required), ...rows.filter(({ required }) => !required)];
}

/** As it is written where it is declared: names say more than what they stand for. */
function typeOf(property: ts.Symbol): string {
  const [declaration] = property.getDeclarations() ?? [];
  if (!declaration) return '';
  const type = (declaration as ts.PropertySignature).type?.getText() ?? declaration.getText();
  const text = type
    .replaceAll(/\s+/g, ' ')
    .replaceAll('readonly ', '')
    .replace(/ \| undefined$/, '')
    // What TypeScript infers from is not what somebody writes.
    .replace(/^Inferred<C, TypedDefinitions<C> \| (.*)>$/, 'CommandDefinitions | $1');
  // What is longer is described in words.
  return text.length <= 60 ? text : `${text.replace(/[<{(].*$/s, '')}…`;
}

export function toTable(rows: readonly OptionRow[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const lines = rows.map(
    ({ name, type, required, meaning }) =>
      `| \`${name}\` | ${type === '' ? '' : `\`${cell(type)}\``} | ${required ? '**Required.** ' : ''}${cell(meaning)} |`,
  );
  return ['| Name | Type | Meaning |', '|---|---|---|', ...lines].join('\n');
}
