import { expect, test } from 'vitest';
import { checkContexts } from './contexts.js';
import type { RunCliOptions } from './run-cli.js';

test.each([
  [{ audit: true }, "audit must be { file: 'path of a file' }."],
  [{ ledger: {} }, "ledger must be { directory: 'path of a directory' }."],
  [{ ledger: null }, "ledger must be { directory: 'path of a directory' }."],
  [{ contexts: { red: { audit: {} } } }, "contexts.red.audit must be { file: 'path of a file' }."],
  [{ contexts: { red: { allows: [] } } }, 'Unknown setting "allows" in the context "red".'],
  [{ contexts: { 'a/b': {} } }, 'Invalid context name "a/b": use'],
])('%j is refused with what it should be', (options, message) => {
  expect(() => checkContexts({ name: 'notes', commands: {}, ...options } as RunCliOptions)).toThrow(message);
});

test('what is right, or not there, is taken', () => {
  const audit = { file: 'log.jsonl' };
  checkContexts({ name: 'notes', commands: {}, audit, contexts: { red: { ledger: { directory: '.cmdgate' } } } });
  checkContexts({ name: 'notes', commands: {} });
});
