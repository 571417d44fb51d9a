// What is printed while modules are loaded, and what a Node gets that is too old to load them.

import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { finish, makeDirectory, start } from './process.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = (file: string) => pathToFileURL(join(root, 'dist', file)).href;

const files = {
  'noisy.mjs': `
    import fs from 'node:fs';
    console.log('a banner');
    process.stdout.write('of the stream ');
    fs.writeSync(1, 'past the stream ');
    fs.writevSync(1, [Buffer.from('in pieces '), Buffer.from('as bytes ')]);
    fs.writeFileSync('/dev/stdout', 'by its path');
    export const hello = { description: 'Hello', danger: 'safe', handler: () => 'hi' };`,
  'first.mjs': `
    import ${JSON.stringify(dist('stdout.js'))};
    import { hello } from './noisy.mjs';
    import { runCli } from ${JSON.stringify(dist('index.js'))};
    await runCli({ name: 'first', commands: { hello } });`,
  'loads.mjs': `
    import { runCli } from ${JSON.stringify(dist('index.js'))};
    await runCli({ name: 'loads', commands: () => import('./noisy.mjs') });`,
  'breaks.mjs': `
    import { runCli } from ${JSON.stringify(dist('index.js'))};
    await runCli({ name: 'breaks', commands: () => import('./missing.mjs') });`,
  'default.mjs': `
    import { runCli } from ${JSON.stringify(dist('index.js'))};
    const hello = { description: 'Hello', danger: 'safe', handler: () => 'hi' };
    await runCli({ name: 'default', commands: async () => ({ default: { hello } }) });`,
  'required.cjs': `console.log(require.resolve('cmdgate'), typeof require('cmdgate').runCli);`,
  'old.mjs': `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: process.argv[2] } });
    process.argv.splice(1, 2, process.argv[3]);
    await import(process.argv[1]);`,
};

const cwd = makeDirectory(files);

async function run(...words: string[]) {
  const child = start(process.execPath, words, { cwd });
  child.stdin.end();
  return await finish(child);
}

describe('what a module prints while it is loaded', () => {
  test.each(['first.mjs', 'loads.mjs'])('%s: it goes to stderr, and the answer warns of it', async (file) => {
    const { code, stdout, stderr } = await run(file, 'hello');
    const printed = 'a banner\nof the stream past the stream in pieces as bytes by its path';
    expect({ code, answer: JSON.parse(stdout), stderr }).toMatchObject({
      code: 0,
      answer: { data: { value: 'hi' }, warnings: [{ code: 'THIRD_PARTY_STDOUT', message: printed }] },
      stderr: printed,
    });
  });

  test('commands can be the default export', async () => {
    expect(JSON.parse((await run('default.mjs', 'hello')).stdout)).toMatchObject({ ok: true, data: { value: 'hi' } });
  });

  test('commands that cannot be loaded are an answer, too', async () => {
    const { code, stdout } = await run('breaks.mjs', 'hello');
    expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
      code: 4,
      answer: { error: { code: 'START_FAILED' } },
    });
  });
});

