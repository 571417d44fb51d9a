import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { runPiped } from './run-piped.js';

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  [undefined, 0],
])('input that ends in the same turn as %s comes ends with %i', async (name, code) => {
  const controller = new AbortController();
  const input = new Readable({ read: () => undefined });
  // The loop tells a signal after what it has read in the same turn.
  input.once('end', () => setImmediate(() => name !== undefined && controller.abort(name)));
  input.push(null);
  const options = { input, output: new PassThrough(), errorOutput: new PassThrough(), signal: controller.signal };
  expect(await runPiped({ ...options, gate: {}, color: false } as unknown as Parameters<typeof runPiped>[0])).toBe(
    code,
  );
});
