import { type Answer, tell } from '../answer.js';
import { type Check, judge, look } from '../check.js';
import { filesIn } from '../files-in.js';
import { inTurns } from '../in-turns.js';
import { asList, asObject, isText, objectsIn } from '../json.js';
import { otherUnknownOption, unknownOption } from '../probe-words.js';
import { shared } from '../shared.js';
import { patienceOf } from '../take-survey.js';
import { everythingSeen } from './envelope.js';
import { wrongCalls } from './wrong-calls.js';

/** The names that the specification gives, and what they exit with. */
const codesByName: Readonly<Record<string, number>> = {
  ...{ PARTIAL_FAILURE: 3, PRECONDITION: 4, NOT_FOUND: 5, CONFLICT: 6, ALREADY_EXISTS: 6, PERMISSION_DENIED: 7 },
  ...{ AUTH_REQUIRED: 8, TOKEN_EXPIRED: 8, PAYMENT_REQUIRED: 9, TIMEOUT: 10, RATE_LIMITED: 11, UNAVAILABLE: 12 },
  ...{ REDIRECTED: 13, VALIDATION_ERROR: 2 },
};

/** After SIGINT, SIGPIPE and SIGTERM. */
export const signalCodes: ReadonlySet<number | null> = new Set([130, 141, 143]);

/** Answers of commands that took longer than they may. A limit that is too short for all would be a matter of luck. */
const timeouts = shared(
  async ({ survey }): Promise<readonly Answer[]> => (await survey()).filter(({ code }) => code === 10),
);

/** Of every wrong call, in one directory, which has to stay empty. */
const refusals = shared(async (context) => {
  const cwd = context.target.newDirectory();
  const answers = await inTurns(await wrongCalls(context), async ({ words, fields }) => ({
    fields,
    answer: await context.target.call(words, { cwd }),
  }));
  return { answers, untouched: filesIn(cwd).size === 0 };
});

const tooQuick = 'No safe command takes long enough to be stopped';

