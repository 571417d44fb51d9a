// cmdgate as it is after `npm install cmdgate`: what few need is not beside it until they install it.

import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { ownDirectory } from '../../src/ledger/own-directory.js';
import { packageVersion } from '../../src/version.js';
import { finish, makeDirectory, start } from './process.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Neither linked nor below the checkout, where the packages of its tests would be found. */
let directory: string;
const ledger = join(makeDirectory(), 'ledger');

beforeAll(() => {
  directory = makeDirectory({
    'tool.mjs': `console.log(JSON.stringify({ ok: true, data: {}, error: null, warnings: [], meta: { duration_ms: 1 } }));`,
    'hello.mjs': `export const hello = { description: 'Hello', handler: () => 'hello' };`,
    'cmdgate.config.json': JSON.stringify({ commands: ['hello.mjs'], ledger: { url: 'env:DATABASE' } }),
    'library.mjs': `
      import { createAcli } from 'cmdgate';
      const ledger = { directory: process.env.LEDGER, url: () => process.env.DATABASE };
      createAcli({ hello: { description: 'Hello', handler: () => 'hello' } }, { ledger });`,
  });
  const installed = join(directory, 'node_modules/cmdgate');
  mkdirSync(installed, { recursive: true });
  for (const name of ['bin', 'dist', 'package.json']) {
    cpSync(join(root, name), join(installed, name), { recursive: true, filter: (path) => !path.endsWith('.d.ts') });
  }
});

async function node(...words: string[]) {
  const environment = { DATABASE: 'postgres://127.0.0.1/x', LEDGER: ledger };
  const child = start(process.execPath, words, { cwd: directory, environment });
  child.stdin.end();
  return await finish(child);
}

async function cmdgate(...words: string[]) {
  const { code, stdout } = await node('node_modules/cmdgate/bin/cmdgate.js', ...words);
  return { code, envelope: JSON.parse(stdout) };
}

test.each([
  [['contract', 'check', '--', 'node', 'tool.mjs'], 'contract check'],
  [['conformance', '--command', 'node tool.mjs'], 'conformance'],
])('without the package of the checks, %j says what to install', async (words, command) => {
  const { code, envelope } = await cmdgate(...words);

  expect([code, envelope.error]).toMatchObject([
    4,
    {
      code: 'PRECONDITION',
      message: `cmdgate ${command} needs the package cmdgate-checks, which is not installed next to cmdgate`,
      hint: `Run "npm install --save-dev cmdgate-checks@${packageVersion}" (with --global if cmdgate is installed globally)`,
    },
  ]);
});

test('their help, and what is wrong with their words, needs no package', async () => {
  expect(await cmdgate('contract', '--help')).toMatchObject({ code: 0, envelope: { ok: true } });
  expect(await cmdgate('conformance')).toMatchObject({ code: 2, envelope: { error: { code: 'VALIDATION_ERROR' } } });
});

test('a ledger in PostgreSQL needs a driver: nothing is run without it, and nothing recorded', async () => {
  const { code, envelope } = await cmdgate('run', 'hello');

  expect([code, envelope.error.code]).toEqual([4, 'CONFIGURATION_ERROR']);
  expect(envelope.error.message).toContain(
    'PostgreSQL needs the package "pg", which is not installed next to cmdgate.',
  );
  expect(envelope.error.message).toContain('Run "npm install pg", or remove ledger.url: the index is then a file.');
  expect(existsSync(ownDirectory(directory))).toBe(false);
});

test('so it does in a program that embeds the gate', async () => {
  const { code, stderr } = await node('library.mjs');

  expect(code).toBe(1);
  expect(stderr).toContain('TypeError: ledger.url: PostgreSQL needs the package "pg"');
  expect(existsSync(ledger)).toBe(false);
});

test('once they are installed, both work', async () => {
  // In a real installation they are directories; what they need is found from where they really are.
  for (const name of ['cmdgate-checks', 'pg']) {
    symlinkSync(join(root, 'node_modules', name), join(directory, 'node_modules', name));
  }

  const { code, envelope } = await cmdgate('contract', 'check', '--only', 'F-004', '--', 'node', 'tool.mjs');
  expect([code, envelope.data.all.passed]).toEqual([0, 1]);
  expect(await cmdgate('run', 'hello')).toMatchObject({ code: 0, envelope: { data: { value: 'hello' } } });
}, 60_000);
