// Commands that take long: steps, jobs, streams, timeouts.
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, readAnswer, readLines } from '../answer.js';
import { answerTo } from '../answer-to.js';
import { type Check, caseCheck, look } from '../check.js';
import { inTheMiddle } from '../in-the-middle.js';
import { asList, asObject, isText } from '../json.js';
import { onTerminal } from '../on-terminal.js';
import { readText } from '../read-text.js';
import { runLine } from '../run-line.js';
import { shared } from '../shared.js';
import type { Place, Target } from '../target.js';
import { until } from '../until.js';

/** Completed, failed and skipped steps, which together are all that were declared. */
function tellsSteps({ error, data }: Answer, steps: readonly unknown[]): boolean {
  const { completed_steps: done, failed_step: failed, skipped_steps: skipped } = { ...asObject(data), ...error };
  const told = [...asList(done), failed, ...asList(skipped)];
  return Array.isArray(done) && isText(failed) && JSON.stringify(told) === JSON.stringify(steps);
}

const isCanceled = ({ code, error }: Answer) => code === 143 && /^CANCELL?ED$/.test(String(error.code));

/** The state of a job, as its own line tells it. */
async function stateOf(target: Target, job: Answer, place: Place) {
  const answer = await runLine(target, asObject(job.data).status_command, place);
  return { answer, status: String(asObject(answer.data).status) };
}

async function whenDone(target: Target, job: Answer, place: Place) {
  const seen: string[] = [];
  for (let round = 0; ; round++) {
    const { answer, status } = await stateOf(target, job, place);
    if (seen.at(-1) !== status) seen.push(status);
    if (!answer.ok || /^(?:done|completed|succeeded)$/.test(status) || round > 60) return { answer, seen };
    await delay(200);
  }
}

/** Its lines, and whether the first one was there while it ran. */
const stream = shared(async ({ target, cases }) => {
  const { call = [] } = cases.streams ?? {};
  const begun = target.begin([...call, '--output', 'jsonl'], target.newPlace());
  const early = await firstLine(begun);
  return { lines: await begun.answer, early };
});

