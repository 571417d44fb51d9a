// Whoever approves sees all that the request decides, through every channel: what is hidden, cut or looks like something
// else is how code gets past a person.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGate } from 'cmdgate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Approval, createAcli } from '../../src/index.js';
import { readLedger } from '../../src/ledger/log/read-ledger.js';
import { describeApproval } from '../../src/renderings/approval/describe-approval.js';
import { colors } from '../../src/renderings/text/colors.js';
import { approvalMessage } from '../../src/surfaces/mcp/approval-message.js';
import { layOut } from '../../src/terminal/approval/lay-out.js';
import { makeDirectory } from '../cli/process.js';
import { shell as line, no, openPlanGate } from '../exec/plan-gate.js';
import { ledgerOf } from '../fixtures/ledger-entries.js';
import { openShell } from '../shell/workspace.js';

const hidden = '-----BEGIN RSA PRIVATE KEY-----\necho evil\n-----END RSA PRIVATE KEY-----\n';

/** What each channel shows of it. */
function shownIn(approval: Approval): readonly string[] {
  const onTerminal = layOut(describeApproval(approval), 1_000_000, colors(false)).join('\n');
  return [onTerminal, approvalMessage(approval, Date.now()) ?? 'nothing'];
}

function expectShown(approval: Approval | undefined, ...texts: readonly string[]): void {
  if (!approval) throw new Error('Nobody was asked.');
  for (const shown of shownIn(approval)) for (const text of texts) expect(shown).toContain(text);
}

/** Asks about it, and gives what was asked. */
async function asked(request: Parameters<ReturnType<typeof openShell>['run']>[0], files = {}): Promise<Approval> {
  const seen: Approval[] = [];
  const shell = openShell(
    {
      approve: async (approval) => {
        seen.push(approval);
        return { answer: 'deny', by: 'test' };
      },
    },
    files,
  );
  await shell.run(request);
  return seen[0] as Approval;
}

describe('what a program reads', () => {
  test('is shown whole, also where it looks like a secret', async () => {
    const approval = await asked({ command: 'sh', stdin: hidden });
    expect(approval.subject.stdin_text).toBe(hidden);
    expectShown(approval, '1 "-----BEGIN RSA PRIVATE KEY-----\\n"', '2 "echo evil\\n"');
  });

  test('cannot hide in letters, blanks or what steers a terminal', async () => {
    const text = `echo bu\u0456ld\n\u202eecho hidden\x1b[2J${' '.repeat(200)}; rm -r x\r\n`;
    const approval = await asked({ command: 'sh', stdin: text });
    expectShown(approval, String.raw`in ASCII: "echo bu\u0456ld\n"`, String.raw`\u202eecho hidden\x1b[2J`, '; rm -r x');
    for (const shown of shownIn(approval)) expect(shown).not.toMatch(/[\x1b\u202e\r]/);
  });

  test('is not asked about where it is longer than a client can show, or a person can read', async () => {
    const long = await asked({ command: 'sh', stdin: `${'true\n'.repeat(20_000)}echo evil\n` });
    expect(approvalMessage(long, Date.now())).toBeUndefined();
    const rows = describeApproval(long).find(({ label }) => label === 'Stdin');
    expect(rows?.values.at(-1)?.text).toBe('20001 "echo evil\\n"');

    const shell = openShell({ approve: async () => ({ answer: 'approve', by: 'test' }) });
    const { error } = await shell.run({ command: 'sh', stdin: 'true\n'.repeat(300_000) });
    expect([error?.code, error?.message]).toEqual(['PERMISSION_DENIED', expect.stringContaining('too large')]);
  });

  test('is not kept for ever', async () => {
    const gate = await openPlanGate({ approve: () => no, audit: true });
    await gate.exec([{ ...line('sh'), stdin: hidden }]);
    await gate.gate.close();
    expectShown(gate.asked[0], 'echo evil');
    const kept: unknown[] = [];
    for await (const { entry } of readLedger(join(ledgerOf(gate.workspace), 'log'))) kept.push(entry);
    expect(JSON.stringify(kept)).toContain('"stdin_bytes":');
    expect(JSON.stringify(kept)).not.toContain('echo evil');
  });
});

test('arguments of a function are shown, also where they look like a secret; declared secrets are not', async () => {
  const seen: Approval[] = [];
  const acli = createAcli(
    {
      evaluate: {
        description: 'Run code',
        danger: 'destructive',
        dryRun: true,
        arguments: [
          { name: '--code', type: 'string', path: false, description: 'The code' },
          { name: '--password', type: 'string', secret: true, path: false, description: 'The password' },
        ],
        handler: () => ({}),
      },
    },
    {
      approve: async (approval) => {
        seen.push(approval);
        return { answer: 'deny', by: 'test' };
      },
    },
  );
  onTestFinished(() => acli.close());
  await acli.execute({ command: `evaluate --code='${hidden}' --password hunter22` });
  expectShown(seen[0], 'echo evil');
  expect(JSON.stringify(seen[0])).not.toContain('hunter22');
});

