// What a program may reach because a person said so: these hosts, for this program, this caller and this session, and
// nothing else. With real programs in a real sandbox, and servers on this machine.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createShell, type ShellOptions, type ShellRequest } from '../../../src/surfaces/library/create-shell.js';
import type { Approval, ApprovalAnswer } from '../../../src/vocabulary/approval.js';
import { writeFiles } from '../../programs/workspace.js';
import { listen } from './open-sandbox.js';

let repository: string;
let port: number;
let otherPort: number;
let requests: string[] = [];

const server = createServer((request, response) => {
  const { url = '' } = request;
  requests.push(url);
  if (url.startsWith('/redirect')) response.writeHead(302, { location: `http://localhost:${otherPort}/there` }).end();
  const file = join(repository, url.split('?')[0] ?? '');
  if (response.writableEnded) return;
  if (url === '/small') response.setHeader('content-type', 'application/json').end(packument());
  else if (existsSync(file)) response.end(readFileSync(file));
  else response.writeHead(404).end();
});
const other = createServer((_, response) => void response.end('from the other\n'));

function packument(): string {
  const dist = { tarball: `http://localhost:${port}/small.tgz` };
  const version = { name: 'small', version: '1.0.0', dist };
  return JSON.stringify({ name: 'small', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } });
}

beforeAll(async () => {
  repository = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-registry-')));
  writeFiles(repository, { 'work/file': 'x', 'package/package.json': '{"name":"small","version":"1.0.0"}' });
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...words], { cwd: join(repository, 'work') });
  for (const line of ['init -q', 'add .', 'commit -qm x', 'clone -q --bare . ../bare.git']) git(...line.split(' '));
  spawnSync('git', ['update-server-info'], { cwd: join(repository, 'bare.git') });
  spawnSync('tar', ['-czf', 'small.tgz', 'package'], { cwd: repository });
  [port, otherPort] = [await listen(server), await listen(other)];
  vi.stubEnv('XDG_STATE_HOME', join(repository, 'state'));
});

afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
  other.close();
  rmSync(repository, { recursive: true, force: true });
});

const once: ApprovalAnswer = { answer: 'approve', by: 'test' };
const forSession: ApprovalAnswer = { ...once, session: true };
const always: ApprovalAnswer = { ...once, always: true };

/** A shell whose person gives these answers, one after the other, and then none. */
function open(answers: (ApprovalAnswer | undefined)[] = [], options: Partial<ShellOptions> = {}) {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-asked-')));
  return reopen(workspace, answers, options);
}

function reopen(workspace: string, answers: (ApprovalAnswer | undefined)[], options: Partial<ShellOptions> = {}) {
  const asked: Approval[] = [];
  const shell = createShell({
    workspace,
    sandbox: { mode: 'required' },
    approve: async (approval) => {
      asked.push(approval);
      return answers.shift();
    },
    ...options,
  });
  onTestFinished(async () => {
    await shell.close();
    rmSync(workspace, { recursive: true, force: true });
  });
  const hosts = () => asked.map(({ subject }) => (subject.network ?? []).flatMap((one) => one.hosts).join(' '));
  return { shell, asked, hosts, workspace };
}

const lsRemote = (at: string): ShellRequest => ({ command: 'git', parameters: ['ls-remote', `http://${at}/bare.git`] });

test('a call that needs hosts is not started: a person is asked about exactly these', async () => {
  const { shell, asked, hosts } = open([undefined]);
  requests = [];
  const result = await shell.run(lsRemote(`localhost:${port}`));
  expect([result.state, hosts(), requests]).toEqual(['failed', [`localhost:${port}`], []]);
  const [approval] = asked;
  expect(approval?.reason).toBe(`git ls-remote needs localhost:${port}, but the sandbox lets it reach no host.`);
  expect(approval?.subject.sandbox).toContain('network off');
  expect(result.text).toContain(`"sandbox": { "network": ["localhost:${port}"] }`);
});

