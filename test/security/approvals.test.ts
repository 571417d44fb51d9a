// What must not get past a person: answers that are none, things that change while a question waits, and approvals that
// are used for something else.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Gate } from '../../src/gate/gate.js';
import {
  type Acli,
  type Approval,
  type ApprovalAnswer,
  arg,
  type CommandDefinitions,
  createAcli,
  type Shell,
  type ShellOptions,
  type ShellRequest,
} from '../../src/index.js';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { Heard, newWorkspace, openShell } from '../shell/workspace.js';

const yes: ApprovalAnswer = { answer: 'approve', by: 'test' };
const script = { command: 'sh', parameters: ['x.sh'] };
const files = { 'x.sh': 'echo ran\n' };

/** With approvals in files, as several gates of one workspace have them. */
function openWithFiles(options: Partial<ShellOptions>, workspace = newWorkspace(files)): Shell {
  onTestFinished(() => rmSync(ownDirectory(workspace), { recursive: true, force: true }));
  return openShell({ workspace, approvalFiles: true, ...options });
}

function openAcli(commands: CommandDefinitions, options: Parameters<typeof createAcli>[1] = {}): Acli {
  const acli = createAcli(commands, options);
  onTestFinished(() => acli.close());
  return acli;
}

describe('an answer', () => {
  test.each([
    ['true', true],
    ['an empty object', {}],
    ['a word', 'deny'],
    ['a list', []],
    ['another word for no', { answer: 'denied', by: 'test' }],
    ['no in capitals', { answer: 'DENY', by: 'test' }],
    ['a yes of nobody', { answer: 'approve' }],
  ])('that is %s approves nothing', async (_, answer) => {
    const shell = openShell({ approve: async () => answer as never }, files);

    const { error, stdout } = await shell.run(script);

    expect([error?.code, stdout]).toEqual(['APPROVAL_REQUIRED', '']);
  });

  test('that is none is refused to a program that gives it, and the question goes on', async () => {
    const shell = openShell({}, files);
    await shell.run(script);
    const [question] = await shell.pendingApprovals();
    const id = question?.id as string;

    await expect(shell.answerApproval(id, { answer: 'denied', by: 'test' } as never)).rejects.toThrow(
      'answer must be approve or deny',
    );
    expect(await shell.answerApproval(id, yes)).toBe('answered');
    expect((await shell.run(script)).stdout).toBe('ran\n');
  });
});

/** Sends it, and changes something after the question was asked and before it is answered. */
async function whileAsked(
  given: Record<string, string>,
  request: ShellRequest,
  change: (path: string) => void,
  more: Partial<ShellOptions> = {},
) {
  const executable = Object.entries(given).map(([path, text]) => [path, { text, mode: 0o755 }] as const);
  const options: Partial<ShellOptions> = {
    ...more,
    approve: async () => {
      change(shell.workspace);
      return yes;
    },
  };
  const shell = openShell(options, Object.fromEntries(executable));
  return await shell.run(request);
}

const good = '#!/bin/sh\necho good\n';
const evil = '#!/bin/sh\necho evil\n';
const replace = (file: string, text: string) => (workspace: string) => writeFileSync(join(workspace, file), text);

