import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../test/fixtures/understanding-calls.js';
import { programs } from './programs/index.js';
import { indexByName } from './read-notation.js';
import { type Understanding, understand } from './understand.js';

let home: string;
let workspace: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-understand-')));
  workspace = join(home, 'workspace');
  for (const folder of ['outside', 'workspace/src', 'workspace/lib', 'workspace/.git/hooks', 'workspace/bin']) {
    mkdirSync(join(home, folder), { recursive: true });
  }
  for (const file of ['README.md', 'src/a.ts', 'lib/a.ts', 'a.tar', 'a.zip', 'package.json', 'bin/ls']) {
    writeFileSync(join(workspace, file), 'text\n');
  }
  symlinkSync('../outside', join(workspace, 'out'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

const resolve = (name: string) => (name.startsWith('missing') ? undefined : `/usr/bin/${name}`);

function read(name: string, args: readonly string[], program = `/usr/bin/${name}`): Understanding {
  return understand({ name, program, args, directory: workspace, workspace }, resolve);
}

const wordPattern = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

function wordsOf(line: string): string[] {
  return (line.match(wordPattern) ?? []).map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );
}

function meaningOf(understanding: Understanding): string {
  const words: string[] = [...understanding.effects];
  if (understanding.paths.some(({ inside, real, text }) => !inside && (real !== undefined || text.startsWith('~'))))
    words.push('outside');
  if (!understanding.understood) words.push('?');
  return words.sort().join(' ');
}

const lines = calls.split('\n').filter((line) => line.includes('=>'));

test.each(lines)('%s', (line) => {
  const [written = '', expected = ''] = line.split(/=>(?=[^=]*$)/);
  const [name = '', ...args] = wordsOf(written);
  expect(meaningOf(read(name, args))).toBe(expected.trim().split(/\s+/).sort().join(' '));
});

describe('text that env splits', () => {
  test.each([
    ['cat README.md', ['cat', 'README.md']],
    ['cat\tREADME.md', ['cat', 'README.md']],
    ['cat\vREADME.md\fx', ['cat', 'README.md', 'x']],
    [' cat  README.md ', ['cat', 'README.md']],
    // To env these are characters of a name like any other.
    ['cat\u00a0README.md', ['cat\u00a0README.md']],
    ['cat\u2003README.md', ['cat\u2003README.md']],
    ['cat\u3000README.md x', ['cat\u3000README.md', 'x']],
    ['cat\ufeffREADME.md', ['cat\ufeffREADME.md']],
    ['cat\u0085README.md', ['cat\u0085README.md']],
  ])('%j', (text, [name, ...args]) => {
    for (const given of [['-S', text], [`-S${text}`], [`--split-string=${text}`], ['-vS', text]]) {
      const step = read('env', given).steps[1];
      expect([step?.name, step?.args]).toEqual([name, args]);
    }
  });

  test.each(['cat $HOME/x', "cat 'a b'", 'cat "a"', 'cat a\\tb', 'cat # x', '-S cat', '--split-string=cat'])(
    'what env expands is not understood: %s',
    (text) => {
      expect(read('env', ['-S', text]).understood).toBe(false);
    },
  );
});

describe('what is told', () => {
  test('every program that runs, outermost first', () => {
    expect(read('env', ['LANG=C', 'timeout', '-s', 'KILL', '5', 'rm', '-r', 'src']).steps).toEqual([
      { name: 'env', program: '/usr/bin/env', args: ['LANG=C', 'timeout', '-s', 'KILL', '5', 'rm', '-r', 'src'] },
      { name: 'timeout', program: '/usr/bin/timeout', args: ['-s', 'KILL', '5', 'rm', '-r', 'src'] },
      { name: 'rm', program: '/usr/bin/rm', args: ['-r', 'src'] },
    ]);
  });

  test('where each path leads, and how it is used', () => {
    expect(read('cp', ['README.md', 'out/copy']).paths).toEqual([
      { argument: 'README.md', text: 'README.md', real: join(workspace, 'README.md'), inside: true, use: 'read' },
      { argument: 'out/copy', text: 'out/copy', real: join(home, 'outside/copy'), inside: false, use: 'write' },
    ]);
  });

  test('the evidence for it, with the argument', () => {
    expect(read('sed', ['-n', '1e id', '../x', '--unknown']).evidence).toEqual([
      { effect: 'inline-code', argument: '1e id', why: 'sed runs a command from its script', by: 'sed' },
      { effect: 'outside', argument: '../x', why: `resolves to ${home}/x, outside the workspace` },
      { effect: 'unknown-option', argument: '--unknown', why: 'sed has an unknown option' },
    ]);
  });

  test('that git runs hooks, which is not an effect', () => {
    const { effects, evidence, understood } = read('git', ['commit', '-m', 'message']);
    expect([...effects]).toEqual(['changes']);
    expect(understood).toBe(true);
    expect(evidence).toContainEqual({
      effect: 'hooks',
      why: "git commit runs the repository's hooks, unless it is started without them",
    });
  });

  test.each([
    ['ls', ['-l', '*.ts', 'src/*.ts'], [1, 2]],
    ['grep', ['-n', 'a*', '*.ts'], [2]],
    ['grep', ['-e', 'a*', '*.ts', 'b?'], [2, 3]],
    ['find', ['.', '-name', '*.ts'], []],
    ['env', ['LANG=C', 'wc', '-l', '*.ts'], [3]],
    ['echo', ['*.ts'], []],
    ['unlisted', ['*.ts'], []],
    ['git', ['add', '*.ts'], [1]],
    ['sort', ['-o', 'x*', 'y*'], [2]],
  ])('which operands of %s %j may be patterns of file names', (name, args, globs) => {
    expect(read(name, args).globs).toEqual(globs);
  });

  test('a NUL, a circle of links and a path through a file cannot be followed', () => {
    symlinkSync('circle', join(workspace, 'circle'));
    for (const path of ['a\0b', 'circle', 'README.md/x', 'nothing/../x', 'x'.repeat(5_000)]) {
      const { understood, evidence } = read('cat', [path]);
      expect(understood).toBe(false);
      expect(evidence.map(({ effect }) => effect)).toEqual(['unreadable']);
    }
    rmSync(join(workspace, 'circle'));
  });
});

describe('what the workspace brings', () => {
  const within = (files: Readonly<Record<string, string>>, check: () => void) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
    check();
    for (const name of Object.keys(files)) rmSync(join(workspace, name));
  };

  test.each([
    ['cargo', ['new', 'x'], 'rust-toolchain.toml'],
    ['rustup', ['--version'], 'rust-toolchain'],
    ['go', ['version'], 'go.mod'],
    ['go', ['env'], 'go.work'],
    ['flake8', ['--version'], 'setup.cfg'],
    ['pylint', ['--version'], '.pylintrc'],
    ['latexmk', ['--version'], '.latexmkrc'],
    ['jekyll', ['--version'], 'Gemfile'],
    ['ansible', ['--version'], 'ansible.cfg'],
    ['hg', ['--version'], '.hg'],
  ])('makes %s %j run code', (name, args, file) => {
    expect([...read(name, args).effects]).not.toContain('runs-code');
    within({ [file]: '' }, () => expect([...read(name, args).effects]).toContain('runs-code'));
  });

  test.each([
    ['zcat', ['x'], 'x.gz'],
    ['gzip', ['-dc', 'x'], 'x.gz'],
    ['unzip', ['-p', 'x'], 'x.zip'],
    ['zip', ['x', 'README.md'], 'x.zip'],
    ['7z', ['l', 'x'], 'x.7z'],
    ['zstd', ['x'], 'x.zst'],
    ['zstd', ['-d', 'x.zst'], 'x'],
  ])('leads %s %j out, by a link that is named with another ending', (name, args, link) => {
    expect(meaningOf(read(name, args))).not.toContain('outside');
    symlinkSync('../outside/x', join(workspace, link));
    expect(meaningOf(read(name, args))).toContain('outside');
    rmSync(join(workspace, link));
  });

  test('is patched only where every name in the patch stays inside', () => {
    const patch = (name: string) => `--- ${name}\n+++ ${name}\n@@ -1 +1 @@\n-a\n+b\n`;
    for (const [name, expected] of [
      ['README.md', 'changes reads'],
      ['a/src/a.ts', 'changes reads'],
      ['../x', '? changes reads'],
      ['a/../../x', '? changes reads'],
      ['a/out/x', '? changes reads'],
      ['/etc/x', '? changes reads'],
    ] as const) {
      within({ 'x.diff': patch(name) }, () => {
        expect([name, meaningOf(read('patch', ['-p1', '-i', 'x.diff']))]).toEqual([name, expected]);
        expect([name, meaningOf(read('git', ['apply', 'x.diff']))]).toEqual([name, expected]);
      });
    }
  });

  test('that a patch is a script for an editor cannot be told', () => {
    within({ 'x.diff': '1d\n' }, () => {
      expect(meaningOf(read('patch', ['README.md', 'x.diff']))).toBe('? changes reads');
    });
  });

  test('belongs to the owner where a folder holds what tells the gate what to do', () => {
    const owners = [join(workspace, 'src/policy.json')];
    const call = { name: 'mv', program: '/usr/bin/mv', directory: workspace, workspace, owners };
    const effects = (args: readonly string[]) => [...understand({ ...call, args }, resolve).effects].sort();
    expect(effects(['src', 'elsewhere'])).toEqual(['changes', 'reads', 'system']);
    expect(effects(['lib', 'elsewhere'])).toEqual(['changes', 'reads']);
    expect(effects(['README.md', 'src'])).toEqual(['changes', 'reads']);
  });
});

