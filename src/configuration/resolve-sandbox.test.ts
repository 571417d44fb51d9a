import { expect, test } from 'vitest';
import type { Report } from './check-configuration.js';
import { resolveOwnSandbox, resolveSandbox, resolveSandboxSetup } from './resolve-sandbox.js';

const file = '/office/cmdgate.config.json';

test('a mode alone says as much as an object with it', () => {
  expect(resolveSandbox('required', file)).toEqual(resolveSandbox({ mode: 'required' }, file));
});

test('paths are relative to the file', () => {
  expect(resolveSandbox({ readable: ['../shared'], writable: ['/out'] }, file)).toEqual({
    readable: ['/shared'],
    writable: ['/out'],
  });
});

test('commands are named as rules name them, and one program of shell by its name', () => {
  const told: unknown[] = [];
  const report: Report = (path, problem) => told.push([path, problem]);
  const commands = { deploy: { network: true }, 'gmail *': {}, 'shell g++': { writable: ['out'] } };
  expect(resolveSandboxSetup({ network: false, commands }, file, report)).toEqual({
    network: false,
    commands: { deploy: { network: true }, 'gmail *': {}, 'shell g++': { writable: ['/office/out'] } },
  });
  expect(told).toEqual([]);
  const wrong = ['shell ./x', 'shell npm test', '* mail', ''];
  const setup = { commands: Object.fromEntries(wrong.map((name) => [name, {}])) };
  expect(resolveSandboxSetup(setup, file, report)).toEqual({});
  expect(told).toEqual(
    wrong.map((name) => [
      ['sandbox', 'commands', name],
      {
        part: 'key',
        message: expect.stringMatching(/is not a command pattern|names no program/),
        fix: 'For example: "deploy", "gmail *", or "shell npm" for one program of shell.',
      },
    ]),
  );
});

test('who may work anywhere is outside, unless the owner says otherwise', () => {
  expect(resolveOwnSandbox({ paths: 'any' }, { mode: 'auto' }, file)).toEqual({ mode: 'off' });
  expect(resolveOwnSandbox({ paths: 'any' }, { mode: 'required' }, file)).toBeUndefined();
  expect(resolveOwnSandbox({ paths: 'any', sandbox: { network: true } }, {}, file)).toEqual({ network: true });
  expect(resolveOwnSandbox({ paths: 'workspace' }, { mode: 'auto' }, file)).toBeUndefined();
});
