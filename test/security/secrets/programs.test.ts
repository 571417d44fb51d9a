// What programs are given in confidence, by the owner or by the caller, is seen nowhere: whatever they print, however they
// fail, and whoever is asked about them.

import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGate, type RunEvent } from 'cmdgate';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeDirectory } from '../../cli/process.js';
import { ledgerOf } from '../../fixtures/ledger-entries.js';
import { formsIn } from './forms.js';

const secret = 'ow+n "C4N4RY"/é? of seven';
/** As the name of a file, and of a host. */
const plain = 'c4n4ry-of-seven-x1';

const print = `
const secret = process.env.TOKEN ?? process.argv[2];
const base64 = (text) => Buffer.from(text).toString('base64');
const lines = [
  'reached', secret, JSON.stringify({ secret }), encodeURIComponent(secret), new URLSearchParams({ secret }),
  base64(secret), Buffer.from(secret).toString('base64url'), Buffer.from(secret).toString('hex'),
  ...['u:', 'me:', 'you:'].map((user) => base64(user + secret)),
];
console.log(lines.join('\\n'));
console.error(lines.join('\\n'));
process.exitCode = Number(process.argv[3] ?? 0);
`;

const pin = { parameters: { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } } };
const token = { security: { scheme: 'x-env', environment: { TOKEN: 'own' } } };
const handle = (name: string, args: readonly string[], more: object, command = 'node') => ({
  ...{ name, description: name, handler: 'command', command, arguments: args, ...more },
});
const tool = (name: string, template: object) => ({
  ...{ name, description: name, inputs: { type: 'object', properties: {} } },
  tool_call_template: { call_template_type: 'cli', ...template },
});

const files = {
  'print.mjs': print,
  'handles/all.json': JSON.stringify([
    handle('credential', ['print.mjs'], token),
    handle('credential-fails', ['print.mjs', 'x', '3'], token),
    handle('argument', ['print.mjs', '{{pin}}'], pin),
    handle('argument-fails', ['print.mjs', '{{pin}}', '3'], pin),
    handle('nowhere', ['{{pin}}'], pin, 'no-such-program'),
  ]),
  'own/m.json': JSON.stringify({
    tools: [
      tool('named', { command: `./\${PROGRAM}` }),
      tool('missing', { command: `./missing-\${PROGRAM}` }),
      tool('printed', { command: 'node', args: ['print.mjs'], environment: { TOKEN: `\${OWN}` } }),
    ],
  }),
  [plain]: '#!/bin/sh\necho reached; exit 1\n',
};

const config = {
  handles: [{ files: ['handles/*.json'] }],
  utcp: [{ file: 'own/m.json', relativePrograms: true, variables: { OWN: 'env:OWN', PROGRAM: 'env:PROGRAM' } }],
  credentials: { own: 'env:OWN' },
  programs: { environment: { TOKEN: 'env:OWN', OTHER: 'env:PROGRAM' } },
  sandbox: 'off',
  shell: { enabled: true },
};

const calls: readonly (readonly [name: string, request: Parameters<Opened['run']>[0]])[] = [
  ['credential', ['credential']],
  ['credential that fails', ['credential-fails']],
  ['argument', { path: 'argument', input: { pin: secret } }],
  ['argument that fails', { path: 'argument-fails', input: { pin: secret } }],
  ['argument of a program that is missing', { path: 'nowhere', input: { pin: secret } }],
  ['name of a program that fails', ['m', 'named']],
  ['name of a program that is missing', ['m', 'missing']],
  ['variable of a manual', ['m', 'printed']],
  ['variable of the owner', ['shell', 'node', 'print.mjs']],
  ['variable of the owner, said by the caller', ['shell', 'echo', plain]],
];

type Opened = Awaited<ReturnType<typeof createGate>>;

async function open(policy: Readonly<Record<string, unknown>>) {
  const directory = makeDirectory(files);
  chmodSync(join(directory, plain), 0o755);
  const approvals: unknown[] = [];
  const gate = await createGate({
    config: { ...config, policy },
    directory,
    environment: { PATH: process.env.PATH, OWN: secret, PROGRAM: plain },
    approve: async (approval) => {
      approvals.push(approval);
      return { answer: 'approve', by: 'test' };
    },
  });
  return { gate, directory, approvals };
}

function keptIn(workspace: string): string {
  const entries = readdirSync(ledgerOf(workspace), { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile());
  return found.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('utf8')).join('\n');
}

const seenIn = (text: string) => [...formsIn(text, secret), ...formsIn(text, plain)];

describe.each(['allow', 'ask'])('where the policy says %s', (decision) => {
  const traces = new Map<string, string>();

  beforeAll(async () => {
    const { gate, directory, approvals } = await open({ default: decision, rules: [] });
    for (const [name, request] of calls) {
      const events: RunEvent[] = [];
      const onEvent = (event: RunEvent) => void events.push(event);
      const runs = [await gate.run(request, { onEvent }), await gate.run(request, { onEvent, dryRun: true })];
      const errors = runs.flatMap((one) =>
        one.status === 'failed' ? [{ ...one.error, said: one.error.message }] : [],
      );
      traces.set(name, JSON.stringify({ runs, errors, events, approvals: approvals.splice(0) }));
    }
    await gate.close();
    traces.set('what is kept', keptIn(directory));
  }, 120_000);

  test.each([...calls.map(([name]) => name), 'what is kept'])('%s', (name) => {
    const trace = traces.get(name) ?? '';
    expect([trace.length > 100, seenIn(trace)]).toEqual([true, []]);
  });
});

test('everything else that a program prints is shown', async () => {
  const { gate } = await open({ default: 'allow', rules: [] });
  onTestFinished(() => gate.close());
  const outcome = await gate.run(['credential']);
  const { stdout } = (outcome.status === 'completed' ? outcome.data : {}) as { stdout: string };
  expect(stdout).toMatch(/^reached\n\[REDACTED\]\n/);
});
