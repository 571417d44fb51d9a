import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readProbe } from './probe.js';

const result = (response: unknown, isError?: unknown) => ({
  kind: 'result' as const,
  result: { content: [{ type: 'text', text: JSON.stringify(response) }], isError },
});

describe('an answer is read', () => {
  test('as a success with its data', () => {
    expect(readProbe('help', result({ success: true, data: { commands: [] } }, false))).toMatchObject({
      sent: '"help"',
      outcome: 'success',
      code: undefined,
      data: { commands: [] },
      received: '{"success":true,"data":{"commands":[]}}',
    });
  });

  test('as a failure with its code', () => {
    const response = { success: false, error: { code: 'PARSE_ERROR', message: 'no' } };
    expect(readProbe("'", result(response, true))).toMatchObject({ outcome: 'failure', code: 'PARSE_ERROR' });
  });

  test.each([
    ['success', result({ success: true }, true), 'success'],
    ['isError, where success is missing', result({ data: 1 }, true), 'failure'],
    ['error, where both are missing', result({ error: { code: 'X' } }), 'failure'],
    ['nothing, where all are missing', result([1]), 'unclear'],
    ['a refusal by the protocol', { kind: 'refused' as const, reason: 'JSON-RPC error -32602' }, 'failure'],
    ['silence', { kind: 'silence' as const, reason: 'nothing within 5 ms' }, 'none'],
  ])('its outcome is decided by %s', (_title, exchange, outcome) => {
    expect(readProbe('help', exchange).outcome).toBe(outcome);
  });

  test('with a bare payload as data, where a server knows no envelope', () => {
    expect(readProbe('help', result({ commands: [] }, false)).data).toEqual({ commands: [] });
  });

  test('whatever it is', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }), (value) => {
        for (const nonsense of [value, { content: value }, { content: [value] }, { content: [{ text: value }] }]) {
          expect(readProbe('help', { kind: 'result', result: nonsense }).sent).toBe('"help"');
        }
        expect(readProbe('help', result(JSON.parse(JSON.stringify({ error: typeof value })), value)).sent).toBe(
          '"help"',
        );
      }),
    );
  });
});

test('a long line is shown in short, with its length', () => {
  const { sent } = readProbe('x'.repeat(10_001), { kind: 'silence', reason: 'none' });
  expect(sent).toBe(`"${'x'.repeat(119)}… (10003 characters)`);
});
