// Only a person answers: what a gate has started cannot, whatever it does to itself, and neither can who writes files.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFileApprovalStore } from '../../src/ledger/approvals/file-approval-store.js';
import { sampleApproval } from '../../src/ledger/approvals/test-helpers.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { newWorkspace, openShell } from '../shell/workspace.js';

const bin = join(import.meta.dirname, '../../bin/cmdgate.js');
const canMark = existsSync('/usr/bin/prlimit') && process.platform === 'linux';

/** Everything may run: what is tried here are programs that a person has let run. */
const policy = {
  extends: 'nothing',
  default: 'allow',
  rules: [
    {
      id: 'all',
      decision: 'allow',
      reason: 'Everything runs here.',
      command: 'shell',
      program: ['bash', 'sh'],
      match: ['bash -c ls'],
    },
  ],
} as const;

const approve = `'${process.execPath}' '${bin}' approvals approve waiting`;

/** Somebody who types a yes until it is over. */
const typesYes = "{ i=0; while [ ! -e ended ] && [ $i -lt 300 ]; do printf 'y\\r'; sleep 0.1; i=$((i+1)); done; }";

/** Tries to approve, by a terminal of its own, and leaves what came of it in a file. */
const onTerminal = `${typesYes} | script -qec "${approve}; echo done > ended" /dev/null > said 2>&1`;

function openQuestion() {
  const workspace = newWorkspace({
    'try.sh': `${onTerminal}\n`,
    'wait.sh': 'i=0; while [ ! -e ended ] && [ $i -lt 300 ]; do sleep 0.1; i=$((i+1)); done; cat said\n',
  });
  onTestFinished(() => rmSync(ownDirectory(workspace), { recursive: true, force: true }));
  const store = openFileApprovalStore({ directory: ownDirectory(workspace) });
  store.open(sampleApproval('waiting', { expires_at: new Date(Date.now() + 600_000).toISOString() }));
  return { workspace, store };
}

/** What a program of the shell would need to find the same directories. */
const { HOME = '/', XDG_STATE_HOME } = process.env;
const places = { HOME, ...(XDG_STATE_HOME !== undefined && { XDG_STATE_HOME }) };
const exported = Object.entries(places)
  .map(([name, value]) => `${name}='${value}'`)
  .join(' ');

test('who nobody has started by a gate can approve by the same way', () => {
  const { workspace, store } = openQuestion();
  execFileSync('sh', ['try.sh'], { cwd: workspace, env: { PATH: process.env.PATH, ...places } });
  expect(store.find(sampleApproval('waiting').fingerprint)?.answer).toEqual({ answer: 'approve', by: 'terminal' });
});

describe.runIf(canMark)('a program that a gate has started cannot approve', () => {
  test.each([
    ['as it is', 'sh try.sh'],
    ['with an empty environment', 'env -i PATH="$PATH" sh try.sh'],
    ['with another soft limit', 'prlimit --locks=unlimited: sh try.sh || prlimit --locks=0: sh try.sh'],
    ['with other limits', 'prlimit --locks=unlimited:unlimited sh try.sh || prlimit --locks=1:1 sh try.sh'],
    ['with limits of its own shell', 'ulimit -x unlimited; ulimit -x 0; sh try.sh'],
    ['in a session of its own', 'setsid sh try.sh'],
    ['without parents', '(setsid sh try.sh &) & wait'],
    ['without parents and with another limit', '(setsid prlimit --locks=5:5 sh try.sh &) & wait'],
    ['under another name', `exec -a person sh try.sh`],
  ])('%s', async (_, line) => {
    const { workspace, store } = openQuestion();
    const shell = openShell({ workspace, policy });
    const { stdout } = await shell.run({
      command: 'bash',
      parameters: ['-c', `export ${exported}; (${line}) > /dev/null 2>&1; sh wait.sh`],
      timeout: 60_000,
    });
    expect(stdout).toContain('this process was started by a gate');
    expect(store.find(sampleApproval('waiting').fingerprint)?.answer).toBeUndefined();
  });

  test('where it asks at a terminal of its own either', async () => {
    const { workspace } = openQuestion();
    const line = `'${process.execPath}' '${bin}' shell -- touch made`;
    const inner = `printf 'y\\r' | script -qec "${line.replaceAll('"', '\\"')}" /dev/null`;
    const shell = openShell({ workspace, policy });
    await shell.run({ command: 'bash', parameters: ['-c', `export ${exported}; ${inner}`], timeout: 60_000 });
    expect(existsSync(join(workspace, 'made'))).toBe(false);
  });
});

test('a file that a program writes is no answer', async () => {
  const { workspace, store } = openQuestion();
  const place = join(ownDirectory(workspace), 'approvals/waiting/waiting');
  const shell = openShell({ workspace, policy });
  const forged = JSON.stringify({ answer: 'approve', by: 'terminal' });
  await shell.run({
    command: 'bash',
    parameters: ['-c', `mkdir '${place}/answer' && printf '%s' '${forged}' > '${place}/answer/answer.json'`],
  });
  expect(readdirSync(place)).toContain('answer');
  expect(store.take('waiting')).toBeUndefined();
});

test.runIf(spawnSync('bwrap', ['--version']).status === 0)('in a sandbox there is nothing to answer', async () => {
  const { workspace, store } = openQuestion();
  const shell = openShell({ workspace, policy, sandbox: 'required' });
  const own = ownDirectory(workspace);
  const key = join(own, 'approvals/seal.key');
  expect(readFileSync(key, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  const { stdout } = await shell.run({
    command: 'bash',
    parameters: ['-c', `cat '${key}'; ls '${own}'; mkdir -p '${own}/approvals/waiting/waiting/answer'; echo tried`],
  });
  expect(stdout.trim()).toBe('tried');
  expect(existsSync(join(own, 'approvals/waiting/waiting/answer'))).toBe(false);
  expect(store.list().map(({ id }) => id)).toEqual(['waiting']);
});
