// What a command takes for the time of its run, and gives back: locks, temporary directories, hooks.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readAnswer } from '../answer.js';
import { type Check, caseCheck, look } from '../check.js';
import { inTheMiddle } from '../in-the-middle.js';
import { brief, objectsIn } from '../json.js';
import { readText } from '../read-text.js';
import { shared } from '../shared.js';
import type { Target } from '../target.js';
import { until } from '../until.js';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Starts a call under umask 000, and looks at its temporary directory while it waits; then SIGTERM. */
async function lookInside(target: Target, call: readonly string[], file: string) {
  const place = target.newPlace();
  const started = target.start(['sh', '-c', 'umask 000; exec "$@"', 'sh', ...target.executable, ...call], place);
  started.child.stdin?.end();
  const named = () => readText(place.cwd, file)?.trim() ?? '';
  const isFilled = () => existsSync(named()) && readdirSync(named()).length > 0;
  await Promise.race([until(() => named() !== '' && isFilled()), started.ended]);
  const directory = named();
  const modes = isFilled()
    ? [mode(directory), ...readdirSync(directory).map((name) => mode(join(directory, name)))]
    : [];
  started.child.kill('SIGTERM');
  const ran = `umask 000; ${target.shown(call)} (SIGTERM)`;
  const answer = readAnswer(call, ran, await started.ended);
  return { answer, directory, modes, gone: directory !== '' && !existsSync(directory) };
}

const sixAtOnce = shared(async ({ target, cases }) => {
  const { call = [], file = '' } = cases.temporary ?? {};
  return await Promise.all(Array.from({ length: 6 }, () => lookInside(target, call, file)));
});

export const placeChecks: readonly Check[] = [
  caseCheck(
    'F-032',
    'temporary',
    'six runs at the same time have six directories, and all are gone after SIGTERM',
    async (_, context) => {
      const runs = await sixAtOnce(context);
      const names = new Set(runs.map(({ directory }) => directory));
      return runs.map(({ answer, directory, gone }) =>
        look(
          answer,
          gone && names.size === runs.length,
          'a directory of its own, gone afterwards',
          directory || 'none',
        ),
      );
    },
  ),
  caseCheck(
    'F-043',
    'temporary',
    'under umask 000 the directory has mode 700, so that nobody else reaches the files in it; gone after SIGTERM',
    async (_, context) =>
      (await sixAtOnce(context)).map(({ answer, modes: [directory, ...files], gone }) =>
        look(
          answer,
          gone && directory === '700' && files.length > 0,
          'mode 700, and gone',
          [directory, ...files].join(', '),
        ),
      ),
  ),
  {
    ...caseCheck(
      'F-033',
      'lock',
      'of two runs at the same time one gets LOCK_HELD with the process id and age of the holder and retry_after_ms; after SIGTERM of the holder, and after a normal end, the lock is free',
      async ({ call }, { target }) => {
        const place = target.newPlace();
        const runs = [1, 2].map(() => target.begin(call, place, 'one of two at the same time'));
        const first = await Promise.race(runs.map(({ answer }, index) => answer.then(() => index)));
        const [loser, holder] = [runs[first], runs[1 - first]];
        holder?.child.kill('SIGTERM');
        const lost = await loser?.answer;
        await holder?.answer;
        if (!lost) return [];
        const [after, again] = [await target.call(call, place), await target.call(call, place)];
        const told = objectsIn([lost.error, lost.data]).some(({ pid }) => pid === holder?.child.pid);
        const aged = objectsIn([lost.error, lost.data]).some((one) => 'age_ms' in one || 'age' in one);
        const waits = Number(lost.error.retry_after_ms) > 0;
        return [
          look(lost, lost.error.code === 'LOCK_HELD' && told && aged && waits, 'LOCK_HELD, pid, age, retry_after_ms'),
          look(after, after.ok, 'the lock, after SIGTERM of whoever had it'),
          look(again, again.ok, 'the lock, after a normal end'),
        ];
      },
    ),
    alone: true,
  },
  caseCheck(
    'C-017',
    'cleans-up',
    'the mark is there exactly once: after success, after SIGTERM and after a timeout',
    async ({ returns, waits, file, mark }, context) => {
      const { target } = context;
      const places = [target.newPlace(), target.newPlace(), target.newPlace()] as const;
      const fine = target.call(returns, places[0]);
      const late = target.call([...waits, '--timeout', '2s'], places[1]);
      const begun = target.begin(waits, places[2], 'SIGTERM');
      await inTheMiddle(context, begun);
      begun.child.kill('SIGTERM');
      const answers = [await fine, await late, await begun.answer] as const;
      const codes = [0, 10, 143];
      return answers.map((answer, index) => {
        const left = readText(places[index]?.cwd ?? '', file) ?? '';
        const once = left === mark && answer.code === codes[index];
        return look(answer, once, `exit code ${codes[index]} and ${brief(JSON.stringify(mark))}`, JSON.stringify(left));
      });
    },
  ),
];
