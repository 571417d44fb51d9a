import { expect, test } from 'vitest';
import type { ProgramPlan } from '../vocabulary/program.js';
import { Secrets } from '../vocabulary/secrets.js';
import { fingerprintOf } from './approving/fingerprint.js';
import { Run } from './run/run.js';

function fingerprint(stdin: ProgramPlan['stdin']): string {
  const session = { id: 'session', workspace: '/', directory: '/' };
  const run = new Run(
    { line: 'x', door: 'library', caller: { name: 'one', may: 'everything' }, session },
    { idPrefix: 'run_', places: {} },
    1,
  );
  const plan = { program: '/bin/cat', name: 'cat', args: [], directory: '/', environment: {}, stdin };
  run.planned = {
    plan: plan as unknown as ProgramPlan,
    secrets: Secrets.none,
    untold: Secrets.none,
    sandbox: undefined,
    missingSandbox: undefined,
    seen: { at: 0, programs: [] },
  };
  return fingerprintOf(run, 'v1', { paths: [], programs: [], contents: [] });
}

test('who approved one input has approved no other, and none that is not written yet', () => {
  const inputs = [undefined, 'open', Buffer.from('open'), Buffer.from(''), Buffer.from('a')] as const;
  expect(new Set(inputs.map(fingerprint)).size).toBe(inputs.length);
  expect(fingerprint(Buffer.from('a'))).toBe(fingerprint(Buffer.from('a')));
});
