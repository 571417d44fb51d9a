// Commands that really change something, in a directory and a home that are empty: only where the owner names them.
import { type Answer, readLines } from '../answer.js';
import { answerTo } from '../answer-to.js';
import { type Check, type CheckContext, caseCheck, type Look, look } from '../check.js';
import { filesIn } from '../files-in.js';
import { asObject, brief, isText } from '../json.js';
import { unknownOption, unknownWord } from '../probe-words.js';
import { runLine } from '../run-line.js';
import { shared } from '../shared.js';
import type { Place } from '../target.js';

/** What is in the directory, as a text that can be compared. */
export const contentOf = ({ cwd }: Place) => JSON.stringify([...filesIn(cwd)].sort());

/** Of an answer that is given again: beside the first answer's own effect. */
const isNoop = ({ data, meta }: Answer) => [asObject(data).effect, meta.effect].includes('noop');

const effectOf = ({ data, meta }: Answer) => asObject(data).effect ?? meta.effect;

/** A call, and whether it changed a file of the directory. */
export async function change({ target }: CheckContext, words: readonly string[], place: Place) {
  const before = contentOf(place);
  const answer = await target.call(words, place);
  return { answer, changed: contentOf(place) !== before };
}

/** The call without any option is only told; with the option it is done. */
async function destroyWith(
  context: CheckContext,
  {
    before,
    call,
    option,
  }: { readonly before: readonly string[]; readonly call: readonly string[]; readonly option: string },
) {
  const place = context.target.newPlace();
  const made = await context.target.call(before, place);
  const plain = await change(context, call, place);
  const dry = await change(context, [...call, '--dry-run'], place);
  const real = await change(context, [...call, option], place);
  return { made, plain, dry, real };
}

/** What two requirements look at. */
const destroy = shared(async (context) => {
  const { before = [], call = [] } = context.cases.destroys ?? {};
  return await destroyWith(context, { before, call, option: '--confirm-destructive' });
});

/** Two one after the other tell how long a record is; then so many at the same time. */
async function addManyAtOnce({ target }: CheckContext, call: readonly string[], times: number) {
  const place = target.newPlace();
  const size = () => [...filesIn(place.cwd).values()].join('').length;
  await target.call(call, place);
  const one = size();
  await target.call(call, place);
  const two = size();
  const answers = await Promise.all(Array.from({ length: times }, () => target.call(call, place)));
  return { answers, expected: two + times * Math.max(two - one, 1), size: size() };
}

const wouldChange = (answer: Answer) =>
  /^would_/.test(String(effectOf(answer))) && Array.isArray(asObject(answer.data).would_affect);