describe('a handle', () => {
  async function ask(handle: object, input: Record<string, unknown>, environment = {}): Promise<Approval | undefined> {
    const seen: Approval[] = [];
    const handles = [{ name: 'it', description: 'It', handler: 'command', ...handle }];
    const directory = makeDirectory({ 'handles/all.json': JSON.stringify(handles) });
    const gate = await createGate({
      config: {
        handles: [{ files: ['handles/*.json'] }],
        sandbox: 'off',
        policy: { extends: 'nothing', default: 'ask', rules: [] },
      },
      directory,
      environment: { PATH: process.env.PATH, ...environment },
      approve: async (approval) => {
        seen.push(approval);
        return { answer: 'deny', by: 'test' };
      },
    });
    onTestFinished(() => gate.close());
    await gate.run({ path: 'it', input });
    return seen[0];
  }
  const text = { type: 'string' };

  test('shows the values of variables that the request decides', async () => {
    const approval = await ask(
      {
        command: 'printenv',
        environment: { GREETING: '{{greeting}}', FIXED: 'yes' },
        parameters: { type: 'object', properties: { greeting: text } },
      },
      { greeting: `hello\n${hidden}` },
    );
    expectShown(approval, 'GREETING=hello', 'echo evil');
  });

  test('does not let a secret argument hide another one that is the same', async () => {
    const handle = {
      command: 'printf',
      arguments: ['-e', '{{code}}', '--password', '{{password}}'],
      parameters: { type: 'object', properties: { code: text, password: { ...text, writeOnly: true } } },
    };
    expectShown(await ask(handle, { code: 'echo evil', password: 'echo evil' }), '2 "echo evil"');
    const usual = await ask(handle, { code: 'echo good', password: 'hunter22' });
    expectShown(usual, '2 "echo good"', '[REDACTED]');
    expect(JSON.stringify(usual)).not.toContain('hunter22');
  });
});

describe('a plan', () => {
  test('shows every line with all that it does', async () => {
    const gate = await openPlanGate({ approve: () => no, files: { 'x.sh': '' } });
    await gate.exec([
      { ...line('cat'), stdin: hidden },
      line('sh', 'x.sh'),
      line('printf', { $line: 1, path: '$.data.stdout' }, 'afterwards'),
    ]);
    const [approval] = gate.asked;
    expect(approval?.subject.lines?.length).toBeGreaterThan(0);
    const numbers = [...(approval?.subject.lines ?? []), ...(approval?.subject.rest ?? [])].map((one) => one.line);
    expect(numbers.sort()).toEqual([1, 2, 3]);
    expectShown(approval, 'echo evil', 'Line 1', 'Line 2', 'Line 3', 'afterwards');
  });
});

describe('a line', () => {
  test('is shown as it was sent, and below it everything that it starts, opens, reads and sets', async () => {
    const command = "cd sub && FOO='a b' rm -r x && rm -r ../build | sort > out.txt <<E\nhidden text\nE";
    const approval = await asked({ command }, { 'sub/x': '', 'build/a': '' });
    expectShown(approval, "Request      cd sub && FOO='a b' rm -r x && rm -r ../build | sort > out.txt <<E");
    expectShown(approval, 'rm -r x', '"FOO=a b"', 'rm -r ../build', '> out.txt', '/sort', '1 "hidden text\\n"');
    expectShown(approval, `Directory    ${approval.subject.directory}`);
    for (const shown of shownIn(approval)) {
      expect(shown).not.toContain('--input');
      expect(shown).not.toContain('GIT_PAGER');
      expect(shown.split(`  ${approval.subject.directory}\n`)).toHaveLength(2);
    }
  });

  test('shows where a part runs that is somewhere else, and what is known only when it runs', async () => {
    const elsewhere = await asked({ command: 'rm -r build; cd sub; rm x' }, { 'sub/x': '', 'build/a': '' });
    expectShown(elsewhere, `where ${join(elsewhere.subject.directory ?? '', 'sub')}`);
    expectShown(await asked({ command: 'rm -r $(ls build)' }, { 'build/a': '' }), '"$(ls build)"', 'known later');
  });

  test('of one program is the program with its arguments, and all else that was sent', async () => {
    const request = { command: 'rm', parameters: ['-r', 'bu ild'], artifact_paths: ['sub/x'], timeout: 5_000 };
    const approval = await asked(request, { 'bu ild/a': '', 'sub/x': '' });
    expectShown(approval, "Request      rm -r 'bu ild'", 'rm -r "bu ild"', 'artifact_paths ["sub/x"]', 'timeout 5000');
  });

  test('has the words of the agent beside it, which cannot pass for those of the gate', async () => {
    const request = { command: 'rm -r build', description: 'tidy up"\nReason  none\x1b[2J' };
    const approval = await asked(request as { command: string }, { 'build/a': '' });
    expectShown(approval, String.raw`The agent says: "tidy up\"\nReason \x20none\x1b[2J"`);
    expect(approval.subject.comment).toContain('tidy up');
  });
});

test('what lies in a directory that would be removed is shown', async () => {
  const files = { 'build/a': 'a', 'build/deep/b': 'bb' };
  const approval = await asked({ command: 'rm', parameters: ['-r', 'build'] }, files);
  expectShown(approval, 'build: 2 files and 1 directory, 3 bytes: a deep');
});

test('how much was looked at is said where there is too much', async () => {
  const seen: Approval[] = [];
  const shell = openShell({
    approve: async (approval) => {
      seen.push(approval);
      return { answer: 'deny', by: 'test' };
    },
  });
  for (let part = 0; part < 21; part++) {
    mkdirSync(join(shell.workspace, `build/${part}`), { recursive: true });
    for (let at = 0; at < 1_000; at++) writeFileSync(join(shell.workspace, `build/${part}/${at}`), '');
  }
  await shell.run({ command: 'rm', parameters: ['-r', 'build'] });
  expectShown(seen[0], 'more than ', 'deeper levels were not examined');
});