describe('which program it is', () => {
  const effectsOf = (name: string, program: string, args: readonly string[]) => meaningOf(read(name, args, program));

  test.each([
    ['ls', '/usr/bin/rm', ['README.md'], 'destroys'],
    ['ls', '/bin/busybox', ['README.md'], 'reads'],
    ['rm', '/bin/busybox', ['README.md'], 'destroys'],
    ['harmless', '/bin/busybox', ['README.md'], '?'],
    ['grep', '/bin/busybox', ['-r', 'x', '.'], 'outside reads'],
    ['grep', '/bin/grep', ['-r', 'x', '.'], 'reads'],
    ['sh', '/bin/busybox', ['--version'], 'runs-code'],
    ['sh', '/usr/bin/dash', ['-c', '$X'], 'inline-code'],
    ['sh', '/usr/bin/dash', ['-c', 'id'], ''],
    ['python', '/usr/bin/python3.11', ['-c', '1'], 'inline-code'],
    ['cc', '/usr/bin/x86_64-linux-gnu-gcc-12', ['a.c'], 'changes reads runs-code'],
    ['npm', '/usr/lib/node_modules/npm/bin/npm-cli.js', ['ls'], 'reads runs-code'],
    ['awk', '/usr/bin/mawk', ['{print $1}', 'README.md'], 'reads'],
    ['editor', '/usr/bin/vim.basic', ['README.md'], '?'],
    ['ls', '/opt/strange', ['README.md'], '?'],
    ['ls5', '/usr/bin/ls5', ['README.md'], '?'],
    ['xzcat', '/usr/bin/xz', ['README.md'], 'reads'],
    ['constructor', '/usr/bin/constructor', [], '?'],
    ['__proto__', '/usr/bin/__proto__', [], '?'],
  ])('%s at %s', (name, program, args, expected) => {
    expect(effectsOf(name, program, args)).toBe(expected);
  });

  test('one that lies in the workspace runs code, whatever its name', () => {
    expect(effectsOf('ls', join(workspace, 'bin/ls'), ['README.md'])).toBe('? runs-code');
  });
});