test('where nobody can be asked, nobody is said not to have answered, and the answer names key, hosts and preset', async () => {
  const { shell } = open([], { approve: undefined as never });
  const result = await shell.run({ command: 'npm', parameters: ['install', 'left-pad'] });
  expect(result.text).toContain('not run: APPROVAL_REQUIRED');
  expect(result.text).toContain(
    '"sandbox": { "network": ["registry.npmjs.org:443"] } (the preset "npm" includes the usual ones)',
  );
  expect(result.text).toContain('Nobody is available to answer right now');
  expect(result.text).not.toContain('Nobody answered');
  expect((await shell.pendingApprovals()).map(({ subject }) => subject.network)).toMatchObject([
    [{ what: 'npm install', hosts: ['registry.npmjs.org:443'] }],
  ]);
});

test('a yes once is for one run', async () => {
  const { shell, hosts } = open([once, undefined]);
  const call = lsRemote(`localhost:${port}`);
  expect((await shell.run(call)).stdout).toContain('refs/heads/');
  expect((await shell.run(call)).state).toBe('failed');
  expect(hosts()).toHaveLength(2);
});

test('npm installs from the registry that its variables name, after a yes', { timeout: 60_000 }, async () => {
  const registry = `http://localhost:${port}/`;
  const { shell, hosts, workspace } = open([once], { environment: { npm_config_registry: registry } });
  writeFiles(workspace, { 'package.json': '{"name":"user"}' });
  const result = await shell.run({ command: 'npm', parameters: ['install', '--no-audit', '--no-fund', 'small'] });
  expect([result.state, result.stderr, hosts()]).toEqual(['completed', expect.any(String), [`localhost:${port}`]]);
  expect(existsSync(join(workspace, 'node_modules/small/package.json'))).toBe(true);
});

test('a yes for the session is for this session, this caller, this program and these hosts', async () => {
  const { shell, hosts } = open([forSession]);
  const call = lsRemote(`localhost:${port}`);
  expect((await shell.run(call)).exitCode).toBe(0);
  expect((await shell.run(lsRemote(`LOCALHOST.:${port}`))).exitCode).toBe(0);
  expect(hosts()).toHaveLength(1);

  const elsewhere = [
    shell.run(call, { session: shell.openSession() }),
    shell.run(call, { caller: { name: 'other', may: 'everything' } }),
    shell.run(lsRemote(`localhost:${otherPort}`)),
    shell.run(lsRemote(`127.0.0.1:${port}`)),
    shell.run({ command: 'npm', parameters: ['install', `--registry=http://localhost:${port}/`] }),
  ];
  expect((await Promise.all(elsewhere)).map(({ state }) => state)).toEqual(Array(5).fill('failed'));
  expect(hosts().slice(1).sort()).toEqual(
    [
      `localhost:${port}`,
      `localhost:${port}`,
      `localhost:${port}`,
      `localhost:${otherPort}`,
      `127.0.0.1:${port}`,
    ].sort(),
  );
});

test('a host is not believed for what stands around it', async () => {
  const { shell, hosts } = open([forSession]);
  await shell.run(lsRemote(`localhost:${port}`));
  const alike = [
    `localhost:${port}@127.0.0.1:${otherPort}`,
    `user:localhost@evil.example:${port}`,
    `localhost.evil.example:${port}`,
  ];
  for (const at of alike) expect((await shell.run(lsRemote(at))).state).toBe('failed');
  expect(hosts().slice(1)).toEqual([
    `127.0.0.1:${otherPort}`,
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
  ]);
});

test('a redirect to another host is refused, and told', async () => {
  const { shell } = open([forSession]);
  expect((await shell.run(lsRemote(`localhost:${port}`))).exitCode).toBe(0);
  const result = await shell.run({
    command: 'git',
    parameters: ['-c', 'http.followRedirects=true', 'ls-remote', `http://localhost:${port}/redirect`],
  });
  expect(result.exitCode).not.toBe(0);
  expect(result.text).toContain(`The network was refused: localhost:${otherPort}`);
});

test('"always" is a rule for one program and one caller, which the next gate knows', async () => {
  const first = open([always], { approvalFiles: true });
  const call = lsRemote(`localhost:${port}`);
  expect((await first.shell.run(call)).exitCode).toBe(0);
  const next = reopen(first.workspace, [], { approvalFiles: true });
  expect((await next.shell.run(call)).exitCode).toBe(0);
  expect(next.asked).toEqual([]);
  expect((await next.shell.run(call, { caller: { name: 'other', may: 'everything' } })).state).toBe('failed');
  expect((await next.shell.run(lsRemote(`localhost:${otherPort}`))).state).toBe('failed');
  expect(next.hosts()).toEqual([`localhost:${port}`, `localhost:${otherPort}`]);
});

