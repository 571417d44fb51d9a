// A configuration that an agent could have written is neither run nor obeyed because somebody stands beside it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGate } from '../../../src/surfaces/library/create-gate.js';
import { bin, cmdgate, type Finished, makeDirectory } from '../../cli/process.js';
import { PseudoTerminal } from '../../shell/pseudo-terminal.js';

const environment = { XDG_STATE_HOME: process.env.XDG_STATE_HOME ?? '' };

/** A gate whose scripts run without a question and without a sandbox: only the comparison stands in the way. */
const gateway = {
  shell: { enabled: true },
  sandbox: { mode: 'off' },
  audit: false,
  policy: {
    default: 'ask',
    rules: [
      { id: 's', decision: 'allow', reason: 'Tests.', program: ['sh'], match: ['sh x'], not_match: ['npm test'] },
    ],
  },
};

const evil = (ran: string) =>
  `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(ran)}, 'x'); export default {};\n`;

const help = (cwd: string, ...words: string[]): Promise<Finished> => cmdgate([...words, 'help'], { cwd, environment });

/** As an agent would: by a program of a real gate. */
async function runInGate(directory: string, script: string): Promise<readonly string[]> {
  writeFileSync(join(directory, 'job.sh'), script);
  const { stdout } = await cmdgate(['shell', 'sh', 'job.sh'], { cwd: directory, environment });
  const { ok, warnings } = JSON.parse(stdout) as { ok: boolean; warnings: readonly { code: string }[] };
  expect({ ok, stdout }).toEqual({ ok: true, stdout });
  return warnings.map(({ code }) => code);
}

