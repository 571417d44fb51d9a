import { isUtf8 } from 'node:buffer';
import { dirname } from 'node:path';
import { type Answer, withoutMeta } from '../answer.js';
import { callAgain } from '../call-again.js';
import { type Check, type CheckContext, judge, type Look, look } from '../check.js';
import { inTurns } from '../in-turns.js';
import { asList, asObject, brief, isObject, isText, objectsIn, textsIn } from '../json.js';
import { traceId, unknownOption, unknownWord } from '../probe-words.js';

/** Every answer that there is to look at. */
export async function everyAnswer({ survey, basics }: CheckContext): Promise<readonly Answer[]> {
  return [...(await basics()), ...(await survey())];
}

/** A look at one field of every answer. */
const inEvery =
  (expected: string, holds: (answer: Answer) => boolean): Check['run'] =>
  async (context) =>
    judge((await everyAnswer(context)).map((answer) => look(answer, holds(answer), expected)));

/** The same for all that the other checks have seen. */
const inAllSeen =
  (expected: string, holds: (answer: Answer) => boolean): Check['run'] =>
  async (context) =>
    judge((await everythingSeen(context)).map((answer) => look(answer, holds(answer), expected)));

/** Some commands that succeed, called once more with something changed. */
async function again(
  context: CheckContext,
  most: number,
  compare: (before: Answer) => Promise<Look>,
): Promise<readonly Look[]> {
  const { temporary } = context.target;
  // The name of a temporary directory is another one each time, and has to be.
  const good = (await context.survey()).filter(({ ok, ms, stdout }) => ok && ms < 5_000 && !stdout.includes(temporary));
  return await inTurns(good.slice(0, most), compare);
}

/**
 * Those, and every document that any other call brought back. A plan is left out: its last line may be a document, and
 * the exit code is that of the plan.
 */
export async function everythingSeen(context: CheckContext): Promise<readonly Answer[]> {
  const answers = await everyAnswer(context);
  const { seen } = context.target;
  const texts = new Set(seen.map(({ stdout }) => stdout));
  const isPlan = ({ words }: Answer) => words[0] === 'exec';
  return [...answers.filter(({ stdout }) => !texts.has(stdout)), ...seen.filter((answer) => !isPlan(answer))];
}

const keys = ['data', 'error', 'meta', 'ok', 'warnings'];

function isEnvelope({ envelope, code, data, error, meta }: Answer): boolean {
  if (envelope === undefined || Object.keys(envelope).sort().join() !== keys.join()) return false;
  const { ok } = envelope;
  const empty = data === null && envelope.error === null && meta.not_modified !== true;
  const fits = !empty && (data === null || typeof data === 'object');
  const told = ok === true ? envelope.error === null : isText(error.code) && isText(error.message);
  return (
    ok === (code === 0) && fits && told && Array.isArray(envelope.warnings) && typeof meta.duration_ms === 'number'
  );
}

