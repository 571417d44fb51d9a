import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Answer, readAnswer } from '../answer.js';
import { callAgain } from '../call-again.js';
import { type Check, judge, look, notShown } from '../check.js';
import { filesIn } from '../files-in.js';
import { inTurns } from '../in-turns.js';
import { asObject, brief, isObject, isText, textsIn } from '../json.js';
import { hasTerminal, noTerminal, onTerminal } from '../on-terminal.js';
import { unknownOption } from '../probe-words.js';
import { safeNames } from '../safe-lines.js';
import type { Target } from '../target.js';
import { until } from '../until.js';
import { withoutSockets } from '../without-sockets.js';
import { everyAnswer } from './envelope.js';

const escapeCode = '\u001b';
const isOneDocument = (stdout: string) => stdout.trim() !== '' && stdout.trimEnd().split('\n').length === 1;

const onlyWithTerminal =
  (run: Check['run']): Check['run'] =>
  (context) =>
    hasTerminal() ? run(context) : notShown(noTerminal);

async function callOffline(target: Target, before: readonly string[], words: readonly string[]): Promise<Answer> {
  const started = target.start([...before, ...target.executable, ...words]);
  started.child.stdin?.end();
  return readAnswer(words, `${target.shown(words)} (where a socket ends the process)`, await started.ended);
}

