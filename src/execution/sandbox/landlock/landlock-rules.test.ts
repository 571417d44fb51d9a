import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../tier.js';
import { cannotBeKept, landlockRules } from './landlock-rules.js';

const nothing: Scope = { readable: [], writable: [], kept: [], hidden: [], sockets: false, network: false };
const [listed, read, written] = [0x8, 0xd, 0x75bf];

function tree(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-landlock-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['src', 'notes/open', 'notes/closed', '.cmdgate'])
    mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, 'file'), '');
  symlinkSync('/', join(root, 'link'));
  return root;
}

/** Without what belongs to the system. */
function rulesOf(scope: Partial<Scope>) {
  const ofSystem = landlockRules(nothing).length;
  return landlockRules({ ...nothing, ...scope })
    .slice(ofSystem)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

test('what is hidden gets no rule, and what lies beside it has its own', () => {
  const root = tree();
  const hidden = [join(root, '.cmdgate'), join(root, 'notes/closed'), join(root, 'missing')];
  expect(rulesOf({ readable: [root, '/opt/tool', join(root, '.cmdgate')], hidden })).toEqual([
    { rights: read, path: '/opt/tool' },
    { rights: listed, path: root },
    { rights: read, path: join(root, 'file') },
    { rights: listed, path: join(root, 'notes') },
    { rights: read, path: join(root, 'notes/open') },
    { rights: read, path: join(root, 'src') },
  ]);
});

test('what is hidden by another name is hidden', () => {
  const root = tree();
  symlinkSync(root, join(root, 'src/again'));
  const rules = rulesOf({ readable: [root], hidden: [join(root, 'src/again/.cmdgate')] });
  const paths = rules.map(({ path }) => path);
  expect(paths).not.toContain(join(root, '.cmdgate'));
  expect(paths).toContain(join(root, 'file'));
});

test('writable is everything but devices and sockets', () => {
  expect(rulesOf({ writable: ['/w/out'] })).toEqual([{ rights: written, path: '/w/out' }]);
});

test('what would have to be kept inside of what is writable is a problem, each by its path', () => {
  const scope: Scope = {
    ...nothing,
    ...{ writable: ['/w/a', '/w/b'], hidden: ['/w/.cmdgate', '/w/b/ledger'] },
    kept: [
      { kind: 'empty', path: '/w/b/ledger' },
      { kind: 'protected', path: '/w/a/handles.json' },
      { kind: 'empty', path: '/w/c' },
    ],
  };
  expect(cannotBeKept(scope).map(({ message }) => message)).toEqual([
    '/w/b/ledger is in a place that programs can write to, and Landlock cannot protect it.',
    '/w/a/handles.json is in a place that programs can write to, and Landlock cannot protect it.',
  ]);
});