function openWorkspace(files: Readonly<Record<string, string>> = {}, more: object = {}) {
  const directory = makeDirectory({
    'cmdgate.config.json': JSON.stringify({ ...gateway, ...more }),
    ...files,
  });
  return { directory, ran: join(directory, 'ran') };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('in a subdirectory of a workspace', () => {
  test.each(['cmdgate.config.js', 'cmdgate.config.ts'])('%s is not run', async (name) => {
    const { directory, ran } = openWorkspace();
    write(join(directory, 'evil.js'), evil(ran));
    await runInGate(directory, `mkdir sub; cp evil.js sub/${name}`);

    const { code, stdout } = await help(join(directory, 'sub'));

    expect([code, existsSync(ran)]).toEqual([4, false]);
    expect(stdout).toContain(`cmdgate trust ${directory}/sub/${name}`);
  });

  test.each([
    ['a module', { commands: ['./evil.mjs'] }],
    ['a program that prints a manual', { utcp: [{ command: ['/bin/sh', 'manual.sh'] }] }],
    ['rules of its own', { sandbox: { mode: 'off' }, shell: { enabled: true }, policy: { default: 'allow' } }],
  ])('one that names %s is not obeyed', async (_, configuration) => {
    const { directory, ran } = openWorkspace();
    write(join(directory, 'sub/evil.mjs'), evil(ran));
    write(join(directory, 'sub/manual.sh'), `echo x > ${ran}\n`);
    write(join(directory, 'sub/c.json'), JSON.stringify(configuration));
    await runInGate(directory, 'mv sub/c.json sub/cmdgate.config.json');

    const { code } = await help(join(directory, 'sub'));

    expect([code, existsSync(ran)]).toEqual([4, false]);
  });

  test('no gate needs to have run: below another configuration is enough', async () => {
    const { directory, ran } = openWorkspace();
    write(join(directory, 'deep/sub/cmdgate.config.js'), evil(ran));

    const { code, stdout } = await help(join(directory, 'deep/sub'));

    expect([code, existsSync(ran)]).toEqual([4, false]);
    expect(stdout).toContain(`It is below ${directory}/cmdgate.config.json`);
  });

  test.each([
    ['approvals', 'list'],
    ['audit', 'list'],
    ['doctor'],
    ['--show-config'],
    ['handles', 'check'],
    ['policy', 'suggest'],
  ])('nor by cmdgate %s %s', async (...words) => {
    const { directory, ran } = openWorkspace();
    write(join(directory, 'sub/cmdgate.config.js'), evil(ran));

    await cmdgate(words, { cwd: join(directory, 'sub'), environment });

    expect(existsSync(ran)).toBe(false);
  });

  test('one that is named is run', async () => {
    const { directory, ran } = openWorkspace();
    write(join(directory, 'sub/cmdgate.config.js'), evil(ran));

    expect((await help(join(directory, 'sub'), '--config', 'cmdgate.config.js')).code).toBe(0);
    expect(existsSync(ran)).toBe(true);
  });

  test('one that a person has looked at is run, as long as it and what it loads stay as they were', async () => {
    const { directory, ran } = openWorkspace();
    const sub = join(directory, 'sub');
    write(join(sub, 'cmdgate.config.json'), '{"commands":["own.mjs"],"audit":false}');
    write(join(sub, 'own.mjs'), "import './part.mjs';\nexport const own = { description: 'Own', handler: () => 1 };\n");
    write(join(sub, 'part.mjs'), '');
    const trusted = await cmdgate(['trust', 'cmdgate.config.json'], { cwd: sub, environment });
    const first = await help(sub);
    write(join(sub, 'part.mjs'), evil(ran));
    const second = await help(sub);

    expect([trusted.code, first.code, second.code, existsSync(ran)]).toEqual([0, 0, 4, false]);
    expect(second.stdout).toContain('part.mjs');
  });

  test('a person at a terminal is asked once', async () => {
    const { directory, ran } = openWorkspace();
    const sub = join(directory, 'sub');
    write(join(sub, 'cmdgate.config.js'), evil(ran));

    const ask = async (answer: string) => {
      const terminal = new PseudoTerminal(sub, 'help');
      await terminal.shows('Trust it? [y/N]');
      terminal.type(`${answer}\r`);
      return await terminal.ended;
    };
    const no = await ask('n');
    const ranAfterNo = existsSync(ran);
    const yes = await ask('y');
    const again = await help(sub);

    expect([no, ranAfterNo, yes, existsSync(ran), again.code]).toEqual([4, false, 0, true, 0]);
  });
});

describe('in the workspace itself', () => {
  test('a second configuration stops no start and takes no place, whichever name comes first', async () => {
    const directory = makeDirectory({ 'cmdgate.config.yaml': JSON.stringify({ ...gateway, name: 'mine' }) });
    const warnings = await runInGate(
      directory,
      `echo '{"name":"theirs"}' > cmdgate.config.json; echo 'export default {}' > cmdgate.config.js`,
    );

    const { code, stderr } = await help(directory);
    const { stdout } = await cmdgate(['--show-config'], { cwd: directory, environment });

    expect(warnings).toEqual(['TRUST_LOST', 'TRUST_LOST']);
    expect([code, stdout.includes('mine'), stdout.includes('theirs')]).toEqual([0, true, false]);
    expect(stderr).toContain('cmdgate.config.json is ignored: cmdgate.config.yaml is used.');
  });

  test.each([
    ['the configuration', 'cmdgate.config.json', `printf '{}' > cmdgate.config.json`],
    ['a module', 'commands/own.mjs', 'echo "$EVIL" >> commands/own.mjs'],
    ['what a module imports', 'lib/part.mjs', 'echo "$EVIL" >> lib/part.mjs'],
    ['what that imports', 'lib/deep.mjs', 'mv lib/deep.mjs x; cp x lib/deep.mjs; echo "$EVIL" >> lib/deep.mjs'],
    ['a new module beside another one', 'commands/new.mjs', 'echo "$EVIL" > commands/new.mjs'],
    ['what an import means', 'package.json', `echo '{"type":"module","imports":{"#x":"./evil.mjs"}}' > package.json`],
    ['a handle', 'handles/h.json', 'echo " " >> handles/h.json'],
    ['the policy', 'policy.json', 'echo " " >> policy.json'],
  ])('%s that changed while a program ran is not loaded the next time', async (_, file, change) => {
    const { directory, ran } = openWorkspace(
      {
        'commands/own.mjs': "import '../lib/part.mjs';\nexport const own = { description: 'Own', handler: () => 1 };\n",
        'lib/part.mjs': "export * from './deep.mjs';\n",
        'lib/deep.mjs': '',
        'handles/h.json': JSON.stringify({
          ...{ type: 'tool_definition', id: 'h', name: 'h', description: 'H', handleType: 'command' },
          command: { base: 'true' },
          parameters: { type: 'object', properties: {} },
        }),
        'policy.json': JSON.stringify(gateway.policy),
      },
      { commands: ['commands/*.mjs'], handles: ['handles/*.json'], policy: 'policy.json' },
    );
    const code = `import { writeFileSync as w } from 'node:fs'; w('${ran}', 'x');`;
    const warnings = await runInGate(directory, `EVIL="${code}"; ${change}`);

    const refused = await help(directory);
    const waiting = await cmdgate(['trust'], { cwd: directory, environment });
    const trusted = await cmdgate(['trust', file], { cwd: directory, environment });

    expect(warnings.filter((warning) => warning === 'TRUST_LOST')).toHaveLength(1);
    expect([refused.code, existsSync(ran)]).toEqual([4, false]);
    expect(refused.stdout).toContain(join(directory, file));
    expect(waiting.stdout).toContain(join(directory, file));
    expect(trusted.code).toBe(0);
    expect(JSON.parse(trusted.stdout).data.trusted).toContain(join(directory, file));
  });

  test('what the person changes while nothing runs is loaded without a word', async () => {
    const { directory } = openWorkspace({
      'own.mjs': "export const own = { description: 'Own', handler: () => 1 };\n",
    });
    await runInGate(directory, 'echo hi');
    write(join(directory, 'cmdgate.config.json'), JSON.stringify({ ...gateway, commands: ['own.mjs'] }));

    const { code, stdout } = await help(directory);

    expect(code).toBe(0);
    expect(stdout).toContain('own');
  });

  test('scripts and dependencies of a package.json are not what an import means', async () => {
    const { directory } = openWorkspace(
      { 'own.mjs': "export const own = { description: 'Own', handler: () => 1 };\n", 'package.json': '{"name":"x"}' },
      { commands: ['own.mjs'] },
    );
    await runInGate(directory, `echo '{"name":"x","dependencies":{"a":"1"}}' > package.json`);

    expect((await help(directory)).code).toBe(0);
  });

  test('after a gate that was killed, what its program did is not loaded either', async () => {
    const { directory, ran } = openWorkspace(
      { 'own.mjs': "export const own = { description: 'Own', handler: () => 1 };\n" },
      { commands: ['own.mjs'] },
    );
    write(
      join(directory, 'job.sh'),
      `echo "${evil(ran).replaceAll('"', '\\"').trim()}" >> own.mjs; echo done; sleep 300`,
    );
    const child = spawn(process.execPath, [bin, 'shell', 'sh', 'job.sh'], {
      cwd: directory,
      env: { ...process.env, ...environment },
    });
    while (!readFileSync(join(directory, 'own.mjs'), 'utf8').includes('writeFileSync')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill('SIGKILL');
    await once(child, 'exit');

    expect([(await help(directory)).code, existsSync(ran)]).toEqual([4, false]);
  });

  test('one that has a second name is refused', async () => {
    const { directory } = openWorkspace();
    await runInGate(directory, 'echo hi');
    linkSync(join(directory, 'cmdgate.config.json'), join(directory, 'notes.txt'));

    const { code, stdout } = await help(directory);

    expect(code).toBe(4);
    expect(stdout).toContain('2 names (hard links)');
  });
});

test('a process of a gate cannot trust anything', async () => {
  const { directory, ran } = openWorkspace();
  write(join(directory, 'sub/cmdgate.config.js'), evil(ran));
  await runInGate(directory, `cd sub; "${process.execPath}" ${bin} trust cmdgate.config.js; exit 0`);

  expect((await help(join(directory, 'sub'))).code).toBe(4);
});

// Last: a process in which a gate has run a program counts as one that a gate started.
test('rules that changed while a program ran make every program ask', async () => {
  const directory = makeDirectory({
    'cmdgate.config.json': JSON.stringify(gateway),
    'job.sh': "echo '{}' > cmdgate.config.json",
  });
  const gate = await createGate({ config: 'cmdgate.config.json', directory });
  await gate.run(['shell', 'sh', 'job.sh']);
  const next = await gate.run(['shell', 'ls']);
  await gate.close();

  expect(next).toMatchObject({ status: 'failed', error: { code: 'APPROVAL_REQUIRED' } });
});
