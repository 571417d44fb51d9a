import { expect, test } from 'vitest';
import { GateError } from '../vocabulary/gate-error.js';
import { largestAnswer, prefixOf, traceIdOf } from './own-variables.js';

test.each([
  ['cmdgate', 'CMDGATE'],
  ['my-tool', 'MY_TOOL'],
  ['a.b--c', 'A_B_C'],
])('the variables of %s begin with %s', (name, prefix) => {
  expect(prefixOf(name)).toBe(prefix);
});

test.each([
  [{}, undefined],
  [{ TOOL_TRACE_ID: 'a' }, 'a'],
  [{ TOOL_TRACE_ID: 'a', X_TRACE_ID: 'b' }, 'b'],
  [{ TOOL_TRACE_ID: 'a', X_TRACE_ID: '' }, 'a'],
  [{ TOOL_TRACE_ID: 'a b' }, undefined],
  [{ TOOL_TRACE_ID: 'a'.repeat(129) }, undefined],
])('the trace id in %j is %s', (environment, traceId) => {
  expect(traceIdOf({ environment, prefix: 'X' })).toBe(traceId);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['100000', 100_000],
])('%j bytes are %s', (text, bytes) => {
  expect(largestAnswer({ environment: { X_MAX_OUTPUT_BYTES: text }, prefix: 'X' })).toBe(bytes);
});

test.each(['10', '-1', '1.5', 'many'])('%s bytes are refused', (text) => {
  expect(largestAnswer({ environment: { X_MAX_OUTPUT_BYTES: text }, prefix: 'X' })).toBeInstanceOf(GateError);
});
