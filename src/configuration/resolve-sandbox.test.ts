import { expect, test } from 'vitest';
import type { SandboxChoice } from '../vocabulary/sandbox.js';
import { type OwnPrograms, resolveOwnSandbox, resolveSandbox } from './resolve-sandbox.js';
import type { Surroundings } from './surroundings.js';

const surroundings = { file: '/office/cmdgate.config.json', report: () => undefined } as unknown as Surroundings;
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

test('who may work anywhere is outside, unless the owner says otherwise', () => {
  expect(own({ paths: 'any' }, { mode: 'auto' })).toEqual({ mode: 'off' });
  expect(own({ paths: 'any' }, { mode: 'required' })).toBeUndefined();
  expect(own({ paths: 'any', sandbox: { network: true } }, {})).toEqual({ network: true });
  expect(own({ paths: 'workspace' }, { mode: 'auto' })).toBeUndefined();
});
