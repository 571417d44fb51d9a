import { expect, test } from 'vitest';
import type { NetworkReach } from '../vocabulary/sandbox.js';
import { adviseAboutSandbox, adviseSilent } from './answering/sandbox-advice.js';

const advise = (stderr: string, network: NetworkReach = 'off') =>
  adviseAboutSandbox(
    {
      ...{ exitCode: 1, signal: null, durationMs: 1, stdout: undefined },
      stderr: { text: stderr, totalBytes: stderr.length, omittedBytes: 0, valid: true },
    },
    network,
  );

test.each([
  ['curl: (6) Could not resolve host: example.org', 'there is no network'],
  ['npm error code EAI_AGAIN', 'there is no network'],
  ["fatal: Unable to create '/w/.git/index.lock': Read-only file system", 'only git itself can change the repository'],
  ["Error: EBUSY: resource busy or locked, rmdir '.git'", 'only git itself can change the repository'],
  ['touch: .github/x: Read-only file system', 'only the workspace is writable'],
  ['Author identity unknown\n\n*** Please tell me who you are.', 'git has no user name and e-mail'],
  ["touch: cannot touch '/usr/x': Read-only file system", 'only the workspace is writable'],
  ['cat: /etc/hostname: No such file or directory', 'only the workspace and the system'],
  ["Error: ENOENT: no such file or directory, open '/srv/other/file'", 'only the workspace and'],
  [
    'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    'Unix sockets of other programs',
  ],
  ['connect ENOENT /tmp/db.sock', 'Unix sockets of other programs'],
  ['connect ECONNREFUSED 127.0.0.1:3000', 'localhost is the sandbox itself'],
  ['curl: (7) Failed to connect to localhost port 3000', 'localhost is the sandbox itself'],
  ['Traceback: 1 test failed', undefined],
  ['cat: notes.txt: No such file or directory', undefined],
])('%s', (said, reason) => {
  const advice = advise(said);
  if (reason === undefined) expect(advice).toBeUndefined();
  else expect(advice).toMatch(new RegExp(`^It ran in the sandbox, where [^\n]*${reason}[^\n]*"sandbox"$`));
});

test('a network that is let in is not what was missing', () => {
  expect(advise('Could not resolve host: example.org', 'open')).toBeUndefined();
  expect(advise('Could not resolve host: example.org', 'listed')).toContain('through HTTP_PROXY');
});

test('of a program that said nothing, what it may have missed is told', () => {
  expect(adviseSilent('off', false)).toMatch(
    /^It printed nothing\. .*no network; localhost is .*Docker.*check its arguments$/,
  );
  expect(adviseSilent('listed', true)).toContain('through HTTP_PROXY');
  expect(adviseSilent('open', true)).toBeUndefined();
});
