// A directory in which a document's lines can be typed: its files are there, and so is the program `cmdgate`.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { blocksOf, root } from './documents.js';

export interface Workspace {
  readonly directory: string;
  /** Runs one line as a reader would type it. Nothing is on stdin, and no terminal is attached. */
  run(line: string): { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string };
  readonly environment: Readonly<Record<string, string>>;
  remove(): void;
}

/** A workspace with the files that a document prints under `<!-- file: … -->`. */
export function openDocumentWorkspace(document: string): Workspace {
  const workspace = openWorkspace();
  writeFileSync(join(workspace.directory, 'package.json'), '{ "type": "module" }\n');
  for (const { label, text } of blocksOf(document)) {
    const name = /^file: (.+)$/.exec(label)?.[1];
    if (name === undefined) continue;
    const file = join(workspace.directory, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
    // What a reader's own build would do.
    if (name.endsWith('.ts')) writeFileSync(file.replace(/\.ts$/, '.js'), compile(text));
  }
  return workspace;
}

/** A copy of an example, so that trying it out leaves nothing behind. */
export function openExampleWorkspace(example: 'office' | 'ledger'): Workspace {
  const workspace = openWorkspace();
  cpSync(join(root, 'examples', example), workspace.directory, {
    recursive: true,
    filter: (path) => !path.includes('/.cmdgate') && !path.includes('/downloads'),
  });
  return workspace;
}

function openWorkspace(): Workspace {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-docs-')));
  const directory = join(home, 'workspace');
  const programs = join(home, 'bin');
  const modules = join(directory, 'node_modules');
  for (const path of [programs, modules]) mkdirSync(path, { recursive: true });
  symlinkSync(root, join(modules, 'cmdgate'));
  symlinkSync(join(root, 'node_modules/zod'), join(modules, 'zod'));
  const program = join(programs, 'cmdgate');
  writeFileSync(program, `#!/bin/sh\nexec node '${join(root, 'bin/cmdgate.js')}' "$@"\n`);
  chmodSync(program, 0o755);
  const environment = {
    PATH: `${programs}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_STATE_HOME: join(home, 'state'),
  };
  return {
    directory,
    environment,
    run: (line) => {
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
        cwd: directory,
        env: environment,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 20_000,
      });
      return { exitCode: status, stdout, stderr };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

function compile(text: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}
