// Limits are per caller where they are about callers, fair where they are about room, and always told.

import { createAcli } from 'cmdgate';
import { expect, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';

const workspace = makeDirectory();
const parse = (result: { readonly content: readonly [{ readonly text: string }, ...unknown[]] }) =>
  JSON.parse(result.content[0].text);

test('the rate limit counts each caller on its own, refused requests included, and says how long to wait', async () => {
  const acli = createAcli(
    { echo: { description: 'Echo', handler: () => 'x' } },
    { workspace, limits: { rate: { perMinute: 2 } } },
  );
  const ask = async (name: string, command = 'echo') =>
    parse(await acli.execute({ command }, { caller: { name, may: 'everything' } }));
  expect((await ask('a')).success).toBe(true);
  expect((await ask('a', 'nothing')).error.code).toBe('COMMAND_NOT_FOUND');
  const { error } = await ask('a');
  expect(error).toMatchObject({ code: 'RATE_LIMITED', message: 'Rate limit exceeded' });
  expect(error.hint).toBe(`Wait ${Math.ceil(error.retry_after_ms / 1000)}s before retry`);
  expect(error.retry_after_ms).toBeGreaterThan(0);
  expect(error.retry_after_ms).toBeLessThanOrEqual(30_000);
  expect((await ask('a', 'help')).error.code).toBe('RATE_LIMITED');
  expect((await ask('b')).success).toBe(true);
  await acli.close();
});

/** A command that stays until it is let go, and a record of who came in. */
function gateWithRoomFor(concurrency: number) {
  const entered: string[] = [];
  const release = new Map<string, () => void>();
  const acli = createAcli(
    {
      hold: {
        description: 'Hold',
        arguments: [{ name: 'id', type: 'string', required: true, description: 'Which' }],
        handler: ({ id }: { id: string }) => {
          entered.push(id);
          return new Promise<string>((resolve) => release.set(id, () => resolve(id)));
        },
      },
      quick: { description: 'Quick', danger: 'safe', handler: () => 'quick' },
    },
    { workspace, limits: { concurrency } },
  );
  return { acli, entered, letGo: (id: string) => release.get(id)?.() };
}

test('runs beyond the limit wait and come in one after the other, in the order they came', async () => {
  const { acli, entered, letGo } = gateWithRoomFor(2);
  const ids = ['1', '2', '3', '4', '5'];
  const answers = ids.map((id) => acli.execute({ command: `hold ${id}` }));
  expect(entered).toEqual(['1', '2']);
  for (const [index, id] of ids.entries()) {
    letGo(id);
    expect(parse(await (answers[index] as (typeof answers)[number])).data).toBe(id);
    // The next one may come in a moment after the answer. One too many would stay in the record.
    await expect.poll(() => entered).toEqual(ids.slice(0, Math.min(ids.length, index + 3)));
  }
  await acli.close();
});

test('a waiting run can be canceled, is never entered, and does not take a place', async () => {
  const { acli, entered, letGo } = gateWithRoomFor(1);
  const first = acli.execute({ command: 'hold 1' });
  const cancel = new AbortController();
  const second = acli.execute({ command: 'hold 2' }, { signal: cancel.signal });
  const third = acli.execute({ command: 'hold 3' });
  cancel.abort();
  expect(parse(await second).error.details).toMatchObject([{ code: 'CANCELED' }]);
  letGo('1');
  await first;
  letGo('3');
  expect(parse(await third).data).toBe('3');
  expect(entered).toEqual(['1', '3']);
  expect(parse(await acli.execute({ command: 'quick' })).data).toBe('quick');
  await acli.close();
});

test('canceling and timing out give the place back', async () => {
  const { acli } = gateWithRoomFor(1);
  for (let round = 0; round < 3; round++) {
    expect(parse(await acli.execute({ command: 'hold x --timeout 10' })).error.code).toBe('TIMEOUT');
    const cancel = new AbortController();
    const canceled = acli.execute({ command: 'hold x' }, { signal: cancel.signal });
    cancel.abort();
    expect(parse(await canceled).error.details).toMatchObject([{ code: 'CANCELED' }]);
  }
  expect(parse(await acli.execute({ command: 'quick' })).data).toBe('quick');
  await acli.close();
});

test('a timeout that is longer than the limit is lowered, and the answer says so', async () => {
  const acli = createAcli(
    {
      hang: { description: 'Hang', handler: () => new Promise(() => undefined) },
      quick: { description: 'Quick', handler: () => 'quick' },
    },
    { workspace, limits: { timeoutMs: 50 } },
  );
  expect(parse(await acli.execute({ command: 'hang --timeout 1m' })).error).toMatchObject({
    code: 'TIMEOUT',
    message: 'Command timed out after 50ms',
  });
  expect(parse(await acli.execute({ command: 'quick --timeout 1m' }))._meta.warnings).toEqual([
    { code: 'TIMEOUT_LOWERED', message: 'The timeout was lowered to the limit of 50ms.' },
  ]);
  await acli.close();
});