describe('while a person thinks', () => {
  test.each([
    ['env', ['./x.sh']],
    ['timeout', ['5', './x.sh']],
    ['nice', ['./x.sh']],
    ['nohup', ['./x.sh']],
    ['env', ['timeout', '5', './x.sh']],
  ])('the program behind %s %j cannot be replaced', async (command, parameters) => {
    const { error, stdout } = await whileAsked({ 'x.sh': good }, { command, parameters }, replace('x.sh', evil));

    expect([error?.code, stdout]).toEqual(['PERMISSION_DENIED', '']);
  });

  test('neither can what npm would run', async () => {
    const wanted = JSON.stringify({ scripts: { test: 'echo good' } });
    const other = JSON.stringify({ scripts: { test: 'echo evil' } });
    const request = { command: 'npm', parameters: ['test'] };

    const { error, stdout } = await whileAsked({ 'package.json': wanted }, request, replace('package.json', other));

    expect([error?.code, stdout]).toEqual(['PERMISSION_DENIED', '']);
  });

  test('nor a directory that is to be removed', async () => {
    const swap = (workspace: string) => {
      renameSync(join(workspace, 'build'), join(workspace, 'old'));
      renameSync(join(workspace, 'src'), join(workspace, 'build'));
    };
    const request = { command: 'rm', parameters: ['-r', 'build'] };
    let workspace = '';

    const { error } = await whileAsked({ 'build/a': '', 'src/mine': 'mine' }, request, (path) => {
      workspace = path;
      swap(path);
    });

    expect(error?.code).toBe('PERMISSION_DENIED');
    expect(readFileSync(join(workspace, 'build/mine'), 'utf8')).toBe('mine');
  });

  const moveIn = (workspace: string) => renameSync(join(workspace, 'src'), join(workspace, 'build', 'src'));
  const inDirectories: readonly [string, string, readonly string[], (workspace: string) => void][] = [
    ['removed', 'rm', ['-r', 'build'], moveIn],
    ['removed, from below', 'rm', ['-rf', 'build/deep'], replace('build/deep/b', 'mine')],
    ['removed by find', 'find', ['build', '-delete'], moveIn],
    ['removed, with what git does not know', 'git', ['clean', '-fdx', 'build'], moveIn],
    ['removed, with what git does not know here', 'git', ['clean', '-fdx'], moveIn],
    ['moved', 'mv', ['build', 'elsewhere'], moveIn],
    ['given other rights', 'chmod', ['-R', '777', 'build'], moveIn],
    ['packed and removed', 'tar', ['--remove-files', '-cf', 'x.tar', 'build'], moveIn],
    ['made like another', 'rsync', ['-a', '--delete', 'other/', 'build/'], moveIn],
    ['run', 'node', ['build'], replace('build/index.js', 'process.stdout.write("evil")')],
    ['given to a script', './x.sh', ['build'], replace('build/a', 'other')],
  ];
  test.each(inDirectories)(
    'neither can what lies in a directory that is %s: %s %j',
    async (_, command, parameters, change) => {
      const given = {
        'build/a': '',
        'build/deep/b': '',
        'build/index.js': '',
        'src/mine': 'mine',
        'other/o': '',
        'x.sh': good,
      };
      let workspace = '';

      const changing = (path: string) => {
        workspace = path;
        change(path);
      };
      const { error, stdout } = await whileAsked(given, { command, parameters: [...parameters] }, changing, {
        policy: { extends: 'nothing', default: 'ask', rules: [] },
      });

      expect([error?.code, stdout]).toEqual(['PERMISSION_DENIED', '']);
      expect(error?.message).toContain('changed');
      expect(existsSync(join(workspace, 'build/a'))).toBe(true);
    },
  );

  test('what happens elsewhere does not matter', async () => {
    const given = { 'build/a': '', 'src/mine': 'mine' };
    const request = { command: 'rm', parameters: ['-r', 'build'] };

    const { error, exitCode } = await whileAsked(given, request, replace('src/mine', 'other'));

    expect([error, exitCode]).toEqual([undefined, 0]);
  });

  test('nor the interpreter of a script', async () => {
    const workspace = newWorkspace({ 'interpreter.sh': { text: good, mode: 0o755 } });
    const interpreter = join(workspace, 'interpreter.sh');
    writeFileSync(join(workspace, 'x.sh'), `#!${interpreter}\n`, { mode: 0o755 });
    const shell = openShell({
      workspace,
      approve: async () => {
        writeFileSync(interpreter, evil);
        return yes;
      },
    });

    const { error, stdout } = await shell.run({ command: './x.sh' });

    expect([error?.code, stdout]).toEqual(['PERMISSION_DENIED', '']);
  });

  test('a path of a function cannot become a link out of the workspace', async () => {
    const outside = newWorkspace({ 'a.txt': 'the secret' });
    const workspace = newWorkspace({ 'notes/a.txt': 'mine' });
    const seen: string[] = [];
    const acli = openAcli(
      {
        wipe: {
          description: 'Wipe a file',
          danger: 'destructive',
          dryRun: true,
          arguments: [{ name: 'file', type: 'string', required: true, path: true, description: 'Which one' }],
          handler: ({ file }) => {
            seen.push(readFileSync(String(file), 'utf8'));
            return {};
          },
        },
      },
      {
        workspace,
        approve: async () => {
          renameSync(join(workspace, 'notes'), join(workspace, 'old'));
          symlinkSync(outside, join(workspace, 'notes'));
          return yes;
        },
      },
    );

    const { content } = await acli.execute({ command: 'wipe notes/a.txt' });

    expect(JSON.parse(content[0]?.text ?? '').error.code).toBe('PERMISSION_DENIED');
    expect(seen).toEqual([]);
  });
});

