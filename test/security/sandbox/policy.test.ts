// The policy as shipped, where the sandbox holds and where it does not.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBubblewrap } from '../../../src/execution/sandbox/bubblewrap/find-bubblewrap.js';
import { Sandbox } from '../../../src/execution/sandbox/sandbox.js';
import { createGate as createBareGate } from '../../../src/gate/gate.js';
import { PolicyJudge } from '../../../src/gate/judging/policy-judge.js';
import { localCaller, openSession } from '../../../src/gate/session.js';
import { type ConfiguredGate, createGate } from '../../../src/index.js';
import type { Policy } from '../../../src/policy/rules/policy.js';
import { readPolicy } from '../../../src/policy/rules/read-policy.js';
import { standardPolicy } from '../../../src/policy/rules/standard-policy.js';
import { shellCommand } from '../../../src/sources/shell/shell-command.js';
import { usualShell } from '../../../src/sources/shell/shell-host.js';
import type { SandboxMode } from '../../../src/vocabulary/sandbox.js';
import { temporaryDirectory } from '../../programs/workspace.js';
import { attacks } from '../corpus/attacks/index.js';
import type { Attack, Decision } from '../corpus/entry.js';
import { runCorpus, type StagedRequest } from '../corpus/run-corpus.js';

const missing = { ok: false, reason: 'bubblewrap is not installed.', remedy: 'Install it' } as const;
const searchPath = ['/usr/bin', '/bin'];

/** A gate whose bubblewrap is there as often as it is looked for and `isThere` says so. */
function openGate(mode: SandboxMode, isThere: () => boolean, policy = standardPolicy()) {
  const workspace = temporaryDirectory();
  const sandbox = new Sandbox({ mode }, { readOnly: [], hidden: [] }, () => (isThere() ? findBubblewrap() : missing));
  const gate = createBareGate({
    ...{ workspace, sandbox, commands: { commands: [], groups: [] } },
    shell: shellCommand({ ...usualShell, searchPath, environment: { PATH: searchPath.join(':') }, pass: [], set: {} }),
    judge: new PolicyJudge({ policy, searchPath, store: undefined }),
  });
  onTestFinished(() => gate.close());
  const session = openSession(workspace);
  return {
    workspace,
    run: (line: string) => gate.run({ line, door: 'library', caller: localCaller, session }),
  };
}

function anythingInside(): Policy {
  const about = { id: 'inside', decision: 'allow', reason: 'The sandbox holds.', command: 'shell', when: 'sandboxed' };
  const rules = [{ ...about, match: ['unlisted'] }];
  return readPolicy({ default: 'deny', extends: 'nothing', rules }, () => undefined) as Policy;
}

describe('where there is no bubblewrap', () => {
  test('what only the sandbox allows asks or is denied, and what must be inside is not even asked about', async () => {
    const auto = openGate('auto', () => false);
    expect(await auto.run('shell sh -c "eval touch made"')).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
    expect(await auto.run('shell sh made.sh')).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
    const required = openGate('required', () => false);
    expect(await required.run('shell sh -c "eval touch made"')).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    expect([auto, required].map(({ workspace }) => existsSync(join(workspace, 'made')))).toEqual([false, false]);
  });

  test('the first answer of a session says so, and how to get one; the others do not', async () => {
    const { run } = openGate('auto', () => false);
    const first = await run('shell ls');
    expect(first.run.warnings).toEqual([
      {
        code: 'NO_SANDBOX',
        message:
          'There is no sandbox here: bubblewrap is not installed. Only a small set of calls runs without asking a person. With a sandbox, most calls need no approval; the owner can get one: Install it.',
      },
    ]);
    expect((await run('shell ls')).run.warnings).toEqual([]);
    // Who turned it off knows.
    for (const [mode, isThere] of [
      ['off', false],
      ['auto', true],
    ] as const)
      expect((await openGate(mode, () => isThere).run('shell ls')).run.warnings).toEqual([]);
  });

  test('the first answer says it also where it is a question', async () => {
    const { run } = openGate('auto', () => false);
    expect((await run('shell make')).run.warnings).toMatchObject([{ code: 'NO_SANDBOX' }]);
  });

  test('any more when it was there for the judgement, nothing runs', async () => {
    let looks = 0;
    const { run, workspace } = openGate('auto', () => ++looks === 1);
    expect(await run('shell sh -c "touch made"')).toMatchObject({
      status: 'failed',
      error: { code: expect.any(String) },
    });
    expect(existsSync(join(workspace, 'made'))).toBe(false);
    // A rule that looks at no program is not asked again right before the start.
    let times = 0;
    const blind = openGate('auto', () => ++times === 1, anythingInside());
    expect(await blind.run('shell sh -c "touch made"')).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
    expect(existsSync(join(blind.workspace, 'made'))).toBe(false);
    const steady = openGate('auto', () => true);
    expect(await steady.run('shell sh -c "touch made"')).toMatchObject({ data: { exit_code: 0, scope: 'enforced' } });
    expect(existsSync(join(steady.workspace, 'made'))).toBe(true);
  });
});

/** Where most of them run inside; of the others most are denied, there as elsewhere. */
const groups = ['swap', 'environment', 'network', 'git', 'repository', 'tool'];

/** That code runs, and changes the workspace, is what the sandbox is for. */
function isAboutOutside({ canary }: Attack): boolean {
  if ('path' in canary) return /^\{(?!canary|workspace)/.test(canary.path);
  return canary.kind !== 'shown' && canary.kind !== 'flooded';
}

describe('attacks on what is outside of the workspace', () => {
  const gates = new Map<string, Promise<ConfiguredGate>>();

  afterAll(async () => {
    for (const gate of gates.values()) await (await gate).close();
  });

  async function send(
    { command, parameters, directory, stdin, workspace, environment }: StagedRequest,
    dryRun: boolean,
  ) {
    const config = { shell: { enabled: true }, audit: false, sandbox: 'required' } as const;
    const variables = { PATH: process.env.PATH, ...environment };
    const opened = gates.get(workspace) ?? createGate({ config, directory: workspace, environment: variables });
    gates.set(workspace, opened);
    const more = { ...(directory !== undefined && { directory }), ...(stdin !== undefined && { stdin }) };
    const input = { command, parameters, timeout: 10_000, output_detail: 'full', ...more };
    return await (await opened).run({ path: 'shell', input }, { dryRun });
  }

  async function decide(request: StagedRequest): Promise<Decision> {
    const outcome = await send(request, true);
    if (outcome.status === 'failed') return outcome.error.code === 'APPROVAL_REQUIRED' ? 'ask' : 'deny';
    return (outcome.data as { decision?: Decision }).decision ?? 'allow';
  }

  test('touch nothing there, also those that only the sandbox lets run', { timeout: 120_000 }, async () => {
    const chosen = attacks.filter((attack) => groups.includes(attack.group) && isAboutOutside(attack));
    const { attacks: tried } = await runCorpus(
      {
        decide,
        run: async (request) => {
          const outcome = await send(request, false);
          const shown = outcome.status === 'failed' ? outcome.error.result : outcome.data;
          const { exit_code, stdout = '', stderr = '' } = (shown ?? {}) as Readonly<Record<string, unknown>>;
          const exitCode = typeof exit_code === 'number' ? exit_code : 255;
          return { exitCode, stdout: String(stdout), stderr: String(stderr) };
        },
      },
      { attacks: chosen, harmless: [] },
    );
    expect(tried.filter(({ outcome }) => outcome === 'let-through')).toEqual([]);
    expect(tried.filter(({ outcome }) => outcome === 'held').length).toBeGreaterThan(50);
  });
});
