import { expect, test } from 'vitest';
import type { SandboxChoice } from '../vocabulary/sandbox.js';
import { type OwnPrograms, resolveOwnSandbox, resolveSandbox, resolveSandboxSetup } from './resolve-sandbox.js';
import type { Surroundings } from './surroundings.js';

const told: unknown[] = [];
const surroundings = {
  file: '/office/cmdgate.config.json',
  environment: { HOME: '/home/ada' },
  report: (path: unknown, problem: unknown) => told.push([path, problem]),
} as unknown as Surroundings;
const resolved = (written: Parameters<typeof resolveSandbox>[0]) => resolveSandbox(written, ['sandbox'], surroundings);
const own = (programs: OwnPrograms, ofAll: SandboxChoice) =>
  resolveOwnSandbox(programs, ofAll, ['handles', 0], surroundings);

test('a mode alone says as much as an object with it', () => {
  expect(resolved('required')).toEqual(resolved({ mode: 'required' }));
});

test('paths are relative to the file', () => {
  expect(resolved({ readable: ['../shared'], writable: ['/out'] })).toEqual({
    readable: ['/shared'],
    writable: ['/out'],
  });
});

test('a home is written out, and everything is not let in', () => {
  resolved({ readable: ['~/.gitconfig', '~notes'], writable: ['..'] });
  expect(told.splice(0)).toEqual([
    [['sandbox', 'readable', 0], { message: '~ is not expanded here.', fix: 'Write "/home/ada/.gitconfig".' }],
    [
      ['sandbox', 'writable', 0],
      {
        message: 'Means everything, which leaves no sandbox.',
        fix: 'Name the directories that programs need; "mode": "off" runs them outside.',
      },
    ],
  ]);
});

test('commands are named as rules name them, and one program of shell by its name', () => {
  const commands = { deploy: { network: true }, 'gmail *': {}, 'shell g++': { writable: ['out'] } };
  expect(resolveSandboxSetup({ network: false, commands }, surroundings)).toEqual({
    network: false,
    commands: { deploy: { network: true }, 'gmail *': {}, 'shell g++': { writable: ['/office/out'] } },
  });
  expect(told).toEqual([]);
  const wrong = ['shell ./x', 'shell npm test', '* mail', ''];
  const setup = { commands: Object.fromEntries(wrong.map((name) => [name, {}])) };
  expect(resolveSandboxSetup(setup, surroundings)).toEqual({});
  expect(told).toEqual(
    wrong.map((name) => [
      ['sandbox', 'commands', name],
      {
        part: 'key',
        message: expect.stringMatching(/is not a command pattern|does not name a program/),
        fix: 'For example: "deploy", "gmail *", or "shell npm" for one program of shell.',
      },
    ]),
  );
});

test('who may work anywhere is outside, unless the owner says otherwise', () => {
  expect(own({ paths: 'any' }, { mode: 'auto' })).toEqual({ mode: 'off' });
  expect(own({ paths: 'any' }, { mode: 'required' })).toBeUndefined();
  expect(own({ paths: 'any', sandbox: { network: true } }, {})).toEqual({ network: true });
  expect(own({ paths: 'workspace' }, { mode: 'auto' })).toBeUndefined();
});
