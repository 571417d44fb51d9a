import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ProgramScope, resolveProgram } from './resolve-program.js';

let home: string;
let workspace: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-program-')));
  workspace = join(home, 'workspace');
});

beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  for (const folder of ['first', 'second', 'outside', 'workspace/bin', 'workspace/src']) {
    mkdirSync(join(home, folder), { recursive: true });
  }
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, text = '#!/bin/sh\necho hello\n', mode = 0o755): string {
  const file = join(home, path);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

function link(target: string, path: string): void {
  symlinkSync(target, join(home, path));
}

function scope(changes: Partial<ProgramScope> = {}): ProgramScope {
  return { searchPath: [join(home, 'first'), join(home, 'second')], trust: 'all', relative: 'refused', ...changes };
}

function resolved(written: unknown, changes: Partial<ProgramScope> = {}): string {
  const result = resolveProgram(written, scope(changes));
  if (result.ok) return `${result.name} = ${result.program.replace(home, '<home>')}`;
  const { code, message } = result.problem;
  return `${code}: ${message.replaceAll(home, '<home>')}`;
}

describe('a bare name', () => {
  test('is the first program of that name in the search path', () => {
    write('second/tool');
    expect(resolved('tool')).toBe('tool = <home>/second/tool');
    write('first/tool');
    expect(resolved('tool')).toBe('tool = <home>/first/tool');
  });

  test('leads to the real file and keeps its own name', () => {
    write('outside/busy');
    link('../outside/busy', 'first/list');
    expect(resolved('list')).toBe('list = <home>/outside/busy');
  });

  test('is not looked for in empty and relative entries, whatever the current directory is', () => {
    write('first/tool');
    const fromAnywhere = `${'../'.repeat(50)}${home.slice(1)}/first`;
    expect(resolved('tool', { searchPath: ['', '.', '~/bin', fromAnywhere] })).toBe(
      'PROGRAM_NOT_FOUND: There is no program "tool" in the search path.',
    );
  });

  test('is looked for further where a directory or a file of that name cannot be executed', () => {
    mkdirSync(join(home, 'first', 'tool'));
    write('second/tool');
    expect(resolved('tool')).toBe('tool = <home>/second/tool');
    write('first/other', '#!/bin/sh\n', 0o644);
    write('second/other');
    expect(resolved('other')).toBe('other = <home>/second/other');
  });

  test('of a file that cannot be executed, and of nothing better, says so', () => {
    write('second/tool', '#!/bin/sh\n', 0o644);
    expect(resolveProgram('tool', scope())).toEqual({
      ok: false,
      problem: {
        code: 'PROGRAM_NOT_EXECUTABLE',
        field: 'program',
        message: `The program "tool" (${home}/second/tool) is not executable by this user.`,
        hint: 'Make it executable (chmod +x), or name another program',
      },
    });
  });

  test('that is mistyped gets the nearest name', () => {
    write('first/convert');
    expect(resolveProgram('convrt', scope())).toEqual({
      ok: false,
      problem: {
        code: 'PROGRAM_NOT_FOUND',
        field: 'program',
        message: 'There is no program "convrt" in the search path.',
        hint: 'Did you mean "convert"?',
      },
    });
  });

  test('that resembles nothing gets plain advice, also where a directory of the search path is missing', () => {
    const searchPath = [join(home, 'missing'), join(home, 'first')];
    expect(resolveProgram('convert', scope({ searchPath }))).toEqual({
      ok: false,
      problem: {
        code: 'PROGRAM_NOT_FOUND',
        field: 'program',
        message: 'There is no program "convert" in the search path.',
        hint: 'Install it, or write its absolute path',
      },
    });
  });

  test('that is a dangling link or a circle of links is not found', () => {
    link('nowhere', 'first/dangling');
    link('circle', 'first/circle');
    expect(resolved('dangling')).toMatch(/^PROGRAM_NOT_FOUND/);
    expect(resolved('circle')).toMatch(/^PROGRAM_NOT_FOUND/);
  });
});

describe('a search path that the owner did not list himself', () => {
  const found =
    'PROGRAM_NOT_FOUND: The program "tool" was found only inside the workspace, where it could be replaced.';
  const untrusting = (...entries: string[]): Partial<ProgramScope> => ({
    searchPath: entries.map((entry) => join(home, entry)),
    trust: { outside: workspace },
  });

  test('skips directories inside the workspace', () => {
    write('workspace/bin/tool');
    expect(resolved('tool', untrusting('workspace/bin'))).toBe(found);
    write('second/tool');
    expect(resolved('tool', untrusting('workspace/bin', 'second'))).toBe('tool = <home>/second/tool');
  });

  test('skips a directory that is a link into the workspace', () => {
    write('workspace/bin/tool');
    link('workspace/bin', 'linked');
    expect(resolved('tool', untrusting('linked'))).toBe(found);
  });

  test('skips a program that is a link into the workspace', () => {
    write('workspace/bin/tool');
    link('../workspace/bin/tool', 'first/tool');
    expect(resolved('tool', untrusting('first'))).toBe(found);
  });

  test('skips a link in the workspace, wherever it leads', () => {
    write('outside/tool');
    link('../../outside/tool', 'workspace/bin/tool');
    expect(resolved('tool', untrusting('workspace/bin'))).toBe(found);
    link('../outside', 'workspace/tools');
    expect(resolved('tool', untrusting('workspace/tools'))).toBe(found);
  });

  test('skips a way that leads through the workspace and out again', () => {
    write('outside/tool');
    link('../../outside/tool', 'workspace/bin/middle');
    link('../workspace/bin/middle', 'first/tool');
    expect(resolved('tool', untrusting('first'))).toBe(found);
  });

  test('takes a directory whose name only begins like the workspace', () => {
    mkdirSync(join(home, 'workspace-two'));
    write('workspace-two/tool');
    expect(resolved('tool', untrusting('workspace-two'))).toBe('tool = <home>/workspace-two/tool');
  });

  test('does not matter where the owner listed it, or wrote the absolute path', () => {
    write('workspace/bin/tool');
    const { searchPath } = scope({ searchPath: [join(workspace, 'bin')] });
    expect(resolved('tool', { searchPath, trust: 'all' })).toBe('tool = <home>/workspace/bin/tool');
    expect(resolveProgram(join(workspace, 'bin/tool'), scope({ trust: { outside: workspace } })).ok).toBe(true);
  });
});

describe('an absolute path', () => {
  test('is the file that it leads to', () => {
    write('outside/busy');
    link('../outside/busy', 'first/list');
    expect(resolveProgram(`${home}/first/../first/list`, scope())).toEqual({
      ok: true,
      program: `${home}/outside/busy`,
      path: `${home}/first/../first/list`,
      name: `${home}/first/../first/list`,
    });
  });

  test('that leads to nothing is not found, without a search', () => {
    expect(resolved(`${home}/first/none`)).toBe(
      'PROGRAM_NOT_FOUND: The program "<home>/first/none" does not exist or cannot be reached.',
    );
  });

  test.each(['/', '/usr', '/dev/null'])('%s is not a file', (path) => {
    expect(resolved(path)).toBe(`PROGRAM_NOT_EXECUTABLE: The program ${JSON.stringify(path)} is not a file.`);
  });
});

describe('a relative path', () => {
  const allowed = () => ({ root: workspace, directory: join(workspace, 'src') });

  test('is refused unless the owner allows it', () => {
    expect(resolved('./deploy.sh')).toBe('INVALID_PROGRAM_NAME: The program "./deploy.sh" is a relative path.');
    expect(resolved('bin/deploy')).toBe('INVALID_PROGRAM_NAME: The program "bin/deploy" is a relative path.');
  });

  test('starts at the working directory', () => {
    write('workspace/src/deploy.sh');
    write('workspace/bin/tool');
    expect(resolved('./deploy.sh', { relative: allowed() })).toBe('./deploy.sh = <home>/workspace/src/deploy.sh');
    expect(resolved('../bin/tool', { relative: allowed() })).toBe('../bin/tool = <home>/workspace/bin/tool');
  });

  test('does not lead out of its root, neither by its names nor by links', () => {
    write('outside/tool');
    link('../../outside/tool', 'workspace/src/tool');
    const blocked = (written: string) =>
      `PATH_TRAVERSAL_BLOCKED: The program ${JSON.stringify(written)} is outside the workspace.`;
    expect(resolved('../../outside/tool', { relative: allowed() })).toBe(blocked('../../outside/tool'));
    expect(resolved('./tool', { relative: allowed() })).toBe(blocked('./tool'));
  });

  test('does not fall back to the search path', () => {
    write('first/tool');
    expect(resolved('./tool', { relative: allowed() })).toBe(
      'PROGRAM_NOT_FOUND: The program "./tool" does not exist or cannot be reached.',
    );
  });
});

test.each([
  [undefined, 'is not text'],
  [7, 'is not text'],
  [['ls'], 'is not text'],
  ['', 'is empty'],
  ['  ', 'is empty'],
  ['l\0s', 'contains a control character'],
  ['ls\n', 'contains a control character'],
  ['\u009bls', 'contains a control character'],
  ['\ud800', 'contains a control character'],
  ['.', '"." is a directory'],
  ['..', '".." is a directory'],
  ['/'.repeat(5_000), 'has more than 4095 bytes'],
  ['run.bat', 'is a batch file, which only a shell can run'],
  ['/opt/RUN.CMD', 'is a batch file, which only a shell can run'],
  ['run.bat. ', 'is a batch file, which only a shell can run'],
])('%j is no program name', (written, reason) => {
  expect(resolved(written)).toBe(`INVALID_PROGRAM_NAME: The program ${reason}.`);
});

test('a link to a batch file is refused as well', () => {
  write('outside/run.bat');
  link('../outside/run.bat', 'first/run');
  expect(resolved('run')).toBe(
    'PROGRAM_NOT_EXECUTABLE: The program "run" (<home>/outside/run.bat) is a batch file, which only a shell can run.',
  );
});

test('a name that is too long for a file is not found', () => {
  expect(resolved('x'.repeat(300))).toBe('PROGRAM_NOT_FOUND: There is no program in the search path.');
});

test('what was resolved is what runs, also when the link is turned elsewhere afterwards', () => {
  write('outside/good', '#!/bin/sh\necho good\n');
  write('outside/bad', '#!/bin/sh\necho bad\n');
  link('../outside/good', 'first/tool');
  const result = resolveProgram('tool', scope());
  link('../outside/bad', 'first/other');
  renameSync(join(home, 'first/other'), join(home, 'first/tool'));
  expect(result.ok && spawnSync(result.program, { encoding: 'utf8' }).stdout).toBe('good\n');
});

test('no text leads to a program outside the search path, unless it is an absolute path', () => {
  write('first/tool');
  const words = fc.array(fc.constantFrom('.', '..', '/', 'tool', 'first', ' ', '~', '%2e', '\\', '*', '$HOME', 'x'));
  fc.assert(
    fc.property(
      words.map((parts) => parts.join('')).filter((text) => !text.startsWith('/')),
      (written) => {
        const result = resolveProgram(written, scope());
        if (result.ok) expect(written).toBe('tool');
      },
    ),
    { numRuns: 500 },
  );
});