export const changeChecks: readonly Check[] = [
  caseCheck(
    'C-003',
    'effects',
    'each call says created, updated, noop or deleted in data.effect, and a file of the directory changes unless it is noop',
    async ({ created, updated, noop, deleted }, context) => {
      const place = context.target.newPlace();
      const looks: Look[] = [];
      for (const [effect, words] of Object.entries({ created, updated, noop, deleted })) {
        const { answer, changed } = await change(context, words, place);
        const truthful = changed === (effect !== 'noop');
        looks.push(
          look(answer, answer.ok && effectOf(answer) === effect && truthful, `effect ${effect}, and it is true`),
        );
      }
      return looks;
    },
  ),
  caseCheck('C-003', 'no-effect', 'a change without an effect is an error', async ({ call }, context) => {
    const answer = await answerTo(context, call);
    return [look(answer, answer.code !== 0 && !answer.ok, 'an error')];
  }),
  caseCheck(
    'C-004',
    'destroys',
    'with --dry-run it tells would_… and would_affect with exit code 0, and no file changes',
    async (_, context) => {
      const { dry } = await destroy(context);
      return [
        look(dry.answer, dry.answer.ok && wouldChange(dry.answer) && !dry.changed, 'would_…, would_affect, no change'),
      ];
    },
  ),
  caseCheck(
    'O-021',
    'destroys',
    'without --confirm-destructive exit code 2, what would change, and no file changes; with it a file changes',
    async (_, context) => {
      const { made, plain, real } = await destroy(context);
      const told = JSON.stringify([plain.answer.data, plain.answer.error]).includes('would_');
      return [
        look(made, made.ok, 'something to destroy'),
        look(
          plain.answer,
          plain.answer.code === 2 && told && !plain.changed,
          'exit code 2, what would change, no change',
        ),
        look(real.answer, real.answer.ok && real.changed, 'exit code 0, and it is done'),
      ];
    },
  ),
  caseCheck(
    'O-048',
    'safe-default',
    'without a flag would_…, exit code 0, meta.dry_run true and no file changes; with --live a file changes and meta.dry_run is not true',
    async ({ before, call }, context) => {
      const { made, plain, real } = await destroyWith(context, { before, call, option: '--live' });
      const careful = plain.answer.ok && wouldChange(plain.answer) && plain.answer.meta.dry_run === true;
      return [
        look(made, made.ok, 'something to destroy'),
        look(plain.answer, careful && !plain.changed, 'would_…, meta.dry_run, no change'),
        look(real.answer, real.answer.ok && real.changed && real.answer.meta.dry_run !== true, 'it is done'),
      ];
    },
  ),
  caseCheck(
    'C-007',
    'adds',
    'the same key twice: the second answer has the same data, effect noop in data or meta, and the files stay; another key changes them',
    async ({ call }, context) => {
      const place = context.target.newPlace();
      const withKey = (key: string) => change(context, [...call, '--idempotency-key', key], place);
      const [first, again, other] = [
        await withKey('contract-1'),
        await withKey('contract-1'),
        await withKey('contract-2'),
      ];
      const dataOf = ({ data }: Answer) => JSON.stringify({ ...asObject(data), effect: undefined });
      const same = dataOf(first.answer) === dataOf(again.answer) && isNoop(again.answer);
      return [
        look(first.answer, first.answer.ok && first.changed, 'a record'),
        look(again.answer, again.answer.ok && same && !again.changed, 'the same data with effect noop, and no record'),
        look(other.answer, other.answer.ok && other.changed, 'another record'),
      ];
    },
  ),
  caseCheck('F-002', 'adds', 'with an unknown option it ends with 2, and writes no file', async ({ call }, context) => {
    const { answer, changed } = await change(context, [...call, unknownOption], context.target.newPlace());
    return [look(answer, answer.code === 2 && !changed, 'exit code 2 and no file')];
  }),
  caseCheck('O-009', 'adds', 'with --validate-only it ends with 0, and writes no file', async ({ call }, context) => {
    const { answer, changed } = await change(context, [...call, '--validate-only'], context.target.newPlace());
    return [look(answer, answer.ok && !changed, 'exit code 0 and no file')];
  }),
  caseCheck(
    'C-028',
    'creates-once',
    'the second call: exit code 6, ALREADY_EXISTS, and what is there in data',
    async ({ call }, { target }) => {
      const place = target.newPlace();
      const [first, second] = [await target.call(call, place), await target.call(call, place)];
      const told = second.code === 6 && second.error.code === 'ALREADY_EXISTS';
      const shown = Object.keys(asObject(second.data)).length > 0;
      return [
        look(first, first.ok, 'exit code 0'),
        look(second, told && shown, 'exit code 6, ALREADY_EXISTS, and the object in data'),
      ];
    },
  ),
  caseCheck('C-028', 'deletes-missing', 'exit code 0, and data.status not_found', async ({ call }, context) => {
    const answer = await answerTo(context, call);
    return [look(answer, answer.ok && asObject(answer.data).status === 'not_found', 'exit code 0 and not_found')];
  }),
  caseCheck(
    'C-009',
    'items',
    'the summary has these numbers, each item its ok, each failed one its error, and the exit code is not 0',
    async ({ call, total, failed }, context) => {
      const answer = await answerTo(context, call);
      const { summary, ...rest } = asObject(answer.data);
      const counts = asObject(summary ?? answer.data);
      const items = Object.values(rest).find(Array.isArray)?.map(asObject) ?? [];
      const bad = items.filter(({ ok }) => ok === false);
      const counted = counts.total === total && counts.failed === failed && counts.succeeded === total - failed;
      const told = items.length === total && bad.length === failed && bad.every(({ error }) => Boolean(error));
      return [
        look(answer, counted && told && answer.code !== 0, `${total} items, ${failed} of them with an error, not 0`),
      ];
    },
  ),
  caseCheck(
    'C-030',
    'fix',
    'its fix_command runs unchanged, twice, and then the call no longer fails with the same code',
    async ({ call }, { target }) => {
      const place = target.newPlace();
      const failed = await target.call(call, place);
      const line = failed.error.fix_command;
      const fixes = [await runLine(target, line, place), await runLine(target, line, place)];
      const after = await target.call(call, place);
      return [
        look(failed, failed.code !== 0 && isText(line), 'fix_command'),
        ...fixes.map((fix) => look(fix, fix.code === 0, 'exit code 0')),
        look(after, after.error.code !== failed.error.code, `another end than ${String(failed.error.code)}`),
      ];
    },
  ),
  caseCheck(
    'O-036',
    'adds',
    'with two ids there are two sets of files in the home, and none in both; twenty runs at the same time without an id leave twenty records in its file',
    async ({ call }, context) => {
      const { target } = context;
      const place = target.newPlace();
      const key = ['--idempotency-key', unknownWord];
      const inHome = () => new Set(filesIn(place.home).keys());
      const first = await target.call([...call, ...key, '--instance-id', 'first'], place);
      const ofFirst = inHome();
      const untouched = JSON.stringify([...filesIn(place.home)]);
      const second = await target.call([...call, ...key, '--instance-id', 'second'], place);
      const ofSecond = [...inHome()].filter((path) => !ofFirst.has(path));
      const kept = [...filesIn(place.home)].filter(([path]) => ofFirst.has(path));
      const apart = ofFirst.size > 0 && ofSecond.length > 0 && JSON.stringify(kept) === untouched;
      const looks = [
        look(first, first.ok, 'exit code 0'),
        look(second, second.ok && apart, 'state of its own for each id', brief([...inHome()].join(', '))),
      ];
      // What does not even succeed alone is not called twenty times at once.
      if (!first.ok && !second.ok) return looks;
      const { answers, expected, size } = await addManyAtOnce(context, call, 20);
      return [
        ...looks,
        ...answers.map((answer) => look(answer, answer.ok, 'exit code 0')),
        ...answers.slice(0, 1).map((answer) => look(answer, size >= expected, `${expected} bytes`, `${size} bytes`)),
      ];
    },
  ),
  caseCheck(
    'O-050',
    'destroys',
    '10: a destructive line without its confirmation is refused with 2, and nothing changes; with --dry-run it tells would_…, also where its line says dry_run false (9)',
    async ({ before, call }, context) => {
      const { target } = context;
      const place = target.newPlace();
      await target.call(before, place);
      const content = contentOf(place);
      const name = call.slice(target.prefix.length).join('.');
      const plan = (options: object) => JSON.stringify({ _cmd: name, ...options });
      const refused = await target.call(['exec'], { ...place, input: plan({}) });
      const dry = await target.call(['exec', '--dry-run'], { ...place, input: plan({ _opts: { dry_run: false } }) });
      const [[first], [second]] = [readLines(refused.stdout), readLines(dry.stdout)];
      const same = contentOf(place) === content;
      return [
        look(
          refused,
          first?.ok === false && asObject(first.meta).exit_code === 2 && same,
          '10: exit code 2, no change',
        ),
        look(dry, /^would_/.test(String(asObject(second?.data).effect)) && same, '9: would_…, no change'),
      ];
    },
  ),
  caseCheck('O-050', 'adds', '4: lines after one that fails have no effect', async ({ call }, context) => {
    const { target } = context;
    const place = target.newPlace();
    const line = JSON.stringify({ _cmd: call.slice(target.prefix.length).join('.') });
    const answer = await target.call(['exec'], {
      ...place,
      input: ['{"_cmd":"version"}', '{"_cmd":"no.such"}', line].join('\n'),
    });
    return [look(answer, answer.code === 1 && filesIn(place.cwd).size === 0, 'exit code 1 and no file')];
  }),
];