const index = indexByName(programs);
const word = fc.oneof(
  fc.constantFrom(...lines.flatMap((line) => wordsOf(line.split('=>')[0] ?? ''))),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

test('whatever it is given, it ends and does not throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...index.keys(), 'unlisted', ''), fc.array(word, { maxLength: 12 }), (name, args) => {
      const understanding = read(name, args);
      expect(understanding.steps.length).toBeGreaterThan(0);
      expect(understanding.globs.every((at) => args[at] !== undefined)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('an option that the table does not know is never understood', () => {
  const closed = [...index]
    .filter(([, { options = '', commands, order }]) => !/(?:^|\s)-+\*/.test(options) && !commands && order !== 'first')
    .map(([name]) => name);
  expect(closed.length).toBeGreaterThan(80);
  for (const name of closed) {
    for (const args of [
      ['--surely-not-known'],
      ['README.md', '--surely-not-known=1'],
      ['--surely-not-known', '/etc/passwd'],
    ]) {
      expect([name, read(name, args).understood]).toEqual([name, false]);
    }
  }
});

test('harmless text around a call does not hide what it does', () => {
  const dangerous = lines
    .map((line) => line.split('=>'))
    .filter(([, expected = '']) => /inline-code|destroys|outside/.test(expected))
    .map(([written = '', expected = '']) => ({
      words: wordsOf(written),
      expected: expected.split(/\s+/).filter((text) => /inline-code|outside|destroys/.test(text)),
    }));
  const wrappers = [
    ['env'],
    ['env', 'LANG=C'],
    ['timeout', '5'],
    ['nice', '-n', '5'],
    ['nohup'],
    ['stdbuf', '-oL'],
    ['sudo', '-u', 'root'],
    ['busybox', 'env'],
    ['command'],
    ['env', '-S', 'timeout 5'],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...dangerous),
      fc.array(fc.constantFrom(...wrappers), { minLength: 1, maxLength: 4 }),
      ({ words, expected }, around) => {
        const [name = '', ...args] = [...around.flat(), ...words];
        const found = meaningOf(read(name, args)).split(' ');
        expect(found).toEqual(expect.arrayContaining(expected));
      },
    ),
    { numRuns: 2_000 },
  );
});

describe('in a sandbox', () => {
  const held = (isHeld: boolean, name: string, ...args: string[]) =>
    meaningOf(
      understand({ name, program: `/usr/bin/${name}`, args, directory: workspace, workspace, isHeld }, () => undefined),
    );

  test.each([
    [['cat', '/etc/os-release'], 'reads'],
    [['ls', '/usr/share/doc'], 'reads'],
    [['ls', '/tmp'], 'reads'],
    [['tee', '/tmp/cmdgate-nobody-made-this'], 'changes'],
  ] as const)('%j is a file that the program really has', ([name, ...args], meaning) => {
    expect([
      held(true, name, ...args),
      held(false, name, ...args)
        .split(' ')
        .includes('outside'),
    ]).toEqual([meaning, true]);
  });

  test.each([
    ['cat', '/etc/shadow'],
    ['cat', '/root/.ssh/id_rsa'],
    ['touch', '/usr/bin/x'],
    ['cat', '/var/log/syslog'],
    ['ls', '/'],
  ])('%s %s is outside the workspace all the same', (name, path) => {
    expect(held(true, name, path)).toContain('outside');
  });
});
