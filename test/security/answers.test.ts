// Whatever a handler does, a command line answers. Credentials in an answer are shown only to whoever asked with the
// words of that command line, and what was given in confidence to nobody.

import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from '../cli/process.js';

const fixture = fileURLToPath(new URL('../fixtures/leaky-cli.mjs', import.meta.url));
const workspace = makeDirectory();

async function run(words: readonly string[], input = '', environment: Record<string, string> = {}) {
  const child = start(process.execPath, [fixture, ...words], { cwd: workspace, environment });
  child.stdin.end(input);
  const { stdout, code } = await finish(child);
  const lines = stdout.trimEnd().split('\n');
  return { lines: lines.map((line) => JSON.parse(line)), code };
}

const answers = async (...call: Parameters<typeof run>) => (await run(...call)).lines;

const masked = expect.stringMatching(/^\[MASKED: JWT, \d+ characters\]$/);
const plain = expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
const warning = expect.objectContaining({ code: 'MASKED' });

test.each([
  ['an answer', ['token'], '', 0],
  ['a failure', ['fail'], '', 0],
  ['a line of a plan', ['exec'], '{"_cmd":"token"}\n', 0],
  ['a value of a stream', ['stream', '--format', 'jsonl'], '', 1],
])('a credential in %s is masked unless --unmask is given', async (_, words, input, at) => {
  const shown = await answers(words, input);
  expect(shown[at].data ?? shown[at]).toEqual({ jwt: masked });
  expect(shown.at(-1).warnings).toEqual([warning]);
  const asked = await answers([...words, '--unmask'], input);
  expect(asked[at].data ?? asked[at]).toEqual({ jwt: plain });
  expect(asked.at(-1).warnings).toEqual([]);
});

test('no line of a plan unmasks anything', async () => {
  const [answer] = await answers(['exec'], '{"_cmd":"token","_opts":{"unmask":true}}\n');
  expect(answer).toMatchObject({ ok: false, data: null, error: { errors: [{ field: '--unmask' }] } });
});

test('a later line takes what there is, not what is shown of it', async () => {
  const [token, length] = await answers(
    ['exec'],
    '{"_cmd":"token"}\n{"_cmd":"length","text":{"$line":1,"path":"$.data.jwt"}}\n',
  );
  const [, shownLength] = /(\d+) characters/.exec(token.data.jwt) ?? [];
  expect(length.data).toEqual({ length: Number(shownLength) });
});

test('a secret that a handler prints is not in the warning about it', async () => {
  const [{ warnings }] = await answers(['login', '--pin-from-env', 'PIN'], '', { PIN: 'hunter2-CANARY' });
  expect(warnings).toEqual([{ code: 'THIRD_PARTY_STDOUT', message: 'the pin is [REDACTED]' }]);
});

test('a handler that ends the process is a failure that says so', async () => {
  const { lines, code } = await run(['leave']);
  expect({ code, lines }).toMatchObject({
    code: 1,
    lines: [{ ok: false, error: { code: 'EXECUTION_ERROR', message: "'leave' ended the process before it answered" } }],
  });
});

test('a line that ends the process is told after those that were answered', async () => {
  const { lines, code } = await run(['exec'], '{"_cmd":"hush"}\n{"_cmd":"leave"}\n{"_cmd":"hush"}\n');
  expect(code).toBe(1);
  expect(lines.map(({ ok, meta }) => [ok, meta._line])).toEqual([
    [true, 1],
    [false, null],
  ]);
});

test('whoever ends standard output does not end the answer', async () => {
  const { lines, code } = await run(['hush']);
  expect({ code, lines }).toMatchObject({
    code: 0,
    lines: [{ ok: true, warnings: [{ code: 'THIRD_PARTY_STDOUT', message: 'last words' }] }],
  });
});

test('a part of an answer does not pass for the whole, whoever ends the process while it is written', async () => {
  const index = new URL('../../dist/index.js', import.meta.url).href;
  const tool = `import { runCli } from ${JSON.stringify(index)};
    const handler = () => {
      setTimeout(() => process.exit(0), 500);
      return 'x'.repeat(20_000_000);
    };
    await runCli({ name: 'tool', commands: { large: { description: 'Leaves late', danger: 'safe', handler } } });`;
  const child = start(process.execPath, ['tool.mjs', 'large'], { cwd: makeDirectory({ 'tool.mjs': tool }) });
  // Nobody reads until it has ended.
  const [code] = await once(child, 'exit');
  child.stdout.resume();
  expect(code).toBe(1);
});