export const streamChecks: readonly Check[] = [
  {
    id: 'REQ-F-003',
    how: 'A safe command prints JSON by default into a pipe, and on a terminal with CI=1',
    run: onlyWithTerminal(async ({ target, sample }) => {
      const words = await sample();
      const piped = await target.ask(words);
      const ci = await onTerminal(target, words, { CI: '1' });
      const person = await onTerminal(target, words);
      return judge([
        look(piped, piped.envelope !== undefined, 'JSON in a pipe'),
        look(ci, ci.envelope !== undefined, 'JSON on a terminal of CI'),
        look(person, person.code === 0, 'exit code 0'),
      ]);
    }),
  },
  {
    id: 'REQ-F-006',
    how: 'stdout of every call is exactly one document, whatever is on stderr',
    run: async (context) =>
      judge(
        (await everyAnswer(context)).map((answer) =>
          look(answer, answer.envelope !== undefined && isOneDocument(answer.stdout), 'one line with one document'),
        ),
      ),
  },
  {
    id: 'REQ-F-007',
    how: 'No escape character and no carriage return on stdout: in a pipe, and on a terminal with --output json; nor an escape sequence inside any text',
    run: onlyWithTerminal(async (context) => {
      const answers = await everyAnswer(context);
      const shown = await onTerminal(context.target, [...(await context.sample()), '--output', 'json']);
      return judge(
        [shown, ...answers].map((answer) =>
          look(
            answer,
            !answer.stdout.includes(escapeCode) &&
              !answer.stdout.includes('\r') &&
              !textsIn(answer.envelope).some((text) => text.includes(escapeCode)),
            'neither 0x1b nor 0x0d',
          ),
        ),
      );
    }),
  },
  {
    id: 'REQ-F-008',
    how: 'On a terminal with NO_COLOR, CI, GITHUB_ACTIONS, JENKINS_URL or TERM=dumb there is no escape sequence',
    run: onlyWithTerminal(async ({ target, sample }) => {
      const settings = [
        { NO_COLOR: '' },
        { CI: 'true' },
        { GITHUB_ACTIONS: 'true' },
        { JENKINS_URL: 'x' },
        { TERM: 'dumb' },
      ];
      const words = [await sample(), ['--help'], [...(await sample()), unknownOption]];
      const calls = settings.flatMap((environment) => words.map((line) => ({ environment, line })));
      const answers = await inTurns(calls, ({ environment, line }) => onTerminal(target, line, { ...environment }));
      return judge(answers.map((answer) => look(answer, !answer.stdout.includes(escapeCode), 'no escape sequence')));
    }),
  },
  {
    id: 'REQ-F-014',
    how: 'A reader that closes the pipe at once: exit code 0 or 141, nothing on stderr',
    run: async ({ target }) => {
      const started = target.start([...target.executable, 'manifest']);
      started.child.stdin?.end();
      started.child.stdout?.destroy();
      const answer = readAnswer(['manifest'], `${target.shown(['manifest'])} | true`, await started.ended);
      const quiet = answer.stderr === '' && !answer.overtime;
      return judge([
        look(
          answer,
          quiet && (answer.code === 0 || answer.code === 141),
          'exit code 0 or 141 and no word',
          brief(`exit code ${answer.code}: ${answer.stderr}`),
        ),
      ]);
    },
  },
  {
    id: 'REQ-F-038',
    how: 'Into a pipe a safe command says less on stderr than with --verbose or --debug, and nothing about progress',
    run: async (context) => {
      const good = (await context.survey()).filter(({ ok, ms }) => ok && ms < 5_000).slice(0, 12);
      const looks = await inTurns(good, async ({ words }) => {
        const { answer: plain } = await callAgain(context, words);
        const verbose = await context.target.ask([...words, '--verbose']);
        return { plain, verbose };
      });
      const talkative = looks.filter(({ plain, verbose }) => verbose.ok && verbose.stderr.length > plain.stderr.length);
      const silent = (text: string) => !/^(?:info|debug|progress)\b/im.test(text);
      return judge(
        talkative.map(({ plain }) =>
          look(plain, silent(plain.stderr), 'no information and no progress', brief(plain.stderr)),
        ),
        'No safe command prints more with --verbose',
      );
    },
  },
  {
    id: 'REQ-F-047',
    how: 'A bare call and repl with a closed stdin end at once: help with 0, or 4',
    run: async ({ target }) => {
      const [bare, repl] = await inTurns([[], ['repl']], (words) => target.ask(words));
      return judge(
        [bare, repl].flatMap((answer) =>
          answer
            ? [
                look(
                  answer,
                  !answer.overtime && [0, 2, 4].includes(answer.code ?? -1) && answer.envelope !== undefined,
                  'an answer at once, with 0 or 4',
                ),
              ]
            : [],
        ),
      );
    },
  },
  {
    id: 'REQ-F-048',
    how: '--help in a pipe: the text on stderr, one envelope with meta.help on stdout; on a terminal the text on stdout',
    run: onlyWithTerminal(async ({ target, sample }) => {
      const piped = await inTurns([['--help'], [...(await sample()), '--help']], (words) => target.ask(words));
      const shown = await onTerminal(target, ['--help'], { NO_COLOR: '1' });
      return judge([
        ...piped.map((answer) =>
          look(
            answer,
            answer.ok && answer.meta.help === true && answer.stderr.trim() !== '',
            'meta.help, and the text on stderr',
          ),
        ),
        look(shown, shown.code === 0 && shown.envelope === undefined && shown.stdout.trim() !== '', 'text'),
      ]);
    }),
  },
  {
    id: 'REQ-F-052',
    how: 'With the variable that the manifest names for the size of answers, a larger answer is cut, says so and how to get the rest',
    run: async ({ target, declared, survey }) => {
      const { manifest, answer } = await declared();
      const name = Object.keys(asObject(manifest.environment)).find((variable) =>
        /_MAX_OUTPUT(?:_BYTES)?$/.test(variable),
      );
      if (name === undefined) return notShown('The manifest names no variable for the size of an answer');
      const largest = [...(await survey()), answer].reduce((most, one) =>
        one.bytes.length > most.bytes.length ? one : most,
      );
      const cap = 8_192;
      if (largest.bytes.length < cap + 500) return notShown(`No answer is larger than ${cap} bytes`);
      const cut = await target.call(largest.words, { environment: { [name]: String(cap) } });
      const { truncated, truncation_hint: hint, total_bytes: total } = cut.meta;
      const honest = truncated === true && typeof hint === 'string' && typeof total === 'number';
      return judge([
        look(
          cut,
          cut.bytes.length <= cap && honest,
          `at most ${cap} bytes, meta.truncated, total_bytes, truncation_hint`,
        ),
      ]);
    },
  },
  {
    id: 'REQ-F-053',
    how: 'exec answers a line before the next one is sent',
    run: async (context) => {
      const { target } = context;
      const words = ['exec'];
      const [name = 'help'] = await safeNames(context);
      const line = `${JSON.stringify({ _cmd: name })}\n`;
      const started = target.start([...target.executable, ...words]);
      started.child.stdin?.write(line);
      const arrived = await until(() => started.printed().includes('\n'), 10_000);
      started.child.stdin?.end(line);
      const answer = readAnswer(words, `${target.shown(words)} (line by line)`, await started.ended);
      return judge([look(answer, arrived && answer.stdout.endsWith('\n'), 'the first answer while the input is open')]);
    },
  },
  {
    id: 'REQ-F-056',
    how: 'With COLUMNS=20 on a terminal, --output json is one unbroken document',
    run: onlyWithTerminal(async ({ target, sample }) => {
      const answer = await onTerminal(target, [...(await sample()), '--output', 'json'], { COLUMNS: '20' });
      return judge([look(answer, answer.envelope !== undefined && isOneDocument(answer.stdout), 'one line of JSON')]);
    }),
  },
  {
    id: 'REQ-F-057',
    how: 'Where a safe command would open an address, without DISPLAY: data.open_url and meta.headless, and programs named xdg-open, open and sensible-browser, first on PATH, are not called',
    run: async ({ target, survey }) => {
      const programs = target.newDirectory();
      const called = join(programs, 'called');
      for (const name of ['xdg-open', 'open', 'sensible-browser']) {
        writeFileSync(join(programs, name), `#!/bin/sh\ntouch '${called}'\n`, { mode: 0o755 });
      }
      const opening = (await survey()).filter(({ meta }) => 'headless' in meta);
      const PATH = `${programs}${delimiter}${process.env.PATH ?? ''}`;
      const answers = await inTurns(opening, ({ words }) => target.call(words, { environment: { PATH, DISPLAY: '' } }));
      return judge(
        answers.map((answer) =>
          look(
            answer,
            answer.meta.headless === true && isText(asObject(answer.data).open_url) && !existsSync(called),
            'meta.headless and data.open_url, and nothing opened',
          ),
        ),
        'No safe command opens an address',
      );
    },
  },
  {
    id: 'REQ-F-060',
    how: 'Where a safe command prints in passing: stdout is one document, and the text is a warning THIRD_PARTY_STDOUT',
    run: async ({ survey }) =>
      judge(
        (await survey())
          .filter(({ warnings }) => warnings.some((warning) => asObject(warning).code === 'THIRD_PARTY_STDOUT'))
          .map((answer) => look(answer, isOneDocument(answer.stdout) && isObject(answer.envelope), 'one document')),
        'No safe command prints to stdout in passing',
      ),
  },
  {
    id: 'REQ-F-068',
    how: '--help, --version and a bare call with HOME=/nonexistent, many at once: exit code 0, no file anywhere, and no socket of the internet asked for',
    run: async ({ target }) => {
      const cwd = target.newDirectory();
      const state = target.newDirectory();
      const environment = {
        HOME: '/nonexistent',
        XDG_STATE_HOME: state,
        XDG_CACHE_HOME: state,
        XDG_CONFIG_HOME: state,
        TMPDIR: state,
      };
      const calls = [['--help'], ['--version'], []].flatMap((words) => Array.from({ length: 5 }, () => words));
      const answers = await Promise.all(calls.map((words) => target.call(words, { cwd, environment })));
      const left = [...filesIn(cwd).keys(), ...filesIn(state).keys()];
      const offline = withoutSockets();
      const quiet = offline
        ? await inTurns([['--help'], ['--version'], []], (words) => callOffline(target, offline, words))
        : [];
      return judge([
        ...answers.map((answer) =>
          look(answer, answer.code === 0 && left.length === 0, `exit code 0 and no file (${left.join(', ')})`),
        ),
        ...quiet.map((answer) => look(answer, answer.code === 0, 'exit code 0 where a socket ends the process')),
      ]);
    },
  },
  {
    id: 'REQ-F-072',
    how: 'No carriage return on stdout or stderr of any call',
    run: async (context) =>
      judge(
        (await everyAnswer(context)).map((answer) =>
          look(answer, !`${answer.stdout}${answer.stderr}`.includes('\r'), 'no 0x0d'),
        ),
      ),
  },
  {
    id: 'REQ-F-076',
    how: 'The first call in an empty home and the second have the same exit code, keys and stderr',
    run: async ({ target, sample }) => {
      const HOME = target.newDirectory();
      const environment = {
        HOME,
        XDG_STATE_HOME: `${HOME}/state`,
        XDG_CACHE_HOME: `${HOME}/cache`,
        XDG_CONFIG_HOME: `${HOME}/config`,
      };
      const words = await sample();
      const first = await target.call(words, { environment });
      const second = await target.call(words, { environment });
      const same =
        first.code === second.code &&
        Object.keys(first.meta).join() === Object.keys(second.meta).join() &&
        first.stderr === second.stderr;
      return judge([look(first, same, `what the second call gives: ${brief(second.stdout + second.stderr, 100)}`)]);
    },
  },
];