test('a yes for longer to what fetches is none to what sends to the same host, and is not offered for that', async () => {
  const { shell, asked } = open([forSession]);
  expect((await shell.run(lsRemote(`localhost:${port}`))).exitCode).toBe(0);
  const at = `http://localhost:${port}`;
  const sending: ShellRequest[] = [
    { command: 'git', parameters: ['push', `${at}/other.git`, 'main'] },
    { command: `git ls-remote ${at}/bare.git && git push ${at}/other.git main` },
    { command: `timeout 9 git push ${at}/other.git main` },
  ];
  requests = [];
  for (const call of sending) expect((await shell.run(call)).text).toContain('APPROVAL_REQUIRED');
  expect(requests).toEqual([]);
  expect(
    asked.slice(1).map(({ always: offered, similar, session_means }) => [offered, similar, session_means]),
  ).toEqual(sending.map(() => [null, undefined, undefined]));
  expect(asked[1]?.reason).toBe(`git push may send something to localhost:${port}.`);
  // Where its words are known only when the line runs, it has no way out by the earlier yes.
  await shell.run({ command: `git push "$(echo ${at}/other.git)" main` });
  expect(requests).toEqual([]);
  // Fetching goes on as before.
  expect((await shell.run(lsRemote(`localhost:${port}`))).exitCode).toBe(0);
});

test('where a rule of the owner allows sending, only the hosts are asked about, once for the session', async () => {
  const allowPush = { id: 'push', decision: 'allow', reason: 'Pushes are fine.', program: 'git', match: ['git push'] };
  const { shell, asked } = open([forSession], { policy: { default: 'ask', rules: [allowPush] } });
  const push = { command: 'git', parameters: ['push', `http://localhost:${port}/bare.git`, 'main'] };
  for (const _ of [1, 2]) expect((await shell.run(push)).text).not.toContain('APPROVAL_REQUIRED');
  expect(asked).toHaveLength(1);
});

/** It asks the proxy for what is on this machine, where its own loopback would be meant. */
const script = () => ({ 'fetch.sh': `curl -s --fail --noproxy '' http://localhost:${port}/package/package.json\n` });

test('a silent program that nobody expected to use the network: the host is told, asked, and reached after a yes', async () => {
  const { shell, workspace } = open([], { approve: undefined as never });
  writeFiles(workspace, script());
  const call = { command: 'sh', parameters: ['fetch.sh'] };
  const refused = await shell.run(call);
  expect([refused.exitCode, refused.stdout, refused.stderr]).toEqual([22, '', '']);
  expect(refused.text).toContain(`The network was refused: localhost:${port}`);
  expect(refused.text).toContain('then send the same request again');
  const [approval] = await shell.pendingApprovals();
  expect(approval?.subject.network).toMatchObject([{ what: 'sh', hosts: [`localhost:${port}`] }]);

  expect(await shell.answerApproval(approval?.id ?? '', once)).toBe('answered');
  expect((await shell.run({ command: 'sh', parameters: ['other.sh'] })).exitCode).not.toBe(0);
  expect((await shell.run(call)).stdout).toContain('"small"');
  // It was used up.
  expect((await shell.run(call)).exitCode).toBe(22);
});

test('a yes to what was refused is for the session where the person says so, and for its caller alone', async () => {
  const { shell, workspace } = open([], { approve: undefined as never });
  writeFiles(workspace, { ...script(), 'again.sh': script()['fetch.sh'] });
  const call = { command: 'sh', parameters: ['fetch.sh'] };
  await shell.run(call);
  const [approval] = await shell.pendingApprovals();
  await shell.answerApproval(approval?.id ?? '', forSession);
  const strange = await shell.run(call, { caller: { name: 'other', may: 'everything' } });
  expect(strange.exitCode).toBe(22);
  expect((await shell.run(call)).exitCode).toBe(0);
  expect((await shell.run({ command: 'sh', parameters: ['again.sh'] })).exitCode).toBe(0);
  expect((await shell.run(call, { session: shell.openSession() })).exitCode).toBe(22);
});

