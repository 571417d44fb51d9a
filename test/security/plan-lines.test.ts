// A plan is one text of an agent: whatever its lines hold, it gets one answer, and the others get theirs.

import { createAcli } from 'cmdgate';
import { expect, onTestFinished, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';

function openAcli() {
  const acli = createAcli(
    {
      list: {
        description: 'List',
        danger: 'safe',
        handler: () => Array.from({ length: 5_000 }, (_, id) => ({ id, name: `name-${id}` })),
      },
      take: {
        description: 'Take',
        danger: 'safe',
        arguments: [{ name: '--what', type: 'object', description: 'Anything' }],
        handler: () => 'taken',
      },
    },
    { workspace: makeDirectory() },
  );
  onTestFinished(() => acli.close());
  return acli;
}

async function answersTo(lines: readonly string[], acli = openAcli()) {
  const result = await acli.execute({ command: `exec --ignore-errors --input '${lines.join('\n')}'` });
  const { data, error } = JSON.parse(result.content[0].text);
  return (data ?? error.result).answers as { ok: boolean; error: { code: string; details: { code: string }[] } }[];
}

/** A line that takes the same from the first answer so many times. */
const takeOften = (path: string, times: number) =>
  JSON.stringify({
    _cmd: 'take',
    what: Object.fromEntries(Array.from({ length: times }, (_, index) => [index, { $line: 1, path }])),
  });

const refused = { ok: false, error: { code: 'VALIDATION_ERROR' } };

test('an answer that is taken a thousand times is too much, and no text that ends the process', async () => {
  const [, answer] = await answersTo(['{"_cmd":"list"}', takeOften('$.data', 5_000)]);
  expect(answer).toMatchObject(refused);
  expect(answer?.error.details[0]?.code).toBe('LIMIT_EXCEEDED');
});

test('all paths of a line have the time of one', async () => {
  const [, answer] = await answersTo(['{"_cmd":"list"}', takeOften('$..[?@..[?@..name]]', 1_000)]);
  expect(answer).toMatchObject(refused);
  expect(answer?.error.details[0]?.code).toBe('LIMIT_EXCEEDED');
});

test('many values of one answer are no trouble', async () => {
  const [, answer] = await answersTo(['{"_cmd":"list"}', takeOften('$.data[4999].name', 1_000)]);
  expect(answer).toMatchObject({ ok: true });
});

test('what is nested too deeply to be shown is answered', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const answers = await answersTo([`{"_cmd":"take","what":{"deep":${deep}}}`, '{"_cmd":"take"}']);
  expect(answers.map(({ ok }) => ok)).toEqual([false, true]);
});

test('names of JavaScript are names like any other', async () => {
  const answers = await answersTo([
    '{"_cmd":"take","what":{"__proto__":{"polluted":true}}}',
    '{"_cmd":"take","__proto__":{"what":{}}}',
    '{"_cmd":"take","_opts":{"__proto__":true,"constructor":1}}',
    '{"_cmd":"constructor"}',
  ]);
  expect(answers.map(({ ok, error }) => (ok ? 'ok' : error.code))).toEqual([
    'ok',
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'COMMAND_NOT_FOUND',
  ]);
  expect({}).not.toHaveProperty('polluted');
});

test('while a long plan runs, others are answered', async () => {
  const acli = openAcli();
  const order: string[] = [];
  const plan = answersTo(Array(20_000).fill('{"_cmd":"take"}'), acli).then(() => order.push('plan'));
  const timer = new Promise<void>((resolve) => setTimeout(resolve, 1)).then(() => order.push('timer'));
  await Promise.all([plan, timer]);
  expect(order).toEqual(['timer', 'plan']);
});
