// What a command takes: arguments of a certain kind, questions, secrets.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, readAnswer } from '../answer.js';
import { answerTo } from '../answer-to.js';
import { type Check, caseCheck, look } from '../check.js';
import { filesIn } from '../files-in.js';
import { fillIn } from '../fill-in.js';
import { asObject, textsIn } from '../json.js';
import { unknownOption } from '../probe-words.js';
import { readText } from '../read-text.js';
import { until } from '../until.js';

const secret = 'tr0ub4dor-of-a-case';
const shows = ({ stdout, stderr }: Answer) => `${stdout}${stderr}`.includes(secret);
/** The report must not have it, either. */
const withoutSecret = (answer: Answer): Answer => ({ ...answer, ran: answer.ran.replaceAll(secret, '<the secret>') });

export const inputChecks: readonly Check[] = [
  caseCheck(
    'F-009',
    'asks',
    'with a closed and with an open silent stdin: exit code 4, INPUT_REQUIRED, a suggestion that names an option, no file',
    async ({ call }, { target }) => {
      const place = target.newPlace();
      const answers = [await target.call(call, place), await target.call(call, { ...place, input: 'open' })];
      const untouched = filesIn(place.cwd).size === 0;
      return answers.map((answer) => {
        const told = answer.code === 4 && answer.error.code === 'INPUT_REQUIRED';
        const helps = /--\w/.test(String(answer.error.suggestion));
        return look(answer, told && helps && untouched && !answer.overtime, 'exit code 4, INPUT_REQUIRED, an option');
      });
    },
  ),
  caseCheck(
    'C-005',
    'asks',
    '--yes goes on with exit code 0, --non-interactive ends with 4, and --schema says interactive',
    async ({ call }, { target }) => {
      const yes = await target.call([...call, '--yes'], target.newPlace());
      const none = await target.call([...call, '--non-interactive'], target.newPlace());
      const schema = await target.call([...call, '--schema'], target.newPlace());
      return [
        look(yes, yes.ok, 'exit code 0'),
        look(none, none.code === 4, 'exit code 4'),
        look(schema, asObject(schema.data).interactive === true, 'interactive'),
      ];
    },
  ),
  caseCheck(
    'F-047',
    'reads-terminal',
    'with a closed and with an open silent stdin it does not hang: exit code 4',
    async ({ call }, { target }) => {
      const answers = [
        await target.call(call, target.newPlace()),
        await target.call(call, { ...target.newPlace(), input: 'open' }),
      ];
      return answers.map((answer) => look(answer, answer.code === 4 && !answer.overtime, 'exit code 4'));
    },
  ),
  caseCheck(
    'C-027',
    'passes-through',
    'an unknown option and -x after it are returned unchanged',
    async ({ call }, { target }) => {
      const words = ['word', unknownOption, 'value', '-x'];
      const answer = await target.call([...call, ...words], target.newPlace());
      const passed = words.every((word) => textsIn(answer.data).includes(word));
      return [look(answer, answer.ok && passed, 'the four words unchanged')];
    },
  ),
  caseCheck(
    'F-045',
    'path',
    '../, %2e%2e, %2f, ?x=1 and #part are refused with 2 and a suggestion; a relative path is taken, an absolute one is not looked at',
    async ({ call }, { target }) => {
      const place = target.newPlace();
      writeFileSync(join(place.cwd, 'note.txt'), 'contract\n');
      const ask = (value: string) => target.call(fillIn(call, { value }), place);
      const wrong = await Promise.all(['../a', '%2e%2e/a', 'a%2fb', 'a?x=1', 'a.md#part'].map(ask));
      const right = await ask('note.txt');
      return [
        ...wrong.map((answer) =>
          look(answer, answer.code === 2 && Boolean(answer.error.suggestion), 'exit code 2 and a suggestion'),
        ),
        look(right, right.ok, 'exit code 0'),
      ];
    },
  ),
  caseCheck(
    'C-020',
    'id',
    '/ . ? # and % in the id are refused with 2, and the answer names the pattern; the good one is taken',
    async ({ call, good }, { target }) => {
      const ask = (value: string) => target.call(fillIn(call, { value }), target.newPlace());
      const wrong = await Promise.all(['a/b', 'a.b', 'a?b', 'a#b', 'a%b'].map(ask));
      const right = await ask(good);
      return [
        ...wrong.map((answer) =>
          look(answer, answer.code === 2 && /\^.+\$/.test(String(answer.error.message)), 'exit code 2 and the pattern'),
        ),
        look(right, right.ok, 'exit code 0'),
      ];
    },
  ),
  caseCheck(
    'F-064',
    'limited-field',
    'a byte too many: exit code 2 and no file; as many as it may have, also of é, are taken',
    async ({ call, bytes }, { target }) => {
      const place = target.newPlace();
      const ask = (value: string) => target.call(fillIn(call, { value }), place);
      const large = [await ask('x'.repeat(bytes + 1)), await ask('é'.repeat(Math.floor(bytes / 2) + 1))];
      const untouched = filesIn(place.cwd).size === 0;
      const fits = await ask('x'.repeat(bytes));
      return [
        ...large.map((answer) => look(answer, answer.code === 2 && untouched, 'exit code 2 and no file')),
        look(fits, fits.ok, 'exit code 0'),
      ];
    },
  ),
  caseCheck(
    'F-064',
    'truncates',
    'meta.truncated, and a warning with the field and both sizes',
    async ({ call }, context) => {
      const answer = await answerTo(context, call);
      const warned = answer.warnings
        .map((one) => JSON.stringify(one))
        .some((text) => /truncat/i.test(text) && (text.match(/\d+/g) ?? []).length >= 2);
      return [look(answer, answer.ok && answer.meta.truncated === true && warned, 'meta.truncated and a warning')];
    },
  ),
  caseCheck(
    'F-034',
    'secret',
    'from a variable the command gets the whole secret, and it appears on no stream and in no file, also with --debug',
    async ({ call, option, field }, { target }) => {
      const place = target.newPlace();
      const words = [...call, `${option}-from-env`, 'CONTRACT_SECRET', '--debug'];
      const answer = await target.call(words, { ...place, environment: { CONTRACT_SECRET: secret } });
      const files = [...filesIn(place.cwd), ...filesIn(place.home)].filter(([, text]) => text.includes(secret));
      const whole = asObject(answer.data)[field] === secret.length;
      return [
        look(
          withoutSecret(answer),
          answer.ok && whole && !shows(answer) && files.length === 0,
          `${field} ${secret.length}, and the secret nowhere`,
        ),
      ];
    },
  ),
  caseCheck(
    'O-022',
    'secret',
    'from a file it is accepted too, and no process shows it in its arguments in /proc meanwhile; a missing file ends with 2',
    async ({ call, option, field }, { target }) => {
      const place = target.newPlace();
      writeFileSync(join(place.cwd, 'secret.txt'), secret);
      const words = [...call, `${option}-from-file`, 'secret.txt'];
      const started = target.start([...target.executable, ...words], place);
      const seen = new Set<string>();
      const watching = until(() => {
        seen.add(readText('/proc', `${started.child.pid}/cmdline`) ?? '');
        return started.child.exitCode !== null;
      });
      started.child.stdin?.end();
      const answer = readAnswer(words, target.shown(words), await started.ended);
      await watching;
      const open = [...seen].some((line) => line.includes(secret));
      const none = await target.call([...call, `${option}-from-file`, 'no-such-file'], place);
      return [
        look(
          answer,
          answer.ok && asObject(answer.data)[field] === secret.length && !open,
          'the secret is taken, unseen',
        ),
        look(none, none.code === 2, 'exit code 2'),
      ];
    },
  ),
];