test('a program that succeeds without what it was refused asks nobody', async () => {
  const { shell, workspace, asked } = open();
  writeFiles(workspace, { 'try.sh': `curl -s --noproxy '' http://localhost:${port}/ || true\n` });
  const result = await shell.run({ command: 'sh', parameters: ['try.sh'] });
  expect([result.exitCode, asked, await shell.pendingApprovals()]).toEqual([0, [], []]);
  expect(result.warnings.map(({ code }) => code)).toContain('NETWORK_REFUSED');
});

test('what destroys is asked about as before: a yes for the session is none to that', async () => {
  const { shell, workspace, asked } = open([forSession]);
  writeFiles(workspace, { file: 'x' });
  await shell.run(lsRemote(`localhost:${port}`));
  await shell.run({ command: 'rm', parameters: ['-rf', 'file'] });
  const curl = { command: 'curl', parameters: ['-s', '-o', 'file', `https://evil.example/`] };
  await shell.run(curl);
  const [, removes, replaces] = asked;
  expect(removes?.subject.network).toBeUndefined();
  expect(removes?.session_means).toMatch(/: rm -rf with any files/);
  expect(replaces?.subject.network).toMatchObject([{ hosts: ['evil.example:443'] }]);
  // Two things speak against it: a yes is for this call alone.
  expect([replaces?.session_means, replaces?.always]).toEqual([undefined, null]);
  expect(existsSync(join(workspace, 'file'))).toBe(true);
});

test('with a list, fetching from its hosts is not asked about, sending is, and the desk asks about all others', async () => {
  const { shell, asked } = open([undefined, forSession], {
    sandbox: { mode: 'required', network: ['listed.example:443'] },
  });
  const isAsked = async (command: string) => {
    const before = asked.length;
    await shell.run({ command });
    return asked.length > before;
  };
  expect(await isAsked('curl -s https://listed.example/')).toBe(false);
  expect(await isAsked('timeout 5 curl -s https://listed.example/ | cat')).toBe(false);
  expect(await isAsked('curl -s -d x=1 https://listed.example/')).toBe(true);
  asked.splice(0);
  await shell.run({ command: 'curl', parameters: ['-s', 'https://listed.example/', 'https://other.example/'] });
  await shell.run({ command: 'curl', parameters: ['-s', 'https://other.example/'] });
  // The second needed no question.
  expect(asked.map(({ subject }) => subject.network?.[0]?.hosts)).toEqual([
    ['listed.example:443', 'other.example:443'],
  ]);
});

test.each([
  'curl -sd @file https://listed.example/',
  'curl -X DELETE https://listed.example/',
  'curl -T file https://listed.example/',
  'curl --json {} https://listed.example/',
  'wget --post-file=file https://listed.example/',
  'wget --post-f=file https://listed.example/',
  'wget -e post_file=file https://listed.example/',
  'curl --dat @file https://listed.example/',
  'curl --expand-data x https://listed.example/',
  'curl --url-query @file https://listed.example/',
  'curl -H X-HTTP-Method-Override:DELETE https://listed.example/',
  'npm publish --registry https://listed.example/',
  'git push https://listed.example/app.git',
  'git clone listed.example:app.git',
  'git fetch git@listed.example:app.git',
  'git submodule update --init',
  'npm install git+ssh://git@listed.example/app.git --registry https://listed.example/',
  'curl -s https://listed.example/ && scp file listed.example:',
  'sh -c "curl -s https://listed.example/; git push https://listed.example/app.git"',
  'curl -s $(cat file)',
])('with a list, %j is asked about', async (command) => {
  const { shell, asked, workspace } = open([], { sandbox: { mode: 'required', network: ['listed.example:443'] } });
  writeFiles(workspace, { file: 'https://listed.example/' });
  expect((await shell.run({ command })).error?.code).not.toBe('EXECUTION_ERROR');
  expect(asked).toHaveLength(1);
});

test.each([
  'npm install --registry https://listed.example/ --no-audit',
  'git clone https://listed.example/app.git',
  'git clone file.git app',
  'curl -fsSL --retry 1 -o made https://listed.example/x',
  'wget -qO- https://listed.example/x',
  'git ls-remote https://listed.example/app.git | head -1',
  'npm view x --registry https://listed.example/',
])('with a list, %j is not asked about', async (command) => {
  const { shell, asked } = open([], { sandbox: { mode: 'required', network: ['listed.example:443'] } });
  await shell.run({ command, timeout: 1_500 });
  expect(asked).toEqual([]);
});

