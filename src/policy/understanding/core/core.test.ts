// Every example of the closed core, in a workspace with the traps that the examples name.

import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenize } from '../../../command-line/tokenize.js';
import { obeyedElsewhere, runByTools } from '../../../vocabulary/obeyed-names.js';
import { findProgram } from '../find-program.js';
import { type GivenOption, readArguments } from '../read-arguments.js';
import { grammarOf } from '../read-notation.js';
import { understand } from '../understand.js';
import { asProgram, type CoreProgram, type CorePrograms } from './core-program.js';
import { isPlainSed } from './plain-sed.js';
import { corePrograms } from './programs/index.js';
import { isProtectedPath } from './protected-names.js';
import { wordKinds } from './words.js';

let root: string;
let workspace: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'core-')));
  workspace = join(root, 'workspace');
  for (const path of [
    'README.md',
    '-dash',
    'twin',
    '.envrc',
    '.gitattributes',
    'src/a.ts',
    'src/deep/b.ts',
    'lib/a.ts',
    'trap/workflows/ci.yml',
    'trap/.envrc',
    '../outside/secret',
  ]) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), 'text\n');
  }
  linkSync(join(workspace, 'twin'), join(workspace, 'other-twin'));
  for (const [link, target] of [
    ['out', '../outside'],
    ['inner-link', 'README.md'],
    ['src/link', '../README.md'],
    ['src-link', 'src'],
    ['deep-link', 'src/deep'],
    ['dangling', 'nowhere'],
  ] as const)
    symlinkSync(target, join(workspace, link));
  spawnSync('mkfifo', [join(workspace, 'pipe')]);
  spawnSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: workspace });
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function read(line: string) {
  const words = tokenize(line);
  if (!Array.isArray(words)) throw new Error(`${line} cannot be read`);
  const [name = '', ...args] = words as string[];
  const find = (program: string) => `/usr/bin/${program}`;
  const mayAssign = (variable: string) => /^(?:[XY]|LC_ALL)$/.test(variable);
  const where = { directory: workspace, workspace, platform: 'linux' };
  return understand({ name, program: find(name), args, ...where, stdin: true, mayAssign }, find);
}

interface Entry {
  readonly path: string;
  readonly core: CoreProgram;
}

function entries(programs: CorePrograms, before = ''): Entry[] {
  return Object.entries(programs).flatMap(([path, core]) => [
    { path: `${before}${path}`, core },
    ...entries(core.commands ?? {}, `${before}${path} `),
  ]);
}

const all = entries(corePrograms);
const examples = (kind: 'runs' | 'asks') => all.flatMap(({ core }) => core[kind]);

describe('the examples', () => {
  test.each(examples('runs'))('runs: %s', (line) => {
    expect(read(line).beyondCore()).toBe(undefined);
  });

  test.each(examples('asks'))('asks: %s', (line) => {
    expect(read(line).beyondCore()).toMatchObject({ effect: 'beyond-core' });
  });

  test('are there for every program and command, of both kinds', () => {
    const described = all.filter(({ core }) => core.runs.length === 0).map(({ path }) => path);
    // What is below them is shown by the examples above them.
    expect(described).toEqual(['git stash list', 'git worktree list', 'git remote get-url']);
    expect(examples('asks').length).toBeGreaterThan(200);
  });

  test('that run are also understood by the table, and do nothing but read and change', () => {
    const wrong = examples('runs').filter((line) => {
      const { understood, effects, evidence } = read(line);
      const doubts = evidence.filter(({ effect }) => effect !== 'hooks' && effect !== 'changes');
      return !understood || doubts.length > 0 || [...effects].some((effect) => !/^(?:reads|changes)$/.test(effect));
    });
    expect(wrong).toEqual([]);
  });
});

describe('the data', () => {
  test('names only kinds that exist', () => {
    const wrong = all.flatMap(({ path, core }) => {
      const { options, operands } = grammarOf(asProgram(core));
      const kinds = [
        ...[...options.values()].filter(({ value }) => value !== 'none').map(({ kind }) => kind),
        ...operands.leading,
        ...(operands.repeated === undefined ? [] : [operands.repeated]),
        ...operands.trailing,
      ];
      return kinds.filter((kind) => !wordKinds.includes(kind)).map((kind) => `${path}: ${kind}`);
    });
    expect(wrong).toEqual([]);
  });

  test('has no option that the table of programs does not know, or that it knows for more than reading', () => {
    const wrong = all.flatMap(
      ({ path, core }) =>
        path
          .split(' ')
          .at(-1)
          ?.split('|')
          .flatMap((last) => {
            const [name = '', ...commands] = [...path.split(' ').slice(0, -1), last];
            const known = findProgram(name, undefined);
            if (!known || core.reads) return [];
            let grammar = grammarOf(known.program);
            for (const command of commands) {
              const inner = grammar.commands?.get(command);
              if (!inner) return [`${path}: unknown to the table`];
              grammar = grammarOf(inner, grammar);
            }
            return [...grammarOf(asProgram(core)).options.keys()].flatMap((option) => {
              const { pieces } = readArguments(
                grammar,
                [option, 'x'].map((text, index) => ({ text, index })),
              );
              const given = pieces.filter((piece): piece is GivenOption => 'option' in piece);
              const effects = given.flatMap((piece) => piece.option.effects).filter((effect) => effect !== 'changes');
              return pieces.some((piece) => 'unknown' in piece) || effects.length > 0 ? [`${path} ${option}`] : [];
            });
          }) ?? [],
    );
    expect(wrong).toEqual([]);
  });
});

