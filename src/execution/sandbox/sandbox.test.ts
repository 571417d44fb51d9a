import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { tryBubblewrap } from './bubblewrap/find-bubblewrap.js';
import { Sandbox } from './sandbox.js';

const nothing = { readOnly: [], hidden: [] };
const missing = {
  ok: false,
  reason: 'bubblewrap is not installed.',
  remedy: 'sudo apt-get install bubblewrap',
} as const;

function planIn(directory: string, more: Partial<ProgramPlan> = {}): ProgramPlan {
  return {
    ...{ program: '/usr/bin/true', name: 'true', args: [], directory, environment: {}, stdin: undefined },
    ...{ stdout: 'pipe', stderr: 'pipe', encoding: 'utf8', secrets: [], timeoutMs: undefined },
    ...more,
  } as ProgramPlan;
}

function temporary(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-sandbox-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('bubblewrap works here, and where it is missing the command that installs it is told', () => {
  expect(tryBubblewrap()).toMatchObject({ ok: true, tier: { name: 'bubblewrap' } });
  expect(tryBubblewrap(['/nowhere/bwrap'])).toEqual(missing);
  expect(tryBubblewrap(['/usr/bin/false'])).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^bubblewrap does not work/),
  });
});

test('what must be inside is refused where there is no sandbox, and else runs outside', () => {
  const plan = planIn('/');
  expect(new Sandbox({ mode: 'required' }, nothing, () => missing).judge(plan)).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Programs only run in a sandbox here, but none is available: bubblewrap is not installed.',
    hint: 'Tell the owner: sudo apt-get install bubblewrap',
  });
  expect(new Sandbox({ mode: 'auto' }, nothing, () => missing).judge(plan)).toBe('outside');
  expect(new Sandbox({}, nothing).judge(plan)).toBe('inside');
  expect(new Sandbox({}, nothing).judge(planIn('/', { sandbox: { mode: 'off' } }))).toBe('outside');
});

test('a working directory that is not in the sandbox is told', () => {
  const [workspace, own] = [temporary(), temporary()];
  const plan = planIn('/var');
  const enclosed = new Sandbox({}, nothing).enclose(plan, plan, {
    workspace,
    temporary: own,
    names: join(own, 'names'),
    ofRun: undefined,
  });
  expect(enclosed).toMatchObject({ code: 'UNAVAILABLE', message: 'The working directory /var is not in the sandbox.' });
});

test('what the loader reads never reaches bubblewrap, and secrets never its arguments', () => {
  const [workspace, own] = [temporary(), temporary()];
  const plan = planIn(workspace, { environment: { TOKEN: 'hush', LD_LIBRARY_PATH: '/lib' } });
  const place = { workspace, temporary: own, names: join(own, 'names'), ofRun: undefined };
  const enclosed = new Sandbox({}, nothing).enclose(plan, plan, place) as { plan: ProgramPlan };
  expect(enclosed.plan.environment).toEqual({ TOKEN: 'hush' });
  expect(enclosed.plan.args.join(' ')).not.toContain('hush');
  expect(enclosed.plan.args.join(' ')).toContain('--setenv LD_LIBRARY_PATH /lib');
});