test('outside of a sandbox nothing is asked about hosts: the rules of the policy decide', async () => {
  const { shell, asked } = open([undefined], { sandbox: 'off' });
  await shell.run({ command: 'curl', parameters: ['-s', 'https://evil.example/'] });
  expect(asked.map(({ subject }) => subject.network)).toEqual([undefined]);
});

test('where the network is open, nothing is asked about hosts', async () => {
  const { shell, asked } = open([undefined], { sandbox: { mode: 'required', network: true } });
  await shell.run({ command: 'curl', parameters: ['-s', `http://127.0.0.1:${otherPort}/`] });
  expect(asked.map(({ subject }) => subject.network)).toEqual([undefined]);
});

test('a silent failure of what may talk to somebody names what the sandbox keeps from it', async () => {
  const { shell, workspace } = open();
  writeFiles(workspace, { file: 'x', 'fails.sh': 'exit 3\n' });
  const curl = await shell.run({ command: 'curl', parameters: ['-s', 'http://127.0.0.1:9/'] });
  expect(curl.text).toContain('localhost is the sandbox itself');
  expect((await shell.run({ command: 'sh', parameters: ['fails.sh'] })).text).toContain('there is no network');
  // It is known to talk to nobody.
  expect((await shell.run({ command: 'grep', parameters: ['y', 'file'] })).text).toContain(
    'It printed nothing; check its arguments',
  );
});

test('in a line, a yes for one program is none for another that shares its sandbox', async () => {
  const { shell, workspace, hosts, asked } = open([forSession]);
  writeFiles(workspace, script());
  const line = `git ls-remote http://localhost:${port}/bare.git`;
  expect((await shell.run({ command: `${line} | cat` })).stdout).toContain('refs/heads/');
  expect((await shell.run({ command: `${line} 2>&1 | tail -1` })).stdout).toContain('refs/heads/');
  expect(hosts()).toHaveLength(1);
  for (const command of [`${line}; sh fetch.sh`, `sh -c '${line}; sh fetch.sh'`, `sh fetch.sh`]) {
    const result = await shell.run({ command });
    expect([command, result.exitCode === 0, result.stdout]).toEqual([
      command,
      false,
      expect.not.stringContaining('small'),
    ]);
  }
  expect(asked[1]?.subject.network).toMatchObject([{ what: 'git ls-remote' }]);
});

test('after a refusal in a line with several programs that may have asked, a yes is for this line alone', async () => {
  const { shell, workspace } = open([], { approve: undefined as never });
  writeFiles(workspace, { ...script(), 'other.sh': 'exit 0\n' });
  const call = { command: 'sh other.sh && sh fetch.sh' };
  await shell.run(call);
  const [approval] = await shell.pendingApprovals();
  expect([approval?.session_means, approval?.always]).toEqual([undefined, null]);
  await shell.answerApproval(approval?.id ?? '', forSession);
  expect((await shell.run(call)).stdout).toContain('"small"');
  expect((await shell.run(call)).exitCode).toBe(22);
});

test('whoever is asked about a program later sees what it may reach by an earlier yes', async () => {
  const { shell, asked } = open([forSession]);
  await shell.run(lsRemote(`localhost:${port}`));
  await shell.run({ command: 'git', parameters: ['push', '--force', `http://localhost:${port}/bare.git`, 'main'] });
  const allowed = `network off; can write: the workspace; a person approved access to localhost:${port}`;
  expect([asked[1]?.subject.sandbox, asked[1]?.session_means]).toEqual([allowed, undefined]);
});

test('what a rule of the owner asks about is asked, whatever hosts a person allowed', async () => {
  const rule = {
    id: 'mine',
    decision: 'ask',
    reason: 'The owner wants to see it.',
    program: 'git',
    match: ['git status'],
  };
  const { shell, asked } = open([forSession], { policy: { default: 'ask', rules: [rule] } });
  await shell.run(lsRemote(`localhost:${port}`));
  await shell.run(lsRemote(`localhost:${port}`));
  expect(asked.map(({ rules, session_means, always: offered }) => [rules[0]?.id, session_means, offered])).toEqual([
    ['mine', undefined, null],
    ['mine', undefined, null],
  ]);
});
