// Every sample line of the specification, typed as printed, and what else this example promises.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { createAcli, parse, type RunEvent } from 'cmdgate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { calendar } from './commands/calendar.js';
import { drive } from './commands/drive.js';
import { gmail } from './commands/gmail.js';
import { sheets } from './commands/sheets.js';
import specialTool from './commands/x-mycompany-special-tool.js';

interface Answer {
  readonly success: boolean;
  readonly data?: unknown;
  readonly message?: string;
  readonly error?: {
    readonly code: string;
    readonly hint: string;
    readonly examples?: readonly string[];
    readonly details?: readonly { readonly code: string; readonly message: string }[];
  };
  readonly _meta?: { readonly command: string };
}

interface Sample {
  readonly section: string;
  readonly line: string;
  /** What the tokenizer makes of the line, where the specification prints it. */
  readonly words?: readonly string[];
  /** The documented answer, or the code of the error. */
  readonly expect: Answer | string;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const readJson = (path: string) => JSON.parse(readFileSync(here(path), 'utf8'));

const samples: readonly Sample[] = readJson('spec-samples.json');
const { commands: _files, ...settings } = readJson('cmdgate.config.json');
const workspace = mkdtempSync(join(tmpdir(), 'office-'));
const commands = { calendar, drive, gmail, sheets, 'x-mycompany-special-tool': specialTool };
/** The person whom the gate asks before something is deleted. */
const approve = vi.fn(async () => ({ answer: 'approve', by: 'library' }) as const);
const office = createAcli(commands, { ...settings, workspace, approve });

async function run(command: string, options: Parameters<typeof office.execute>[1] = {}): Promise<Answer> {
  const { content, isError } = await office.execute({ command }, options);
  const answer: Answer = JSON.parse(content[0].text);
  expect(isError).toBe(!answer.success);
  return answer;
}

/** The samples were printed on this day: with the clock there, answers match to the letter. */
const printedAt = '2026-02-02T08:00:00Z';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(printedAt) });
});

afterAll(async () => {
  vi.useRealTimers();
  await office.close();
  rmSync(workspace, { recursive: true });
});

function expectSample({ line, expect: expected }: Sample, answer: Answer): void {
  const { _meta, ...shown } = answer;
  expect(_meta?.command).toBe(line);
  if (typeof expected === 'string') {
    expect(shown).toMatchObject({ success: false, error: { code: expected, hint: expect.any(String) } });
  } else if (expected.error) {
    // Beyond what is printed, an error may say more.
    const examples = expect.arrayContaining([...(expected.error.examples ?? [])]);
    expect(shown).toMatchObject({ ...expected, error: { ...expected.error, examples } });
  } else if (expected.data === undefined) {
    expect(shown).toEqual({ success: true, data: expect.any(Object) });
  } else if (line === 'help') {
    // Beyond what is printed, root help says how to go on.
    expect(shown).toEqual({ ...expected, data: { ...(expected.data as object), tips: expect.any(String) } });
  } else {
    expect(shown).toEqual(expected);
  }
}

describe('the sample lines of the specification', () => {
  test.each(samples)('$section: $line', async (sample) => {
    if (sample.words) expect(parse(sample.line)).toEqual({ ok: true, value: sample.words });
    expectSample(sample, await run(sample.line));
  });

  test('answer the same through the executable and the configuration file', () => {
    const stopClock = `const now = Date.parse('${printedAt}');
      globalThis.Date = class extends Date {
        constructor(...given) { super(...(given.length > 0 ? given : [now])); }
        static now() { return now; }
      };`;
    const { stdout } = spawnSync(
      process.execPath,
      [
        ...['--import', `data:text/javascript,${encodeURIComponent(stopClock)}`, here('../../bin/cmdgate.js')],
        ...['repl', '--stdin', '--format', 'acli', '--config', here('cmdgate.config.json')],
      ],
      { input: samples.map(({ line }) => `${line}\n`).join(''), encoding: 'utf8', timeout: 20_000 },
    );
    const answers: Answer[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(samples.length);
    for (const [index, sample] of samples.entries()) expectSample(sample, answers[index] as Answer);
  });
});

describe('every command', async () => {
  test('says how dangerous it is', () => {
    const all = Object.values(commands).flatMap((command) => Object.values(command.subcommands ?? [command]));
    expect(all.filter(({ danger }) => danger === undefined)).toEqual([]);
  });

  const { data } = (await run('schema')) as { data: { commands: { command: string; outputSchema?: object }[] } };

  test.each(data.commands)('$command has examples, and they answer as its output schema says', async (schema) => {
    const help = (await run(`help ${schema.command}`)) as { data: { examples: string[] } };
    expect(help.data.examples).not.toEqual([]);
    const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema.outputSchema ?? false);
    for (const line of help.data.examples) {
      const answer = await run(line);
      expect(answer).toMatchObject({ success: true });
      expect(isValid(answer.data), `${line}: ${JSON.stringify(isValid.errors)}`).toBe(true);
      rmSync(join(workspace, 'downloads'), { recursive: true, force: true });
    }
  });
});