export const longWorkChecks: readonly Check[] = [
  caseCheck(
    'C-008',
    'steps',
    '--schema lists its steps; a failure in the middle, a timeout and SIGTERM report completed_steps, failed_step and skipped_steps',
    async ({ fails, hangs }, context) => {
      const { target } = context;
      const schema = await target.call([...fails, '--schema']);
      const steps = asList(asObject(schema.data).steps);
      const failed = await answerTo(context, fails);
      const late = await answerTo(context, [...hangs, '--timeout', '1s']);
      const begun = target.begin(hangs, target.newPlace(), 'SIGTERM');
      await inTheMiddle(context, begun);
      begun.child.kill('SIGTERM');
      const ended = await begun.answer;
      return [
        look(schema, steps.length > 1, 'steps'),
        look(failed, failed.code !== 0 && tellsSteps(failed, steps), `the steps ${steps.join(', ')} told apart`),
        look(late, late.code === 10 && tellsSteps(late, steps), 'exit code 10, and the steps told apart'),
        look(ended, isCanceled(ended) && tellsSteps(ended, steps), 'CANCELLED, and the steps told apart'),
      ];
    },
  ),
  caseCheck('F-012', 'steps', 'a timeout: exit code 10, TIMEOUT and completed_steps', async ({ hangs }, context) => {
    const late = await answerTo(context, [...hangs, '--timeout', '1s']);
    const told = late.code === 10 && late.error.code === 'TIMEOUT' && 'completed_steps' in late.error;
    return [look(late, told, 'TIMEOUT and completed_steps')];
  }),
  caseCheck(
    'F-012',
    'never-ends',
    'with --timeout 1s: exit code 10, TIMEOUT, a duration of at least that, retryable as the manifest declares it',
    async ({ call }, { target }) => {
      const late = await target.call([...call, '--timeout', '1s'], target.newPlace());
      const schema = await target.call([...call, '--schema']);
      const declared = asObject(asObject(asObject(schema.data).exit_codes)['10']).retryable ?? false;
      const told = late.code === 10 && late.error.code === 'TIMEOUT' && late.error.retryable === declared;
      return [
        look(late, told && Number(late.meta.duration_ms) >= 980, `TIMEOUT, 1000 ms, retryable ${String(declared)}`),
      ];
    },
  ),
  caseCheck(
    'F-011',
    'never-yields',
    'with --timeout 1s it ends with 10 within 20 s, although it never yields the thread',
    async ({ call }, { target }) => {
      const late = await target.call([...call, '--timeout', '1s'], target.newPlace());
      return [look(late, !late.overtime && late.code === 10, 'exit code 10')];
    },
  ),
  caseCheck(
    'F-013',
    'never-ends',
    'SIGTERM: one CANCELLED document and exit code 143, also when the signal comes twice',
    async ({ call }, context) => {
      const answers = [];
      for (const times of [1, 2]) {
        const begun = context.target.begin(call, context.target.newPlace(), times === 1 ? 'SIGTERM' : 'SIGTERM twice');
        await inTheMiddle(context, begun);
        for (let time = 0; time < times; time++) begun.child.kill('SIGTERM');
        answers.push(await begun.answer);
      }
      const [once, twice] = answers as [Answer, Answer];
      return [
        look(once, isCanceled(once), 'CANCELLED and exit code 143'),
        look(twice, twice.code === 143 && readLines(twice.stdout).length <= 1, 'exit code 143 and no second document'),
      ];
    },
  ),
  caseCheck(
    'F-039',
    'waits',
    'meta.duration_ms is at least that, and no more than the whole call took; it is there after a timeout, too',
    async ({ call, ms }, { target }) => {
      const answer = await target.call(call, target.newPlace());
      const late = await target.call([...call, '--timeout', '100ms'], target.newPlace());
      const { duration_ms: duration } = answer.meta;
      const real = Number(duration) >= ms - 5 && Number(duration) <= answer.ms + 50;
      return [
        look(answer, answer.ok && real, `duration_ms from ${ms} to ${answer.ms}`),
        look(late, late.code === 10 && Number(late.meta.duration_ms) >= 90, 'duration_ms of a timeout'),
      ];
    },
  ),
  caseCheck(
    'F-049',
    'late-file',
    'there is a complete envelope, and the file exists',
    async ({ call, file }, { target }) => {
      const place = target.newPlace();
      const answer = await target.call(call, place);
      return [look(answer, answer.ok && readText(place.cwd, file) !== undefined, `an envelope, and the file ${file}`)];
    },
  ),
  caseCheck(
    'C-022',
    'job',
    'the answer has job_id, status, status_command and cancel_command; status_command reports running and then done, cancel_command cancels another job',
    async ({ call }, { target }) => {
      const place = target.newPlace();
      const started = await target.call(call, place);
      const { job_id: id, status, status_command: ask, cancel_command: cancel } = asObject(started.data);
      const { answer: done, seen } = await whenDone(target, started, place);
      const second = await target.call(call, place);
      const canceled = await runLine(target, asObject(second.data).cancel_command, place);
      const after = await stateOf(target, second, place);
      return [
        look(started, started.ok && [id, status, ask, cancel].every(isText), 'a whole descriptor'),
        look(
          done,
          seen.length > 1 && !/^(?:running|queued|pending)$/.test(seen.at(-1) ?? ''),
          'running, then done',
          seen.join(', '),
        ),
        look(canceled, canceled.ok, 'exit code 0'),
        look(after.answer, /^cancell?ed$/.test(after.status), 'the status canceled'),
      ];
    },
  ),
  caseCheck(
    'O-004',
    'streams',
    '--output jsonl: the first line is there before the end, each is an object, the last one has _summary; --no-stream gives one envelope',
    async ({ call }, context) => {
      const { target } = context;
      const { lines, early } = await stream(context);
      const objects = readLines(lines.stdout);
      const whole = await target.call([...call, '--output', 'jsonl', '--no-stream'], target.newPlace());
      const summed = JSON.stringify(objects.at(-1) ?? null).includes('"_summary"');
      return [
        look(
          lines,
          early && objects.length > 1 && objects.every(Boolean) && summed,
          'lines, the first one early, and a summary',
        ),
        look(whole, whole.ok && readLines(whole.stdout).length === 1, 'one envelope'),
      ];
    },
  ),
  caseCheck('F-053', 'streams', 'a line arrives while it is still running', async (_, context) => {
    const { lines, early } = await stream(context);
    return [look(lines, early, 'a line before the end')];
  }),
  caseCheck(
    'F-014',
    'streams-much',
    'a reader that closes the pipe after the first line: exit code 0 or 141, nothing on stderr',
    async ({ call }, { target }) => {
      const words = [...call, '--output', 'jsonl'];
      const started = target.start([...target.executable, ...words], target.newPlace());
      started.child.stdin?.end();
      await Promise.race([until(() => started.printed().includes('\n')), started.ended]);
      started.child.stdout?.destroy();
      const answer = readAnswer(words, `${target.shown(words)} | head -1`, await started.ended);
      const quiet = answer.stderr === '' && !answer.overtime && [0, 141].includes(answer.code ?? -1);
      return [look(answer, quiet, 'exit code 0 or 141 and no word', `exit code ${answer.code}: ${answer.stderr}`)];
    },
  ),
  caseCheck(
    'F-010',
    'large-answer',
    'more than a megabyte on a terminal does not wait for a key',
    async ({ call }, { target }) => {
      const answer = await onTerminal(target, call);
      return [look(answer, !answer.overtime && answer.code === 0, 'an end without a key', `exit code ${answer.code}`)];
    },
  ),
  caseCheck(
    'F-052',
    'large-answer',
    'it has no more than 64 MiB and, where it is cut, says so; with the variable of the manifest the whole fits',
    async ({ call }, { target, declared }) => {
      const { manifest } = await declared();
      const name = Object.keys(asObject(manifest.environment)).find((one) => /_MAX_OUTPUT(?:_BYTES)?$/.test(one)) ?? '';
      const cut = await target.call(call, { environment: { [name]: '20000' } });
      const raised = await target.call(call, { environment: { [name]: '50000000' } });
      const { truncated, truncation_hint: hint, total_bytes: total } = cut.meta;
      const rest = await runLine(target, hint, { cwd: target.directory, home: target.home });
      return [
        look(
          cut,
          cut.bytes.length <= 20_000 && truncated === true && Number(total) > 1_000_000,
          'truncated and total_bytes',
        ),
        look(rest, rest.code === 0, 'the hint runs unchanged'),
        look(raised, raised.ok && raised.bytes.length > 1_000_000 && !raised.meta.truncated, 'the whole answer'),
      ];
    },
  ),
];

/** Whether a line is there while the program runs. */
async function firstLine(begun: { printed(): string; readonly child: { readonly exitCode: number | null } }) {
  const came = await until(() => begun.printed().includes('\n') || begun.child.exitCode !== null);
  return came && begun.printed().includes('\n') && begun.child.exitCode === null;
}
