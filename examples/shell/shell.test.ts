// An agent works in a copy of the repository: what it may do runs, what asks is answered, and what is denied is not done.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Approval, type ApprovalAnswer, type ConfiguredGate, createGate, type Outcome } from 'cmdgate';
import { afterEach, beforeEach, expect, test } from 'vitest';

const example = fileURLToPath(new URL('.', import.meta.url));

let home: string;
let workspace: string;
let gate: ConfiguredGate;
/** What the person was asked, and what the person says. */
let asked: Approval[];
let answer: ApprovalAnswer | undefined;

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-shell-')));
  workspace = join(home, 'workspace');
  cpSync(example, home, {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts') && !path.includes('.cmdgate'),
  });
  owner('init', '--quiet');
  owner('add', '.');
  owner('commit', '--quiet', '--message=First');
  asked = [];
  answer = undefined;
  gate = await createGate({
    config: 'cmdgate.config.yaml',
    directory: home,
    approve: async (approval) => {
      asked.push(approval);
      return answer;
    },
  });
});

afterEach(async () => {
  await gate.close();
  rmSync(home, { recursive: true, force: true });
});

/** What the owner of the repository does beside the agent. */
function owner(...words: string[]): string {
  const who = ['-c', 'user.name=Owner', '-c', 'user.email=owner@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...words], { cwd: workspace, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout;
}

function shell(command: string, ...parameters: string[]): Promise<Outcome> {
  return gate.run({ path: 'shell', input: { command, parameters } });
}

async function stdoutOf(command: string, ...parameters: string[]): Promise<string> {
  const outcome = await shell(command, ...parameters);
  if (outcome.status === 'failed') throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return (outcome.data as { stdout: string }).stdout;
}

async function errorOf(command: string, ...parameters: string[]) {
  const outcome = await shell(command, ...parameters);
  if (outcome.status !== 'failed') throw new Error('It completed.');
  return outcome.error;
}

test('every line of the README meets what its comment says', async () => {
  const words = { runs: 'allow', asks: 'ask', denied: 'deny' };
  const text = readFileSync(join(home, 'README.md'), 'utf8');
  const lines = [...text.matchAll(/^cmdgate shell (.+?) +# (runs|asks|denied): /gm)];
  expect(lines).toHaveLength(text.match(/^cmdgate shell /gm)?.length ?? 0);
  expect(lines.length).toBeGreaterThan(9);

  for (const [, line = '', said] of lines) {
    const outcome = await gate.run(`policy check ${line}`);
    const { decision } = (outcome.status === 'completed' ? outcome.data : outcome.error) as { decision?: string };
    expect(decision, line).toBe(words[said as keyof typeof words]);
  }
});

test('the rules do what their examples say, and mean commands that exist', async () => {
  expect(await gate.run('policy test')).toMatchObject({ status: 'completed', data: { failed: 0 } });
  expect(gate.warnings).toEqual([]);
});

test('the agent finds, changes, tests and commits, and nobody is asked', async () => {
  expect(await stdoutOf('grep', '-rn', 'export', 'src')).toContain('total');
  await stdoutOf('sed', '-i', 's/sum/result/g', 'src/total.mjs');
  expect(await stdoutOf('git', 'diff', '--stat')).toContain('src/total.mjs');
  expect(await stdoutOf('npm', 'test')).toContain('test/total.mjs');
  expect(await stdoutOf('node', '-p', '6 * 7')).toBe('42\n');
  owner('config', 'user.name', 'Agent');
  owner('config', 'user.email', 'agent@example.com');
  await stdoutOf('git', 'commit', '--all', '--message', "Name it what it is; it's a result");
  expect(owner('log', '-1', '--format=%an: %s')).toBe("Agent: Name it what it is; it's a result\n");
  expect(asked).toEqual([]);
});

test('what would be lost is lost only when a person says so, once', async () => {
  await stdoutOf('sed', '-i', 's/sum/result/g', 'src/total.mjs');
  answer = { answer: 'deny', by: 'owner', note: 'Keep it, and commit.' };
  expect(await errorOf('git', 'checkout', '--', 'src/total.mjs')).toMatchObject({
    code: 'PERMISSION_DENIED',
    message: expect.stringContaining('Keep it, and commit.'),
  });
  expect(owner('status', '--short')).toContain('M src/total.mjs');

  answer = { answer: 'approve', by: 'owner' };
  await stdoutOf('git', 'checkout', '--', 'src/total.mjs');
  expect(owner('status', '--short')).not.toContain('M src/total.mjs');

  answer = undefined;
  const error = await errorOf('git', 'checkout', '--', 'src/total.mjs');
  expect([error.code, error.approvalId]).toEqual(['APPROVAL_REQUIRED', expect.stringMatching(/^approval_/)]);
  expect(asked.map(({ subject }) => subject.args)).toEqual(Array(3).fill(['checkout', '--', 'src/total.mjs']));
});

test('what is denied is denied with what to do instead, whoever would approve it', async () => {
  answer = { answer: 'approve', by: 'owner' };

  expect(await errorOf('npm', 'publish')).toMatchObject({
    code: 'PERMISSION_DENIED',
    message: expect.stringContaining('Releases are made by people.'),
    hint: 'Say what should be released, and why.',
  });
  expect((await errorOf('cp', '../policy.json', 'mine.json')).message).toContain("rule 'leaves-workspace'");
  expect((await errorOf('timeout', '5', 'kill', '1')).message).toContain("rule 'changes-system'");
  expect(existsSync(join(workspace, 'mine.json'))).toBe(false);
  expect(asked).toEqual([]);
});