describe('an approval of a function', () => {
  /** Gives back what it got, and turns its argument into what no JSON can say. */
  function openKinds(): { acli: Acli; gate: Gate; got: unknown[] } {
    class Opaque {
      readonly #text: string;
      constructor(text: string) {
        this.#text = text;
      }
      get text() {
        return this.#text;
      }
    }
    const values: Record<string, unknown> = {
      text: '5n',
      big: 5n,
      nan: Number.NaN,
      infinite: Number.POSITIVE_INFINITY,
      nothing: null,
      pairs: [['a', 1]],
      map: new Map([['a', 1]]),
      date: new Date(0),
      written: new Date(0).toISOString(),
      one: new Opaque('one'),
      two: new Opaque('two'),
    };
    const what = arg(z.string().transform((name) => values[name]));
    const got: unknown[] = [];
    const acli = openAcli({
      drop: {
        description: 'Drop it',
        danger: 'destructive',
        dryRun: true,
        arguments: { what },
        handler: ({ what: given }) => {
          got.push(given);
          return {};
        },
      },
    });
    return { acli, gate: acli.gate, got };
  }

  test.each([
    ['text', 'big'],
    ['nan', 'infinite'],
    ['nan', 'nothing'],
    ['pairs', 'map'],
    ['date', 'written'],
    ['one', 'two'],
  ])('is not one for another value that looks the same: %s and %s', async (asked, other) => {
    const { acli, gate, got } = openKinds();
    await acli.execute({ command: `drop --what ${asked}` });
    const approvals = await gate.approvals();
    const [question] = approvals.list();
    expect(approvals.answer(question?.id ?? '', yes)).toBe('answered');

    await acli.execute({ command: `drop --what ${other}` });
    expect(got).toHaveLength(0);

    await acli.execute({ command: `drop --what ${asked}` });
    expect(got).toHaveLength(1);
  });
});

describe('a request that was not let through', () => {
  const cases: readonly [string, ShellOptions['approve'], readonly string[]][] = [
    ['denied', async () => ({ answer: 'deny', by: 'test' }), ['queued', 'failed']],
    ['not answered', async () => undefined, ['queued', 'failed']],
  ];
  test.each(cases)('has one last state: %s', async (_, approve, states) => {
    const shell = openShell({ ...(approve && { approve }) }, files);
    const heard = new Heard();

    await shell.run(script, { onEvent: heard.listen });

    expect(heard.states).toEqual(states);
    expect(heard.events.at(-1)).toMatchObject({ type: 'run-state', state: 'failed' });
  });

  test('has one last state: canceled while it waited', async () => {
    const shell = openShell({ approve: () => new Promise(() => undefined) }, files);
    const heard = new Heard();
    const running = shell.run(script, { onEvent: heard.listen, chat: 'one' });
    await heard.until(({ type }) => type === 'approval-request');

    expect(shell.cancel({ chat: 'one' })).toBe('cancel_requested');
    const { state } = await running;

    expect([state, heard.states]).toEqual(['canceled', ['queued', 'canceled']]);
    expect(await shell.pendingApprovals()).toEqual([]);
  });
});