export const exitCodeChecks: readonly Check[] = [
  {
    id: 'REQ-F-001',
    how: 'Every exit code in the whole check is 0–13, a declared one, or that of a signal; it matches the error code and meta.exit_code',
    last: true,
    run: async (context) => {
      const { commands } = await context.declared();
      const own = new Set(commands.flatMap(({ entry }) => Object.keys(asObject(entry.exit_codes))));
      return judge(
        (await everythingSeen(context)).map((answer) => {
          const { code, error, meta } = answer;
          const known = code !== null && ((code >= 0 && code <= 13) || own.has(String(code)) || signalCodes.has(code));
          const named = codesByName[String(error.code)] ?? code;
          return look(
            answer,
            known && meta.exit_code === code && named === code,
            'the code of the table, the same in meta.exit_code',
          );
        }),
      );
    },
  },
  {
    id: 'REQ-F-002',
    how: 'Every kind of wrong input that the manifest allows us to construct: exit code 2, phase validation, not retryable, fix_required as a sentence, no file written',
    run: async (context) => {
      const { answers, untouched } = await refusals(context);
      return judge(
        answers.map(({ answer }) => {
          const { phase, retryable, fix_required: fix } = answer.error;
          const told = answer.code === 2 && phase === 'validation' && retryable === false && isText(fix);
          return look(
            answer,
            told && untouched,
            'exit code 2, error.phase validation, retryable false, fix_required, and no file',
          );
        }),
      );
    },
  },
  {
    id: 'REQ-F-011',
    how: 'Answers of commands have meta.timeout_ms; a safe command that takes too long is terminated within 5 s of its limit',
    run: async (context) => {
      const late = await timeouts(context);
      if (late.length === 0) return judge([], tooQuick);
      const good = (await context.survey()).filter(({ ok }) => ok);
      const patienceMs = await patienceOf(context.target);
      return judge([
        ...late.map((answer) =>
          look(answer, !answer.overtime && answer.ms < patienceMs + 10_000, 'an end soon after its limit'),
        ),
        ...good.map((answer) => look(answer, typeof answer.meta.timeout_ms === 'number', 'meta.timeout_ms')),
      ]);
    },
  },
  {
    id: 'REQ-F-012',
    how: 'A safe command that takes too long: exit code 10, TIMEOUT, the real duration, and retryable',
    run: async (context) =>
      judge(
        (await timeouts(context)).map((answer) => {
          const { code, retryable } = answer.error;
          const real = Number(answer.meta.duration_ms) >= Number(answer.meta.timeout_ms ?? 0) - 20;
          return look(
            answer,
            code === 'TIMEOUT' && typeof retryable === 'boolean' && real,
            'TIMEOUT, retryable, and a duration of at least its limit',
          );
        }),
        tooQuick,
      ),
  },
  {
    id: 'REQ-C-012',
    how: '--timeout terminates a safe command that takes longer, with exit code 10; --timeout 0 is accepted',
    run: async (context) => {
      const late = (await timeouts(context)).filter(({ ran }) => ran.includes('--timeout'));
      const patient = await context.target.call([...(await context.sample()), '--timeout', '0']);
      return late.length === 0
        ? judge([], tooQuick)
        : judge([look(patient, patient.ok, 'exit code 0'), ...late.map((answer) => look(answer, true, ''))]);
    },
  },
  {
    id: 'REQ-C-006',
    how: 'Several wrong arguments are reported in one answer, each with its field',
    run: async (context) => {
      const words = [...(await context.sample()), unknownOption, otherUnknownOption];
      const several = (await refusals(context)).answers.filter(({ fields }) => fields.length > 1);
      const both = { fields: [unknownOption, otherUnknownOption], answer: await context.target.call(words) };
      return judge(
        [both, ...several].map(({ fields, answer }) =>
          look(answer, namesAll(answer, fields), `exit code 2 and an error for each of ${fields.join(', ')}`),
        ),
      );
    },
  },
  {
    id: 'REQ-F-015',
    how: 'Two unknown options and, where possible, a wrong value are reported together, and no file is written',
    run: async (context) => {
      const cwd = context.target.newDirectory();
      const bad = (await wrongCalls(context)).find(({ kind }) => kind === 'value');
      const words = [...(bad?.words ?? (await context.sample())), unknownOption, otherUnknownOption];
      const answer = await context.target.call(words, { cwd });
      const fields = [...(bad?.fields ?? []), unknownOption, otherUnknownOption];
      return judge([
        look(answer, namesAll(answer, fields) && filesIn(cwd).size === 0, `an error for each of ${fields.join(', ')}`),
      ]);
    },
  },
  {
    id: 'REQ-C-013',
    how: 'Every failure in the whole check has a code in capitals, a sentence, a suggestion, and no stack trace on stdout',
    last: true,
    run: async (context) =>
      judge(
        (await everythingSeen(context))
          .filter(({ code }) => code !== 0)
          .map((answer) => {
            const { code, message, suggestion, hint } = answer.error;
            const named = /^[A-Z][A-Z0-9_]+$/.test(String(code)) && /\S+ \S+/.test(String(message));
            const clean = !/\n? {4}at .+:\d+:\d+|Traceback \(most recent/.test(answer.stdout);
            return look(
              answer,
              named && clean && (isText(suggestion) || isText(hint)),
              'code, message and suggestion, and no stack',
            );
          }),
      ),
  },
  {
    id: 'REQ-C-014',
    how: 'Every failure in the whole check has retryable; rate-limited failures say when to retry; wrong input and partial work are not retryable; fix_required, if present, is a sentence',
    last: true,
    run: async (context) =>
      judge(
        (await everythingSeen(context))
          .filter(({ code }) => code !== 0)
          .map((answer) => {
            const { retryable, retry_after_ms: after, fix_required: fix } = answer.error;
            const waits = answer.code !== 11 || Number(after) > 0;
            const wrong = answer.code !== 2 || (retryable === false && isText(fix));
            const done = answer.code !== 3 || retryable === false;
            return look(
              answer,
              typeof retryable === 'boolean' && waits && wrong && done && (fix === undefined || isText(fix)),
              'retryable, retry_after_ms where it waits, fix_required as a sentence where the input is wrong',
            );
          }),
      ),
  },
  {
    id: 'REQ-C-008',
    how: 'For safe commands with steps that fail: completed, failed and skipped steps',
    run: async ({ survey }) =>
      judge(
        (await survey())
          .filter(({ error }) => 'completed_steps' in error || 'failed_step' in error)
          .map((answer) => {
            const { completed_steps: done, failed_step: failed, skipped_steps: skipped } = answer.error;
            return look(
              answer,
              Array.isArray(done) && isText(failed) && Array.isArray(skipped),
              'completed_steps, failed_step and skipped_steps',
            );
          }),
        'No safe command has steps and fails in one',
      ),
  },
  {
    id: 'REQ-C-009',
    how: 'For safe commands that work on several items of which some fail: a summary that adds up, and an exit code that is not 0',
    run: async ({ survey }) =>
      judge(
        (await survey()).flatMap((answer) =>
          objectsIn(answer.data)
            .filter(({ total, failed }) => typeof total === 'number' && typeof failed === 'number' && failed > 0)
            .map((summary) =>
              look(
                answer,
                Number(summary.total) === Number(summary.succeeded) + Number(summary.failed) && answer.code !== 0,
                'total = succeeded + failed, and a code that is not 0',
              ),
            ),
        ),
        'No safe command works on several items of which some fail',
      ),
  },
  {
    id: 'REQ-C-028',
    how: 'For safe commands that fail with ALREADY_EXISTS: exit code 6 and the existing object in data',
    run: async ({ survey }) =>
      judge(
        (await survey())
          .filter(({ error }) => error.code === 'ALREADY_EXISTS')
          .map((answer) =>
            look(answer, answer.code === 6 && answer.data !== null, 'exit code 6 and the existing object'),
          ),
        'This needs a command that creates something, and none of those is run',
      ),
  },
  {
    id: 'REQ-F-063',
    how: 'For safe commands without a credential, or with an expired one: exit code 8, each with a code of its own',
    run: async ({ survey }) => {
      const answers = (await survey()).filter(({ code }) => code === 8);
      const names = new Set(answers.map(({ error }) => error.code));
      if (names.size < 2) return judge([], 'No two safe commands fail because of a missing credential');
      return judge(
        answers.map((answer) => look(answer, isText(answer.error.suggestion), 'what to do about it', tell(answer))),
      );
    },
  },
  {
    id: 'REQ-C-030',
    how: 'Every fix_command of a safe command runs, twice; what is not safe is called with --dry-run, and nothing destructive is offered',
    run: async (context) => {
      const { commands } = await context.declared();
      const offers = (await context.survey()).filter(({ error }) => isText(error.fix_command));
      const looks = await inTurns(offers, async (answer) => {
        const line = String(answer.error.fix_command);
        const fix = commands.find(({ path }) => line.endsWith(path.join(' ')) && path.length > 0);
        if (!fix || fix.danger === 'destructive' || /<\w+>/.test(line))
          return look(answer, false, 'a whole line of a command that does not destroy', line);
        const words = [...context.target.wordsOf(fix.path), ...(fix.danger === 'safe' ? [] : ['--dry-run'])];
        const [first, second] = [await context.target.call(words), await context.target.call(words)];
        return look(second, first.ok && second.ok, 'exit code 0, twice');
      });
      return judge(looks, 'No safe command fails with a fix_command');
    },
  },
];

function namesAll({ code, error }: Answer, fields: readonly string[]): boolean {
  const told = asList(error.errors ?? error.details).map((one) => String(asObject(one).field).replace(/^--/, ''));
  return code === 2 && fields.every((field) => told.includes(field.replace(/^--/, '')));
}
