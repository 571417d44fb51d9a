// What the owner says about some commands, what authors say about theirs, and what a handler does without.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createAcli, createGate, createShell, defineCommand, type GateRequest } from '../../../src/index.js';
import { handle, temporaryDirectory, writeFiles } from '../../programs/workspace.js';

let port: number;

beforeAll(async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as { port: number }).port;
  return () => void server.close();
});

/** Tells whether it could connect, write to the workspace, and read and write a file outside. */
function probe(directory: string, outside: string): void {
  writeFileSync(outside, 'alive');
  const script = [
    `perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); print "network " if connect(S, sockaddr_in(${port}, INADDR_LOOPBACK))'`,
    'touch made 2> /dev/null && printf "workspace "',
    `cat ${outside} 2> /dev/null && printf " "`,
    `{ printf alive > ${outside}; } 2> /dev/null && printf "outside "`,
    'echo',
  ];
  writeFiles(directory, { 'probe.sh': script.join('\n') });
}

function newPlace() {
  const [directory, outside] = [temporaryDirectory(), join(temporaryDirectory(), 'canary')];
  probe(directory, outside);
  return { directory, outside };
}

describe('a configuration', () => {
  const module = `
    const run = (options) => async (_, { spawn, pipeline }) => {
      const { stdout } = options === 'piped'
        ? await pipeline([['sh', 'probe.sh'], ['cat']], { sandbox: { network: false } })
        : await spawn('sh', ['probe.sh'], options);
      return { stdout };
    };
    const wide = { network: true, writable: ['/'], workspace: 'writable' };
    export const plain = { description: 'x', handler: run() };
    export const wants = { description: 'x', sandbox: wide, handler: run() };
    export const gets = { description: 'x', sandbox: wide, handler: run() };
    export const shy = { description: 'x', sandbox: { network: false, workspace: 'read-only' }, handler: run() };
    export const careful = { description: 'x', handler: run({ sandbox: { network: false, workspace: 'read-only' } }) };
    export const piped = { description: 'x', handler: run('piped') };
    export const greedy = { description: 'x', handler: run({ sandbox: { network: true } }) };
  `;

  test('widens and narrows commands by their names; authors and handlers only narrow', async () => {
    const { directory, outside } = newPlace();
    const handles = ['plain', 'deploy-one', 'deploy'].map((name) => handle(`h-${name}`, '/bin/sh', ['probe.sh']));
    const tool = {
      name: 'check',
      description: 'x',
      tool_call_template: { call_template_type: 'cli', commands: [{ command: 'sh probe.sh' }] },
    };
    writeFiles(directory, {
      'code/all.mjs': module,
      'code/handles.json': handles,
      'code/manual.json': { tools: [tool] },
    });
    const config = {
      ...{ commands: ['code/all.mjs'], handles: ['code/handles.json'], shell: { enabled: true }, audit: false },
      utcp: [{ name: 'tools', file: 'code/manual.json', sandbox: { network: true } }],
      sandbox: {
        mode: 'required',
        commands: {
          // The order means nothing: what is said about fewer commands counts.
          'shell sh': { network: true },
          shell: { workspace: 'read-only' },
          'h-deploy': { network: true, readable: [outside] },
          ...{ gets: { network: true }, shy: { network: true }, careful: { network: true }, piped: { network: true } },
          'tools *': { writable: [outside] },
        },
      },
    };
    const gate = await createGate({ config, directory });
    onTestFinished(() => gate.close());
    expect(gate.warnings).toEqual([
      expect.stringContaining('The command "wants" needs network, writable, workspace for its programs.'),
      expect.stringContaining('The command "gets" needs network, writable, workspace for its programs.'),
    ]);
    const seen = async (request: GateRequest) => {
      const outcome = await gate.run(request);
      const { data, error } = outcome as { data?: { stdout: string }; error?: { message: string } };
      expect([request, outcome.run.about?.scope]).toEqual([request, 'enforced']);
      return data?.stdout.trim() ?? error?.message;
    };
    // With the network open, code asks: a file of the owner's own is what may run without.
    expect(await seen('plain')).toBe('workspace');
    expect(await seen('wants')).toBe('workspace');
    expect(await seen('gets')).toBe('network workspace');
    expect(await seen('shy')).toBe('');
    expect(await seen('careful')).toBe('');
    expect(await seen('piped')).toBe('workspace');
    expect(await seen('h-plain')).toBe('workspace');
    expect(await seen('h-deploy')).toBe('network workspace alive');
    expect(await seen('tools check')).toBe('network workspace alive outside');
    expect(await seen('shell dash probe.sh')).toBe('');
    expect(await gate.run('greedy')).toMatchObject({ error: { code: 'EXECUTION_ERROR' } });
    const network = async (line: string) => {
      const { data } = (await gate.run(`policy check ${line}`)) as unknown as { data: { rules: { id: string }[] } };
      return data.rules.map(({ id }) => id);
    };
    // A program is known by its name where it is called, not behind another one.
    expect(await network('sh probe.sh')).toEqual([]);
    expect(await network('env sh probe.sh')).toEqual(['sandboxed']);
    writeFileSync(join(directory, 'sh'), '#!/bin/sh\n. ./probe.sh\n', { mode: 0o755 });
    expect(await network('./sh')).toEqual(['sandboxed']);
  });

  test('one command can be outside of the sandbox that all others must be in', async () => {
    const { directory, outside } = newPlace();
    writeFiles(directory, { 'h/all.json': ['in', 'out'].map((name) => handle(name, '/bin/sh', ['probe.sh'])) });
    const rule = {
      id: 'mine',
      decision: 'deny',
      reason: 'No.',
      when: 'unsandboxed',
      unless: { command: 'runs *' },
      match: ['out'],
    };
    const config = {
      handles: ['h/all.json'],
      audit: false,
      sandbox: { mode: 'required', commands: { out: { mode: 'off' } } },
    };
    const gate = await createGate({ config, directory });
    const strict = await createGate({ config: { ...config, policy: { default: 'ask', rules: [rule] } }, directory });
    onTestFinished(async () => void (await Promise.all([gate.close(), strict.close()])));
    expect((await gate.run('in')).run.about).toEqual({ scope: 'enforced' });
    expect(await gate.run('out')).toMatchObject({ data: { stdout: expect.stringContaining('outside') } });
    expect((await gate.run('out')).run.about).toEqual({ scope: 'checked' });
    expect((await strict.run('in')).status).toBe('completed');
    expect(await strict.run('out')).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
    expect(readFileSync(outside, 'utf8')).toBe('alive');
  });
});