describe('two gates that ask the same', () => {
  async function bothAsked() {
    const workspace = newWorkspace(files);
    const one = openWithFiles({ approve: () => new Promise(() => undefined) }, workspace);
    const two = openWithFiles({ approve: () => new Promise(() => undefined) }, workspace);
    const heard = { one: new Heard(), two: new Heard() };
    const isAsked = ({ type }: { type: string }) => type === 'approval-request';
    const first = one.run(script, { onEvent: heard.one.listen, chat: 'one' });
    await heard.one.until(isAsked);
    const second = two.run(script, { onEvent: heard.two.listen, chat: 'two' });
    await heard.two.until(isAsked);
    return { one, two, first, second, heard };
  }

  test('share the question; who does not get the answer asks again', async () => {
    const { one, two, first, second } = await bothAsked();
    const [question] = await one.pendingApprovals();
    expect(await one.answerApproval(question?.id ?? '', yes)).toBe('answered');

    const faster = await Promise.race([first, second]);
    expect(faster.stdout).toBe('ran\n');
    let other: Approval | undefined;
    while (!other) {
      [other] = await two.pendingApprovals();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(other.id).not.toBe(question?.id);
    await two.answerApproval(other.id, yes);
    expect([(await first).stdout, (await second).stdout]).toEqual(['ran\n', 'ran\n']);
  });

  test('do not lose it when one of them is canceled', async () => {
    const { one, two, first, second, heard } = await bothAsked();

    two.cancel({ chat: 'two' });
    expect((await second).state).toBe('canceled');

    const isSecond = (event: { type: string }) =>
      event.type === 'approval-request' &&
      heard.one.events.filter(({ type }) => type === 'approval-request').length > 1;
    await heard.one.until(isSecond);
    const [question] = await one.pendingApprovals();
    await one.answerApproval(question?.id ?? '', yes);
    expect((await first).stdout).toBe('ran\n');
  });
});

test('a caller who asks for everything leaves room for the others', async () => {
  const shell = openShell({}, files);
  const ask = (number: number, name: string) =>
    shell.run({ command: 'sh', parameters: ['x.sh', `${number}`] }, { caller: { name, may: 'everything' } });

  const codes = await Promise.all(Array.from({ length: 150 }, async (_, at) => (await ask(at, 'greedy')).error?.code));

  expect(codes.filter((code) => code === 'APPROVAL_REQUIRED')).toHaveLength(100);
  expect(codes.filter((code) => code === 'UNAVAILABLE')).toHaveLength(50);
  expect((await ask(0, 'other')).error?.code).toBe('APPROVAL_REQUIRED');
});

test('what looks like a token is not written into a rule', async () => {
  const token = `ghp_${'abcdefghijklmnopqrstuvwxyz'}0123`;
  const asked: Approval[] = [];
  const shell = openWithFiles({
    approve: async (approval) => {
      asked.push(approval);
      return { answer: 'approve', by: 'test', always: true };
    },
  });

  await shell.run({ command: 'curl', parameters: ['--max-time', '1', '-H', `X: ${token}`, 'http://127.0.0.1:9/'] });

  expect(asked.map(({ always }) => always)).toEqual([null]);
  expect(existsSync(join(ownDirectory(shell.workspace), 'always.json'))).toBe(false);
});

test('what is validated while the gate closes is not started', async () => {
  let release: () => void = () => undefined;
  let entered = false;
  const isReleased = new Promise<boolean>((resolve) => {
    release = () => resolve(true);
  });
  const acli = createAcli({
    slow: {
      description: 'Checks slowly',
      arguments: { text: arg(z.string().refine(() => isReleased)) },
      handler: () => {
        entered = true;
        return {};
      },
    },
  });
  const answer = acli.execute({ command: 'slow --text x' });

  await acli.close();
  release();

  const { error } = JSON.parse((await answer).content[0]?.text ?? '');
  expect(error.message).toContain('it is shutting down');
  expect(entered).toBe(false);
});

test('a directory of approvals that came with the files of the workspace allows nothing', async () => {
  const workspace = newWorkspace({ 'x.sh': { text: '#!/bin/sh\necho ran\n', mode: 0o755 } });
  const exactly = { name: './x.sh', program: join(workspace, 'x.sh'), arguments: [], directory: '.' };
  const about = { id: 'always-1', decision: 'allow', reason: 'Yes.', command: 'shell' };
  mkdirSync(join(workspace, '.cmdgate'), { mode: 0o700 });
  writeFileSync(
    join(workspace, '.cmdgate', 'always.json'),
    JSON.stringify({ rules: [{ ...about, exactly, danger: 'mutating', callers: 'local' }] }),
    { mode: 0o600 },
  );
  const shell = openWithFiles({}, workspace);

  expect((await shell.run({ command: './x.sh' })).error?.code).toBe('APPROVAL_REQUIRED');
});

test('a yes to what is done with one token is none to the same with another', async () => {
  const fingerprints: string[] = [];
  const acli = openAcli(
    {
      deploy: {
        description: 'Deploys',
        danger: 'destructive',
        dryRun: true,
        auth: { variables: ['TEST_STAGING_TOKEN', 'TEST_PRODUCTION_TOKEN'] },
        handler: () => 'deployed',
      },
    },
    {
      workspace: newWorkspace(files),
      approve: async ({ fingerprint }) => {
        fingerprints.push(fingerprint);
        return { answer: 'deny', by: 'test' };
      },
    },
  );
  vi.stubEnv('TEST_STAGING_TOKEN', 'staging-CANARY');
  vi.stubEnv('TEST_PRODUCTION_TOKEN', 'production-CANARY');
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const option of ['', '--token-env-var TEST_STAGING_TOKEN', '--token-env-var TEST_PRODUCTION_TOKEN', '']) {
    await acli.execute({ command: `deploy ${option}` });
  }
  expect(new Set(fingerprints).size).toBe(3);
  expect(fingerprints[3]).toBe(fingerprints[0]);
});