export const envelopeChecks: readonly Check[] = [
  {
    id: 'REQ-F-004',
    how: 'Every answer in the whole check is one document with exactly ok, data, error, warnings and meta, and ok agrees with the exit code',
    last: true,
    run: inAllSeen('one envelope with five keys that agree with the exit code', isEnvelope),
  },
  {
    id: 'REQ-F-005',
    how: 'Safe commands print the same bytes, apart from meta, under LANG=de_DE, ar_EG and C',
    run: async (context) =>
      judge(
        await again(context, 4, async ({ words }) => {
          const answers = await Promise.all(
            ['de_DE.UTF-8', 'ar_EG.UTF-8', 'C'].map((LANG) =>
              context.target.call(words, { environment: { LANG, LC_ALL: LANG } }),
            ),
          );
          const [first = answers[0]] = answers;
          const same = new Set(answers.map(withoutMeta)).size === 1;
          return look(
            first as Answer,
            same,
            'the same data in every locale',
            answers
              .map(withoutMeta)
              .map((text) => brief(text, 60))
              .join(' | '),
          );
        }),
        'It has no safe command that can be called',
      ),
  },
  {
    id: 'REQ-F-016',
    how: 'Every answer is valid UTF-8 without NUL; tested where a command returns the replacement character for invalid bytes',
    run: async ({ survey }) => {
      const answers = await survey();
      const bad = answers.filter(
        ({ bytes, stdout }) => !isUtf8(bytes) || /\0|\\u0000|\\ud[89ab][0-9a-f]{2}/i.test(stdout),
      );
      if (bad.length > 0)
        return judge(bad.map((answer) => look(answer, false, 'valid UTF-8 without NUL or half characters')));
      const mended = answers.filter(({ data }) => textsIn(data).some((text) => text.includes('\ufffd')));
      return judge(
        mended.map((answer) => look(answer, true, '')),
        'No safe command returns invalid text',
      );
    },
  },
  {
    id: 'REQ-F-017',
    how: 'For safe commands that return bytes: type, encoding, value and size_bytes, and the value has that size',
    run: async ({ survey }) =>
      judge(
        (await survey()).flatMap((answer) =>
          objectsIn(answer.data)
            .filter(({ encoding }) => encoding === 'base64')
            .map((one) => {
              const size = Buffer.from(String(one.value), 'base64').length;
              return look(
                answer,
                isText(one.type) && one.size_bytes === size,
                'type, encoding, value and the right size_bytes',
              );
            }),
        ),
        'No safe command returns bytes',
      ),
  },
  {
    id: 'REQ-F-021',
    how: 'Safe commands return the same data, byte for byte, when called again',
    run: async (context) =>
      judge(
        await again(context, 8, async (before) => {
          const { answer: after } = await callAgain(context, before.words);
          return look(
            after,
            withoutMeta(after) === withoutMeta(before),
            `the same data as before: ${brief(withoutMeta(before), 120)}`,
          );
        }),
        'It has no safe command that can be called',
      ),
  },
  {
    id: 'REQ-F-022',
    how: 'meta.schema_version, as MAJOR.MINOR, in every answer in the whole check, including errors and help',
    last: true,
    run: inAllSeen('meta.schema_version like 1.0', ({ meta }) => /^\d+\.\d+$/.test(String(meta.schema_version))),
  },
  {
    id: 'REQ-F-023',
    how: 'meta.tool_version of every answer in the whole check is the version that --version prints; no update is advertised',
    last: true,
    run: async (context) => {
      const [, version] = await context.basics();
      const told = String(asObject(version?.data).version ?? version?.stdout.trim() ?? '');
      return judge(
        (await everythingSeen(context)).map((answer) =>
          look(
            answer,
            told !== '' && answer.meta.tool_version === told && !('update_available' in answer.meta),
            `meta.tool_version ${JSON.stringify(told)}`,
          ),
        ),
      );
    },
  },
  {
    id: 'REQ-F-024',
    how: 'Every answer in the whole check has its own request_id, the command and the time of the call; TOOL_TRACE_ID is returned as trace_id by a command, by help and by wrong calls',
    last: true,
    run: async (context) => {
      const answers = await everythingSeen(context);
      const times = new Map<unknown, number>();
      for (const { meta } of answers) times.set(meta.request_id, (times.get(meta.request_id) ?? 0) + 1);
      const words = await context.sample();
      const lines = [words, ['--help'], [...words, unknownOption], context.target.wordsOf([unknownWord])];
      const environment = { TOOL_TRACE_ID: traceId };
      const traced = await inTurns(lines, (line) => context.target.call(line, { environment }));
      return judge([
        ...traced.map((answer) => look(answer, answer.meta.trace_id === traceId, `meta.trace_id ${traceId}`)),
        ...answers.map((answer) => {
          const { request_id: id, command, timestamp } = answer.meta;
          const single = isText(id) && times.get(id) === 1;
          const told = typeof command === 'string' && isRecent(timestamp);
          return look(
            answer,
            single && told,
            'a request_id that no other answer has, the command and the time of the call in meta',
          );
        }),
      ]);
    },
  },
  {
    id: 'REQ-F-027',
    how: 'meta.cwd is the directory of the call, in two directories, in the home directory and above it; the command ends the same way in all of them',
    run: async ({ target, sample, survey }) => {
      const words = await sample();
      const places = [target.newDirectory(), target.newDirectory(), target.home, dirname(target.home), '/'];
      const answers = await inTurns(places, async (cwd) => ({ cwd, answer: await target.call(words, { cwd }) }));
      const expected = (await survey()).find((answer) => answer.words === words)?.code ?? answers[0]?.answer.code;
      return judge(
        answers.map(({ cwd, answer }) =>
          look(
            answer,
            answer.meta.cwd === cwd && answer.code === expected,
            `meta.cwd ${cwd}, and exit code ${expected} as elsewhere`,
          ),
        ),
      );
    },
  },
  {
    id: 'REQ-F-028',
    how: 'meta.config_sources is a list in the answers of commands; if it names a file, there is a stable hash',
    run: async ({ survey }) => {
      const answers = (await survey()).filter(({ ok }) => ok);
      const hashes = new Set(answers.map(({ meta }) => meta.config_hash));
      return judge(
        answers.map((answer) => {
          const { config_sources: sources, config_hash: hash } = answer.meta;
          const hashed = asList(sources).length === 0 || (isText(hash) && hashes.size === 1);
          return look(
            answer,
            Array.isArray(sources) && hashed,
            'meta.config_sources, and config_hash where there is one',
          );
        }),
        'It has no safe command that can be called',
      );
    },
  },
  {
    id: 'REQ-F-035',
    how: 'For safe commands that return external data: it has _source and _trusted',
    run: async ({ survey }) =>
      judge(
        (await survey()).flatMap((answer) =>
          objectsIn(answer.data)
            .filter((one) => '_trusted' in one || '_source' in one)
            .map((one) =>
              look(answer, isText(one._source) && typeof one._trusted === 'boolean', '_source and _trusted'),
            ),
        ),
        'No safe command returns external data',
      ),
  },
  {
    id: 'REQ-F-039',
    how: 'meta.duration_ms in every answer, and no longer than the whole call took',
    run: inEvery('meta.duration_ms within the time of the call', ({ meta, ms }) => {
      const { duration_ms: duration } = meta;
      return typeof duration === 'number' && duration >= 0 && duration <= ms + 50;
    }),
  },
  {
    id: 'REQ-F-049',
    how: 'No call ends with 0 and an empty stdout',
    run: inEvery('an answer', ({ code, stdout, overtime }) => !overtime && !(code === 0 && stdout.trim() === '')),
  },
  {
    id: 'REQ-F-058',
    how: 'For safe commands that return a masked value: --unmask shows it',
    run: async ({ target, survey }) => {
      const masked = (await survey()).filter(({ data }) => textsIn(data).some((text) => /^\[MASKED\b/.test(text)));
      const looks = await inTurns(masked, async ({ words }) => {
        const bare = await target.call([...words, '--unmask']);
        return look(bare, bare.ok && !textsIn(bare.data).some((text) => /^\[MASKED\b/.test(text)), 'no masked value');
      });
      return judge(looks, 'No safe command returns a value that looks like a credential');
    },
  },
  {
    id: 'REQ-F-074',
    how: 'Safe commands return the same keys in data and meta when called again',
    run: async (context) =>
      judge(
        await again(context, 8, async (before) => {
          const { answer: after } = await callAgain(context, before.words);
          const same = keysOf(before.data) === keysOf(after.data);
          return look(after, same, `the same keys as before: ${keysOf(before.data)}`);
        }),
        'It has no safe command that can be called',
      ),
  },
];

/** The check takes minutes, and clocks are read in other processes. */
function isRecent(timestamp: unknown): boolean {
  return Math.abs(Date.parse(String(timestamp)) - Date.now()) < 60 * 60 * 1_000;
}

function keysOf(value: unknown): string {
  const one = Array.isArray(value) ? value[0] : value;
  return isObject(one) ? Object.keys(one).join() : typeof one;
}