describe('calendar', () => {
  test('an event that was created is listed', async () => {
    const line = 'calendar create --summary Review --from 2026-03-05T09:00:00Z --to 2026-03-05T10:00:00Z';
    const { event } = (await run(line)).data as { event: unknown };
    expect(event).toMatchObject({ summary: 'Review', start: '2026-03-05T09:00:00Z', end: '2026-03-05T10:00:00Z' });
    expect((await run('calendar events --from 2026-03-05 --to 2026-03-05')).data).toEqual({ events: [event] });
  });

  test('an event cannot end before it starts', async () => {
    expect(await run('calendar create --summary Odd --from 2026-03-05 --to 2026-03-04')).toMatchObject({
      error: { code: 'EXECUTION_ERROR', details: [{ code: 'ENDS_BEFORE_START' }] },
    });
  });

  test('asking for no events at all is a mistake', async () => {
    expect(await run('calendar events --max 0')).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        details: [{ field: '--max', message: 'The --max argument must be at least 1' }],
      },
    });
  });

  test('times with another offset are understood', async () => {
    const { data } = await run('calendar events --today --from 2026-02-02T12:30:00+02:00');
    expect(data).toEqual({ events: [{ id: 'evt_456', summary: 'Lunch', start: '2026-02-02T12:00:00Z' }] });
  });
});

describe('drive', () => {
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent) => void events.push(event);

  test('a download tells its progress, arrives whole, and is never replaced', async () => {
    const line = 'drive download file_105 --path downloads/talk.mp4';
    expect((await run(line, { onEvent })).data).toEqual({
      path: 'downloads/talk.mp4',
      bytes: 2_000_000,
      effect: 'created',
    });
    expect(statSync(join(workspace, 'downloads/talk.mp4')).size).toBe(2_000_000);
    expect(events.filter(({ type }) => type === 'progress').at(-1)).toMatchObject({
      done: 2_000_000,
      total: 2_000_000,
    });

    expect(await run(line)).toMatchObject({ error: { details: [{ code: 'ALREADY_EXISTS' }] } });
    expect(statSync(join(workspace, 'downloads/talk.mp4')).size).toBe(2_000_000);
  });

  test('a canceled download leaves nothing behind', async () => {
    const controller = new AbortController();
    const answer = await run('drive download file_105 --path downloads/canceled.mp4', {
      signal: controller.signal,
      onEvent: ({ type }) => type === 'progress' && controller.abort(),
    });
    expect(answer).toMatchObject({ error: { details: [{ code: 'CANCELED' }] } });
    // The answer does not wait for the handler to clean up.
    await vi.waitFor(() => expect(existsSync(join(workspace, 'downloads/canceled.mp4'))).toBe(false));
  });

  test('a wrong id gets the ids that look like it', async () => {
    expect(await run('drive download file_1002')).toMatchObject({
      error: {
        message: "There is no file 'file_1002'",
        hint: 'Did you mean file_101, file_102, file_103?',
        details: [{ code: 'NOT_FOUND' }],
      },
    });
  });

  test('deleting is tried out first, and then done', async () => {
    const names = async () => {
      const { files } = (await run('drive list /Pictures')).data as { files: { name: string }[] };
      return files.map(({ name }) => name);
    };
    expect((await run('drive delete file_104 --dry-run')).data).toMatchObject({
      effect: 'would_delete',
      would_affect: ['file_104'],
    });
    expect(await names()).toEqual(['team.jpg']);
    expect(approve).not.toHaveBeenCalled();
    expect((await run('drive delete file_104 --confirm-destructive')).data).toMatchObject({ effect: 'deleted' });
    expect(approve).toHaveBeenCalledOnce();
    expect(await names()).toEqual([]);
  });
});

describe('gmail', () => {
  test('receivers are separated by commas, repeated, or both, and the message can be found', async () => {
    await run('gmail send --to a@example.com,b@example.com --to c@example.com -s Plans');
    const { messages } = (await run('gmail search to:c@example.com plans')).data as { messages: object[] };
    expect(messages).toMatchObject([{ to: ['a@example.com', 'b@example.com', 'c@example.com'], subject: 'Plans' }]);
  });

  test('what is no address is refused before anything is sent', async () => {
    expect(await run('gmail send --to nobody --subject Hello')).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: [{ field: '--to' }] },
    });
  });
});

describe('sheets', () => {
  test('an export streams its rows, and answers with all of them', async () => {
    const rows: unknown[] = [];
    const onEvent = (event: RunEvent) => void (event.type === 'output' && rows.push(event.value));
    const { data } = await run('sheets export sheet_202 --as csv', { onEvent });
    expect(data).toEqual(['name,email', 'Alice,alice@example.com', 'Bob,bob@example.com']);
    expect(rows).toEqual(data);
  });

  test('a row needs a value for each column, and is then read back', async () => {
    expect(await run('sheets append sheet_202 Carol')).toMatchObject({
      error: { hint: 'Give a value for each of name, email', details: [{ code: 'WRONG_COLUMN_COUNT' }] },
    });
    expect((await run('sheets append sheet_202 Carol carol@example.com')).data).toEqual({ row: 3, effect: 'created' });
    expect((await run('sheets read sheet_202 --columns name')).data).toEqual({
      columns: ['name'],
      rows: [['Alice'], ['Bob'], ['Carol']],
    });
  });
});