describe('a program that embeds the gate', () => {
  const probing = (sandbox?: Parameters<typeof defineCommand>[0]['sandbox']) =>
    defineCommand({
      description: 'x',
      ...(sandbox && { sandbox }),
      handler: async (_, { spawn }) => ({ stdout: (await spawn('sh', ['probe.sh'])).stdout }),
    });

  test('createAcli holds what handlers start, and trusts what the definitions say', async () => {
    const { directory, outside } = newPlace();
    const commands = {
      plain: probing(),
      wide: probing({ network: true, writable: [outside] }),
      narrow: probing({ workspace: 'read-only' }),
    };
    const acli = createAcli(commands, {
      workspace: directory,
      sandbox: { commands: { narrow: { readable: [outside] } } },
    });
    const off = createAcli(commands, { workspace: directory, sandbox: 'off' });
    onTestFinished(async () => void (await Promise.all([acli.close(), off.close()])));
    const seen = async (tool: typeof acli, command: string) => {
      const { data, _meta } = JSON.parse((await tool.execute({ command })).content[0]?.text ?? '');
      return [data?.stdout.trim(), _meta.scope];
    };
    expect(await seen(acli, 'plain')).toEqual(['workspace', 'enforced']);
    expect(await seen(acli, 'wide')).toEqual(['network workspace alive outside', 'enforced']);
    expect(await seen(acli, 'narrow')).toEqual(['alive', 'enforced']);
    expect(await seen(off, 'plain')).toEqual(['network workspace alive outside', 'checked']);
  });

  test('createShell lets code run that is held, and says so', async () => {
    const { directory, outside } = newPlace();
    const shell = createShell({ workspace: directory });
    onTestFinished(() => shell.close());
    const { stdout, scope } = await shell.run({ command: 'sh', parameters: ['probe.sh'] });
    expect([stdout.trim(), scope]).toEqual(['workspace', 'enforced']);
    expect((await shell.run({ command: 'node', parameters: ['-p', '1 + 1'] })).stdout).toBe('2\n');
    expect((await shell.run({ command: 'rm', parameters: ['-r', '.'] })).error?.code).toBe('APPROVAL_REQUIRED');
    expect(existsSync(outside)).toBe(true);
  });

  test('runCli leaves programs alone unless it is told otherwise', () => {
    const { directory } = newPlace();
    const library = new URL('../../../dist/index.js', import.meta.url).href;
    const seen = (option: string) => {
      const own = `
        import { runCli } from '${library}';
        const handler = async (_, { spawn }) => ({ stdout: (await spawn('sh', ['probe.sh'])).stdout });
        const probe = { description: 'x', sandbox: { workspace: 'read-only' }, handler };
        await runCli({ name: 'own', version: '1.0.0', commands: { probe }, ${option} });`;
      writeFiles(directory, { 'own.mjs': own });
      const { stdout } = spawnSync(process.execPath, ['own.mjs', 'probe'], { cwd: directory, encoding: 'utf8' });
      const { data, meta } = JSON.parse(stdout);
      return [data.stdout.trim(), meta.scope];
    };
    expect(seen('')).toEqual(['network workspace alive outside', 'checked']);
    expect(seen("sandbox: { mode: 'required', network: true }")).toEqual(['network', 'enforced']);
  });

  test('what is wrong with the option is told at once', () => {
    const wrong = { mode: 'always', netwrok: true, commands: { 'shell ./x': {} } } as never;
    for (const part of [
      /sandbox\.mode: Must be "auto", "required" or "off"/,
      /sandbox\.netwrok/,
      /does not name a program/,
    ]) {
      expect(() => createShell({ workspace: '.', sandbox: wrong })).toThrow(part);
    }
    expect(() => createAcli({}, { sandbox: 'sometimes' })).toThrow(/sandbox: Must be "auto"/);
    const nobody = { description: 'x', handler: () => 1, sandbox: { mode: 'off' } } as never;
    expect(() => createAcli({ nobody })).toThrow(/sandbox/);
  });
});
