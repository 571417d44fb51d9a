// What an agent is told about exec before it uses it.

import { createAcli } from 'cmdgate';
import { expect, onTestFinished, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';
import { codes, exec, readAll, startLedger } from './ledger.js';

const exitCodes = {
  '0': { description: expect.any(String), retryable: false, side_effects: 'complete' },
  '1': { description: expect.any(String), retryable: false, side_effects: 'partial' },
  '2': { description: expect.any(String), retryable: false, side_effects: 'none' },
};

async function answerTo(...words: string[]) {
  const { child } = startLedger(words);
  child.stdin.end();
  const { code, answers } = await readAll(child);
  return { code, data: (answers[0]?.data ?? {}) as Record<string, Record<string, unknown>> };
}

test('REQ-O-050: the manifest has exec as safe, marks it as what runs others, and declares its exit codes', async () => {
  const { data } = await answerTo('manifest');
  expect(data.commands?.exec).toMatchObject({
    danger_level: 'safe',
    dispatcher: true,
    built_in: true,
    dry_run: true,
    flags: { plan: { type: 'boolean' }, 'ignore-errors': { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
  });
  expect(data.commands?.exec).toHaveProperty('exit_codes', exitCodes);
});

test('REQ-O-050: so does the closed manifest of version 1, in its own words', async () => {
  const { data } = await answerTo('manifest', '--schema-version', '1');
  expect(data.commands?.exec).toMatchObject({ danger_level: 'safe', exit_codes: exitCodes });
  expect(data.commands?.exec).not.toHaveProperty('dispatcher');
});

test('exec --schema tells the same, and runs nothing', async () => {
  expect(await answerTo('exec', '--schema')).toMatchObject({
    code: 0,
    data: { command: 'exec', danger_level: 'safe', dispatcher: true, exit_codes: exitCodes },
  });
});

test('a plan can stand on the command line, and not beside a file', async () => {
  const words = ['--input', '{"_cmd":"process.id"}\n{"_cmd":"process.id"}'];
  const one = await exec([], words);
  const both = await exec([], [...words, '--input-file', 'plan.jsonl']);

  expect([one.code, codes(one.answers)]).toEqual([0, ['1 ok', '2 ok']]);
  expect([both.code, both.answers[0]?.error?.code]).toEqual([2, 'VALIDATION_ERROR']);
});

test('an agent with one tool finds it by help and schema, without what only command lines have', async () => {
  const acli = createAcli({ hi: { description: 'Greet', handler: () => 'hi' } }, { workspace: makeDirectory() });
  onTestFinished(() => acli.close());
  const ask = async (command: string) => JSON.parse((await acli.execute({ command })).content[0].text);

  for (const line of ['help exec', 'exec --help']) {
    expect(await ask(line)).toMatchObject({ success: true, data: { command: 'exec', examples: [expect.any(String)] } });
  }
  expect(await ask('exec --schema')).toMatchObject({ success: true, data: { dispatcher: true } });
  expect(await ask('exec --input-file /etc/passwd')).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
});
