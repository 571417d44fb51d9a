import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import type { Sandboxed, Scope } from '../tier.js';
import { tryLandlock } from './find-landlock.js';

const found = tryLandlock();
const held = test.skipIf(!found.ok);

function enclose(plan: Partial<ProgramPlan>, scope: Partial<Scope> = {}) {
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-landlock-')));
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
  const whole = {
    ...{ program: '/usr/bin/env', name: 'env', args: [], directory: '/usr', environment: {}, stdin: undefined },
    ...{ stdout: 'pipe', stderr: 'pipe', encoding: 'utf8', secrets: [], timeoutMs: undefined },
    ...plan,
  } as ProgramPlan;
  if (!found.ok) throw new Error(found.reason);
  const seen = { readable: [], writable: [], kept: [], hidden: [], sockets: false, network: false, ...scope };
  const place = { workspace: '/nowhere', temporary, names: join(temporary, 'names'), ofRun: undefined };
  return { temporary, ...(found.tier.enclose(whole, whole, seen, place) as Sandboxed) };
}

function run({ program, name, args, directory, environment }: ProgramPlan) {
  return spawnSync(program, args, {
    ...{ argv0: name, cwd: directory, env: environment, encoding: 'utf8' as const },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
}

test('Landlock is not there without Perl', () => {
  expect(tryLandlock(['/nowhere/perl'])).toEqual({
    ok: false,
    reason: 'Landlock needs Perl, which is not installed.',
    remedy: 'Install the package perl',
  });
});

test('what holds nothing is not used', () => {
  expect(tryLandlock(['/usr/bin/true'])).toMatchObject({ ok: false, reason: expect.stringContaining('does not work') });
});

held('the program gets its whole environment, and Perl and the loader nothing of it', () => {
  const environment = {
    PERL5OPT: '-Mnothing',
    LD_PRELOAD: '/nowhere/x.so',
    LC_ALL: 'xx_YY',
    TOKEN: 'hush',
    'cmdgate:x': '',
  };
  const { plan, temporary } = enclose({ environment: { ...environment, HOME: '/root' }, traceId: 't-1' });
  expect(plan.args.join(' ')).not.toContain('hush');
  const { stdout, stderr } = run(plan);
  const [own] = readdirSync(temporary);
  const path = join(temporary, own as string);
  expect(new Set(stdout.trim().split('\n'))).toEqual(
    new Set([
      ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      ...['TMPDIR', 'TMP', 'TEMP'].map((name) => `${name}=${path}`),
      ...[`HOME=${path}/home`, 'GIT_CONFIG_NOSYSTEM=1', 'TOOL_TRACE_ID=t-1'],
    ]),
  );
  // Of the loader of the program, inside.
  expect(stderr).toMatch(/^ERROR: ld\.so: object '\/nowhere\/x\.so' from LD_PRELOAD cannot be preloaded.*\n$/);
});

held('a program that cannot be started is told by its path, and not as one that has run', () => {
  const { plan } = enclose({ program: '/nowhere/program', args: ['hush'] });
  const { status, stderr, output } = run(plan);
  expect({ status, stderr, told: output[3] }).toEqual({
    ...{ status: 1, stderr: 'cannot start /nowhere/program: No such file or directory\n', told: '' },
  });
});

held('the output of other runs is hidden where all around it can be read, and nothing is writable around it', () => {
  const { plan, temporary } = enclose(
    { program: '/bin/cat', name: 'cat', args: ['the file'] },
    { readable: [realpathSync(tmpdir())] },
  );
  mkdirSync(join(temporary, 'other'));
  const file = join(temporary, 'other', 'output');
  writeFileSync(file, 'secret');
  expect(run({ ...plan, args: [...plan.args.slice(0, -1), file] })).toMatchObject({ status: 1, stdout: '' });
  expect(enclose({}, { writable: [realpathSync(tmpdir())] })).toMatchObject({ code: 'UNAVAILABLE' });
});

held('a rule leads through no link, wherever on the way it is', () => {
  const { temporary } = enclose({});
  mkdirSync(join(temporary, 'real/deep'), { recursive: true });
  writeFileSync(join(temporary, 'real/deep/file'), 'alive');
  symlinkSync('real', join(temporary, 'link'));
  const read = (path: string) => {
    const cat = { program: '/bin/cat', name: 'cat', args: [join(temporary, 'real/deep/file')] };
    return run(enclose(cat, { readable: [join(temporary, path)] }).plan).stdout;
  };
  expect(['real/deep', 'link/deep', 'link'].map(read)).toEqual(['alive', '', '']);
});
