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
import { expect, onTestFinished, test } from 'vitest';
import { ProgramMemory } from './program-memory.js';
import type { ProgramScope } from './resolve-program.js';

function place(): { directory: string; scope: ProgramScope; write: (name: string, text?: string) => string } {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-memory-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, 'bin'));
  return {
    directory,
    scope: { searchPath: [join(directory, 'bin')], trust: 'all', relative: 'refused' },
    write: (name, text = '#!/bin/sh\n') => {
      writeFileSync(join(directory, name), text, { mode: 0o755 });
      return join(directory, name);
    },
  };
}

test('a program that stays as it is is found again', () => {
  const { scope, write } = place();
  const program = write('bin/tool');
  const memory = new ProgramMemory();

  const first = memory.resolve('tool', scope);

  expect(first).toEqual({ ok: true, program, path: program, name: 'tool' });
  expect(memory.resolve('tool', scope)).toBe(first);
});

test.each<[string, (files: ReturnType<typeof place>) => void, object]>([
  [
    'is gone',
    ({ directory }) => rmSync(join(directory, 'bin/tool')),
    { ok: false, problem: { code: 'PROGRAM_NOT_FOUND' } },
  ],
  [
    'is no longer executable',
    ({ directory }) => chmodSync(join(directory, 'bin/tool'), 0o644),
    { ok: false, problem: { code: 'PROGRAM_NOT_EXECUTABLE' } },
  ],
  [
    'was replaced by what only a shell could run',
    ({ write, directory }) => {
      write('bin/new', 'no interpreter\n');
      renameSync(join(directory, 'bin/new'), join(directory, 'bin/tool'));
    },
    { ok: false, problem: { code: 'PROGRAM_NOT_EXECUTABLE' } },
  ],
  [
    'is now a link to another',
    ({ write, directory }) => {
      rmSync(join(directory, 'bin/tool'));
      symlinkSync(write('other'), join(directory, 'bin/tool'));
    },
    { ok: true, program: expect.stringMatching(/other$/) },
  ],
])('a program that %s is looked at anew', (_, change, expected) => {
  const files = place();
  files.write('bin/tool');
  const memory = new ProgramMemory();
  memory.resolve('tool', files.scope);

  change(files);

  expect(memory.resolve('tool', files.scope)).toMatchObject(expected);
});
