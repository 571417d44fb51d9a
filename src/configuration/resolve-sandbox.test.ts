import { expect, test } from 'vitest';
import { resolveOwnSandbox, resolveSandbox } from './resolve-sandbox.js';

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

test('who may work anywhere is outside, unless the owner says otherwise', () => {
  expect(resolveOwnSandbox({ paths: 'any' }, { mode: 'auto' }, file)).toEqual({ mode: 'off' });
  expect(resolveOwnSandbox({ paths: 'any' }, { mode: 'required' }, file)).toBeUndefined();
  expect(resolveOwnSandbox({ paths: 'any', sandbox: { network: true } }, {}, file)).toEqual({ network: true });
  expect(resolveOwnSandbox({ paths: 'workspace' }, { mode: 'auto' }, file)).toBeUndefined();
});