describe('a Node that is too old', () => {
  const anyNode = readdirSync(join(root, 'dist/any-node'));

  test.each([join(root, 'bin/cmdgate.js'), ...anyNode.map((file) => join(root, 'dist/any-node', file))])(
    'gets one document from %s',
    async (file) => {
      for (const version of ['12.22.12', '20.18.3']) {
        const { code, stdout } = await run('old.mjs', version, file, 'deploy', '--token', 'abc');
        expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
          code: 4,
          answer: {
            ok: false,
            data: null,
            error: { code: 'NODE_TOO_OLD', message: `Node ${version} is too old: Node 20.19 or newer is needed` },
            meta: { command: 'deploy', exit_code: 4 },
          },
        });
        expect(stdout).not.toContain('abc');
      }
    },
  );

  test('gets words where text is asked for', async () => {
    const { stdout, stderr } = await run('old.mjs', '12.22.12', join(root, 'bin/cmdgate.js'), '--output', 'text');
    expect({ stdout, stderr }).toEqual({
      stdout: '',
      stderr: expect.stringContaining('Node 20.19 or newer is needed'),
    });
  });

  test('can read the files that it is given', () => {
    const given = [
      'bin/cmdgate.js',
      'dist/refuse-old-node.js',
      ...anyNode.filter((one) => one.endsWith('-old.js')).map((one) => `dist/any-node/${one}`),
    ];
    for (const file of given) {
      const code = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/\*\*|#!).*$/gm, '');
      expect(code, file).not.toMatch(/\?\?|\?\.[a-z[(]|(?<![\w'])#\w|\bawait\b|\bstatic\b|\|\|=|&&=|node:/);
    }
  });

  test('a Node that is new enough finds the library itself', async () => {
    const conditions = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports;
    for (const entry of Object.values(conditions).filter((one) => typeof one === 'object') as Record<
      string,
      string
    >[]) {
      expect(Object.keys(entry).slice(0, 2)).toEqual(['types', 'module-sync']);
      expect(entry.default).toBe(entry['module-sync']);
    }
    mkdirSync(join(cwd, 'node_modules'));
    symlinkSync(root, join(cwd, 'node_modules', 'cmdgate'));
    const { stdout, stderr } = await run('required.cjs');
    expect({ stdout, stderr }).toEqual({ stdout: `${join(root, 'dist/index.js')} function\n`, stderr: '' });
  });
});

describe("an author's mistake", () => {
  const library = new URL('../../dist/index.js', import.meta.url).href;
  const program = (options: string) =>
    `import { runCli } from ${JSON.stringify(library)};\n\nawait runCli(${options});\n`;
  const here = makeDirectory({
    'context.mjs': program("{ name: 'a', commands: {}, contexts: { red: { allows: [] } } }"),
    'name.mjs': program('{ commands: {} }'),
    'option.mjs': program("{ name: 'a', commands: {}, strickt: true }"),
    'commands.mjs': program("{ name: 'a' }"),
    'nothing.mjs': program(''),
    'throws.mjs': program("{ name: 'a', commands: () => { throw new TypeError('it is not there'); } }"),
  });

  test.each([
    ['context.mjs', 'Unknown setting "allows" in the context "red"'],
    ['option.mjs', 'runCli has no option "strickt". Did you mean "strict"?'],
    ['name.mjs', 'runCli needs the name of the program'],
    ['commands.mjs', 'runCli needs commands'],
    ['nothing.mjs', 'runCli takes an object'],
    ['throws.mjs', 'it is not there'],
  ])('%s is answered with one document that names the line, and with none of our source', async (file, message) => {
    const child = start(process.execPath, [file, 'hello'], { cwd: here });
    child.stdin.end();
    const { code, stdout, stderr } = await finish(child);
    expect({ code, stderr, answer: JSON.parse(stdout) }).toMatchObject({
      code: 4,
      stderr: '',
      answer: {
        ok: false,
        error: {
          code: 'START_FAILED',
          message: expect.stringContaining(message),
          details: [{ code: 'RAISED_AT', message: expect.stringMatching(`^It was raised in ${file}:3:\\d+$`) }],
        },
      },
    });
  });

  test('in a definition is answered with the line by which it was handed over', async () => {
    const file = 'definition.mjs';
    const wrong = "{ name: 'a', commands: { hello: { description: 'Say it', handlers: 1, handler: () => 1 } } }";
    const directory = makeDirectory({ [file]: program(wrong) });
    const child = start(process.execPath, [file, 'hello'], { cwd: directory });
    child.stdin.end();
    const { stdout } = await finish(child);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'DEFINITION_ERROR',
      details: [
        { code: 'WRONG_DEFINITION', field: 'hello' },
        { code: 'RAISED_AT', message: expect.stringMatching(`^It was raised in ${file}:3:\\d+$`) },
      ],
    });
  });
});