test('nothing is in the core on a system whose programs have other options', () => {
  const call = { name: 'ls', program: '/bin/ls', args: [], directory: workspace, workspace };
  expect(understand({ ...call, platform: 'darwin' }, () => undefined).beyondCore()).toEqual({
    effect: 'beyond-core',
    why: 'without a sandbox, every program needs approval on darwin',
  });
  expect(understand({ ...call, platform: 'linux' }, () => undefined).beyondCore()).toBe(undefined);
});

test.each([
  ['ls', '/usr/bin/rm'],
  ['ls', '/bin/busybox'],
  ['/usr/bin/ls', '/usr/bin/ls'],
  ['./ls', 'workspace/ls'],
  ['which', '/usr/bin/which.elsewhere'],
])('a name says nothing about another file: %s is %s', (name, file) => {
  const program = file.startsWith('/') ? file : join(root, file);
  const call = { name, program, args: [], directory: workspace, workspace, platform: 'linux' };
  expect(understand(call, () => undefined).beyondCore()).toMatchObject({ effect: 'beyond-core' });
});

test.each([
  ['s/a/b/', true],
  ['s/a/b/gp;p', true],
  ['s/[^,]*,//2', true],
  ['/x/!d', true],
  ['$d', true],
  ['1~2p', true],
  ['0,/x/I d', true],
  ['1,+3 { s/a/b/ ; p }', true],
  ['s/\\//x/', true],
  ['s,a,b\\,c,', true],
  ['q5', true],
  ['', true],
  ['s/a/b/gw x', false],
  ['s/a/b/ge', false],
  ['s/[/]/x/', false],
  ['s/[\\]/]/w x/', false],
  ['s/a/b', false],
  ['s\na\nb\nw x', false],
  ['sw a w b w', false],
  ['p w x', false],
  ['p\\\nw x', false],
  ['a w', true],
  ['1i\\// head', true],
  [':a;N;$!ba;s/\\n/,/g', true],
  ['t x;p', true],
  ['a\\', false],
  ['a x\\\nw y', false],
  [':a w x', false],
  ['b a w', false],
  ['a x\nw y', false],
  ['/x/e', false],
  ['#n\np', false],
  ['R x', false],
  ['W x', false],
  ['v', false],
  ['F', false],
  ['y/a/b/w x', false],
  ['}', false],
  ['{p', false],
  ['\\,x,p', false],
])('whether a script of sed only edits: %j', (script, isPlain) => {
  expect(isPlainSed(script)).toBe(isPlain);
});

test.each([
  ['.git/config', true],
  ['packages/a/.GIT/hooks/x', true],
  ['.github/workflows/ci.yml', true],
  ['.github/ISSUE_TEMPLATE.md', false],
  ['src/cmdgate.config.ts', true],
  ['a/.claude', true],
  ['.venv/lib/python3/site-packages/x.pth', true],
  ['model.pth', false],
  // Also what only the sandbox kept before, and the other way round.
  ['opencode.json', true],
  ['bunfig.toml', true],
  ['a/x.code-workspace', true],
  ['lint-staged.config.js', true],
  ['lefthook-local.yml', true],
  ['.yarn/releases/yarn.cjs', true],
  ['.yarn/cache/x.zip', false],
  ['.gitea/workflows/ci.yml', true],
  ['Jenkinsfile', true],
  ['.Rprofile', true],
  ['.netrc', true],
  ['.cargo/config.toml', true],
  ['src/git.ts', false],
  ['.gitignore', false],
])('whether other tools obey %s', (path, is) => {
  expect(isProtectedPath(path)).toBe(is);
});

test('everything that a sandbox keeps programs from writing is asked about without one', () => {
  const { names, inDirectories, endings, beginnings } = runByTools;
  const all = [
    ...names,
    ...Object.entries(inDirectories).flatMap(([folder, inner]) => inner.map((name) => `${folder}/${name}`)),
    ...[...endings.map((ending) => `x${ending}`), ...beginnings.map((beginning) => `${beginning}x`)],
    ...obeyedElsewhere,
  ];
  expect(all.filter((name) => !isProtectedPath(`deep/${name}`))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});
