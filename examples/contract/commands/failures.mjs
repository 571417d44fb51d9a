// The ways to fail: one command for each exit code.
import { existsSync, writeFileSync } from 'node:fs';
import { CommandError } from 'cmdgate';
import { mutating, safe } from '../declare.mjs';

const failing = (exitCode, code, options) =>
  safe({
    fails: [exitCode],
    description: `Ends with ${code}`,
    handler: () => {
      throw new CommandError(code, `It ends with ${code}.`, options);
    },
  });

export const failures = {
  fail: {
    description: 'Ways to fail',
    subcommands: {
      missing: failing(5, 'NOT_FOUND'),
      conflict: failing(6, 'CONFLICT'),
      forbidden: failing(7, 'PERMISSION_DENIED'),
      'signed-out': failing(8, 'AUTH_REQUIRED'),
      unpaid: failing(9, 'PAYMENT_REQUIRED'),
      limited: failing(11, 'RATE_LIMITED', { retryAfterMs: 2_000 }),
      down: failing(12, 'UNAVAILABLE'),
      moved: failing(13, 'REDIRECTED', { redirect: { command: 'account', permanent: true, reason: 'Renamed' } }),
      thrown: safe({
        description: 'Throws what its author did not expect',
        exitCodes: {
          0: { description: 'Never', retryable: false, sideEffects: 'none' },
          1: { description: 'Always', retryable: false, sideEffects: 'none' },
        },
        handler: () => {
          throw new Error('the inside is nobody’s business');
        },
      }),
    },
  },
  prepare: mutating({
    description: 'Prepares what needs to be prepared',
    handler: () => {
      const effect = existsSync('prepared.txt') ? 'noop' : 'created';
      writeFileSync('prepared.txt', '');
      return { effect };
    },
  }),
  prepared: safe({
    fails: [4],
    description: 'Says how it can be mended',
    handler: () => {
      if (existsSync('prepared.txt')) return { ready: true };
      throw new CommandError('PRECONDITION', 'It is not prepared.', { hint: 'Prepare it', fixCommand: 'prepare' });
    },
  }),
};
