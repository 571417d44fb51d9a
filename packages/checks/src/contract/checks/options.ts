import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, readLines, withoutMeta } from '../answer.js';
import { type Check, type CheckContext, judge, look, notShown } from '../check.js';
import { asDryRun, type DeclaredCommand } from '../declared.js';
import { filesIn } from '../files-in.js';
import { inTurns } from '../in-turns.js';
import { asList, asObject, brief, isObject, isText, objectsIn, textsIn } from '../json.js';
import { otherUnknownOption, traceId, unknownOption, unknownWord } from '../probe-words.js';

/** The calls of the first safe commands that succeed. */
async function goodCalls({ survey, sample }: CheckContext, most: number): Promise<readonly (readonly string[])[]> {
  const calls = (await survey()).filter(({ ok, ms }) => ok && ms < 5_000).map(({ words }) => words);
  return calls.length > 0 ? calls.slice(0, most) : [await sample()];
}

/** A safe command that needs nothing, and one of its options with a value that it takes. */
async function optionWithValue({ declared, survey }: CheckContext) {
  const good = new Set((await survey()).filter(({ ok }) => ok).map(({ words }) => words.join(' ')));
  for (const { call, flags } of (await declared()).safe) {
    if (!call || !good.has(call.join(' '))) continue;
    for (const [flag, { type, default: value, enum_values: choices, required }] of Object.entries(flags)) {
      if (required === true || flag === 'limit' || flag === 'cursor' || call.includes(`--${flag}`)) continue;
      const taken = type === 'integer' && typeof value === 'number' ? Math.min(value, 2) : asList(choices)[0];
      if (taken !== undefined) return { call, flag, value: taken };
    }
  }
  return undefined;
}

const noOption = 'No safe command has an option with a default or with choices';

async function withPathFlag({
  declared,
  target,
}: CheckContext): Promise<readonly { readonly words: readonly string[] }[]> {
  const { safe, dry } = await declared();
  const isPath = ({ format, type }: Readonly<Record<string, unknown>>) => format === 'path' || type === 'path';
  return [...safe, ...dry].flatMap(({ path, flags, positionals, danger }: DeclaredCommand) => {
    const careful = danger === 'safe' ? [] : ['--dry-run'];
    const option = Object.entries(flags).find(([, about]) => isPath(about))?.[0];
    if (option !== undefined) return [{ words: [...target.wordsOf(path), ...careful, `--${option}`] }];
    return positionals[0] && isPath(positionals[0]) ? [{ words: [...target.wordsOf(path), ...careful] }] : [];
  });
}

/** By the order in which they are asked for: json, jsonl, tsv, plain. */
const isFormat: readonly ((answer: Answer) => boolean)[] = [
  ({ envelope }) => envelope !== undefined && 'ok' in envelope,
  ({ stdout }) => readLines(stdout).every(isObject),
  ({ envelope }) => envelope === undefined,
  ({ envelope }) => envelope === undefined || !('ok' in envelope),
];

export const optionChecks: readonly Check[] = [
  {
    id: 'REQ-O-001',
    how: '--output json, jsonl, tsv and plain work on safe commands: json is the envelope, each line of jsonl an object, tsv and plain are no JSON; another value is refused with 2',
    run: async (context) => {
      const looks = await inTurns(await goodCalls(context, 4), async (call) => {
        const formats: Answer[] = [];
        // One after the other: a command may hold what the next one needs.
        for (const format of ['json', 'jsonl', 'tsv', 'plain']) {
          formats.push(await context.target.ask([...call, '--output', format]));
        }
        return formats.map((answer, index) =>
          look(answer, answer.code === 0 && isFormat[index]?.(answer) === true, 'exit code 0, and this format'),
        );
      });
      const wrong = await context.target.call([...(await context.sample()), '--output', unknownWord]);
      return judge([...looks.flat(), look(wrong, wrong.code === 2, 'exit code 2')]);
    },
  },
  {
    id: 'REQ-O-002',
    how: '--fields with one field of an answer leaves that one alone in data, and the envelope whole',
    run: async ({ target, survey }) => {
      const several = (await survey()).filter(({ ok, data }) => ok && fieldsOf(data).length > 1).slice(0, 3);
      const looks = await inTurns(several, async ({ words, data }) => {
        const [first = ''] = fieldsOf(data);
        const answer = await target.call([...words, '--fields', first]);
        return look(answer, answer.ok && fieldsOf(answer.data).join() === first, `only ${first}`);
      });
      return judge(looks, 'No safe command returns an object with several fields');
    },
  },
  {
    id: 'REQ-O-008',
    how: '--quiet: nothing on stderr; --verbose and --debug are taken; two of them together are refused with 2',
    run: async ({ target, sample }) => {
      const words = await sample();
      const [quiet, verbose, debug, both] = await inTurns(
        [['--quiet'], ['--verbose'], ['--debug'], ['--quiet', '--debug']],
        (options) => target.ask([...words, ...options]),
      );
      return judge([
        look(quiet as Answer, quiet?.ok === true && quiet.stderr === '', 'exit code 0, nothing on stderr'),
        look(verbose as Answer, verbose?.ok === true, 'exit code 0'),
        look(debug as Answer, debug?.ok === true, 'exit code 0'),
        look(both as Answer, both?.code === 2, 'exit code 2'),
      ]);
    },
  },
  {
    id: 'REQ-O-009',
    how: '--validate-only: 0 and no file for what is right, 2 with all errors for what is wrong; of what changes something, with --dry-run',
    run: async (context) => {
      const { target } = context;
      const { dry } = await context.declared();
      const cwd = target.newDirectory();
      const calls = [
        ...(await goodCalls(context, 3)),
        ...dry.flatMap(({ call }) => (call ? [asDryRun(call)] : [])).slice(0, 3),
      ];
      const right = await inTurns(calls, (call) => target.call([...call, '--validate-only'], { cwd }));
      const wrong = await target.call(
        [...(await context.sample()), '--validate-only', unknownOption, otherUnknownOption],
        { cwd },
      );
      const errors = asList(wrong.error.errors ?? wrong.error.details).length;
      return judge([
        ...right.map((answer) => look(answer, answer.ok && filesIn(cwd).size === 0, 'exit code 0 and no file')),
        look(wrong, wrong.code === 2 && errors >= 2, 'exit code 2 and both errors'),
      ]);
    },
  },
  {
    id: 'REQ-O-013',
    how: '--schema and --print-schema give the same, twice; with parameters, and with the danger level and the exit codes of the manifest',
    run: async (context) => {
      const { commands } = await context.declared();
      const looks = await inTurns(await goodCalls(context, 3), async (call) => {
        const one = await context.target.ask([...call, '--schema']);
        const [two, other] = await inTurns([['--schema'], ['--print-schema']], (options) =>
          context.target.call([...call, ...options]),
        );
        const same =
          two !== undefined &&
          other !== undefined &&
          withoutMeta(one) === withoutMeta(two) &&
          withoutMeta(one) === withoutMeta(other);
        const { danger_level: danger, exit_codes: codes, parameters } = asObject(one.data);
        const entry = commands.find((command) => command.call?.join(' ') === call.join(' '))?.entry;
        const agrees =
          entry === undefined ||
          (entry.danger_level === danger &&
            Object.keys(asObject(entry.exit_codes)).join() === Object.keys(asObject(codes)).join());
        return look(
          one,
          same && agrees && danger !== undefined && isObject(codes) && Array.isArray(parameters),
          'the same from both, with parameters, and with danger_level and exit_codes as in the manifest',
        );
      });
      return judge(looks);
    },
  },
  {
    id: 'REQ-O-032',
    how: '--raw-payload gives what the option gives; bad JSON and a field given twice are refused with 2',
    run: async (context) => {
      const { target } = context;
      const found = await optionWithValue(context);
      if (!found) return notShown(noOption);
      const { call, flag, value } = found;
      const payload = ['--raw-payload', JSON.stringify({ [flag]: value })];
      const option = [`--${flag}`, String(value)];
      const [plain, raw, bad, both] = await inTurns(
        [option, payload, ['--raw-payload', '{"a":'], [...payload, ...option]],
        (words) => target.call([...call, ...words]),
      );
      return judge([
        look(
          raw as Answer,
          raw?.ok === true && plain !== undefined && withoutMeta(raw) === withoutMeta(plain),
          'the answer that the option gives',
        ),
        look(bad as Answer, bad?.code === 2, 'exit code 2'),
        look(both as Answer, both?.code === 2, 'exit code 2'),
      ]);
    },
  },
  {
    id: 'REQ-O-039',
    how: '10 MB of JSON by --input-file are taken, by standard input they are refused with 2; - is standard input',
    run: async ({ target, sample }) => {
      const words = await sample();
      const cwd = target.newDirectory();
      writeFileSync(join(cwd, 'large.json'), `{}${' '.repeat(10_000_000)}`);
      const file = await target.call([...words, '--input-file', 'large.json'], { cwd });
      const small = await target.call([...words, '--input-file', '-'], { cwd, input: '{}' });
      const large = await target.call([...words, '--input-file', '-'], { cwd, input: `{}${' '.repeat(10_000_000)}` });
      return judge([
        look(file, file.ok, 'exit code 0'),
        look(small, small.ok, 'exit code 0'),
        look(large, large.code === 2, 'exit code 2'),
      ]);
    },
  },
  {
    id: 'REQ-F-054',
    how: '65,535 bytes on standard input are taken, 65,537 are refused with STDIN_TOO_LARGE and a hint',
    run: async ({ target, sample }) => {
      const words = [...(await sample()), '--input-file', '-'];
      const fits = await target.call(words, { input: `{}${' '.repeat(65_533)}` });
      const large = await target.call(words, { input: `{}${' '.repeat(65_535)}` });
      return judge([
        look(fits, fits.ok, 'exit code 0'),
        look(
          large,
          large.code === 2 && large.stdout.includes('STDIN_TOO_LARGE') && large.stdout.includes('--input-file'),
          'STDIN_TOO_LARGE, and a hint to --input-file',
        ),
      ]);
    },
  },
  {
    id: 'REQ-F-059',
    how: '--input takes comments, trailing commas, single quotes and bare keys; hopeless text is refused with 2',
    run: async (context) => {
      const { target } = context;
      const found = await optionWithValue(context);
      const call = found?.call ?? (await context.sample());
      const fields = found
        ? `${found.flag.includes('-') ? `'${found.flag}'` : found.flag}: ${typeof found.value === 'number' ? found.value : `'${found.value}'`},`
        : '';
      const loose = await target.call([...call, '--input', `{ /* as models write it */ ${fields} }`]);
      const hopeless = await target.call([...call, '--input', '{{{']);
      return judge([look(loose, loose.ok, 'exit code 0'), look(hopeless, hopeless.code === 2, 'exit code 2')]);
    },
  },
  {
    id: 'REQ-F-067',
    how: 'An option before and after the command gives the same; after -- it is no option; twice with two values is refused with 2',
    run: async ({ target, sample }) => {
      const words = await sample();
      const command = words.slice(target.prefix.length);
      const [after, before, ended, twice] = await inTurns(
        [
          [...words, '--output', 'json'],
          [...target.prefix, '--output', 'json', ...command],
          [...words, '--', unknownOption],
          [...words, '--timeout', '5s', '--timeout', '6s'],
        ],
        (line) => target.ask(line),
      );
      const isOption = asList(ended?.error.errors).some((one) => asObject(one).code === 'UNKNOWN_OPTION');
      return judge([
        look(
          before as Answer,
          before?.ok === true && after !== undefined && withoutMeta(before) === withoutMeta(after),
          'the same answer in both places',
        ),
        look(ended as Answer, !isOption, 'no option after --'),
        look(twice as Answer, twice?.code === 2, 'exit code 2'),
      ]);
    },
  },
  {
    id: 'REQ-F-045',
    how: 'Paths with .., %2e%2e, %2f, ?x=1 or #part are refused with 2 and a suggestion',
    run: async (context) => {
      const lines = (await withPathFlag(context)).slice(0, 2);
      const values = [`../${unknownWord}`, '%2e%2e/a', 'a%2fb', 'a?x=1', 'a.md#part'];
      const answers = await inTurns(
        lines.flatMap(({ words }) => values.map((value) => [...words, value])),
        (words) => context.target.call(words),
      );
      return judge(
        answers.map((answer) =>
          look(answer, answer.code === 2 && answer.error.suggestion !== undefined, 'exit code 2 and a suggestion'),
        ),
        'No command that this check may call takes a path',
      );
    },
  },
  {
    id: 'REQ-F-044',
    how: 'Text with ; $( ) and ` in arguments of safe commands runs nothing',
    run: async (context) => {
      const { target } = context;
      const { safe } = await context.declared();
      const lines = safe.flatMap(({ path, flags, positionals }) => {
        const option = Object.entries(flags).find(([, { type, secret }]) => type === 'string' && secret !== true)?.[0];
        if (option !== undefined) return [[...target.wordsOf(path), `--${option}`]];
        return positionals[0]?.type === 'string' ? [target.wordsOf(path)] : [];
      });
      const cwd = target.newDirectory();
      const values = ['; touch pwned', '$(touch pwned)', '`touch pwned`'];
      const answers = await inTurns(
        lines.slice(0, 4).flatMap((words) => values.map((value) => [...words, value])),
        (words) => target.call(words, { cwd }),
      );
      const pwned = filesIn(cwd).has('pwned');
      return judge(
        answers.map((answer) => look(answer, !pwned && !answer.overtime, 'no file pwned')),
        'No safe command takes a text',
      );
    },
  },
  {
    id: 'REQ-O-049',
    how: '--token-count gives no payload; windows of --token-limit and --token-offset are the whole answer once',
    run: async ({ target, sample }) => {
      const words = await sample();
      const whole = await target.ask(words);
      const count = await target.call([...words, '--token-count']);
      const pages: Answer[] = [];
      let offset: unknown = 0;
      while (typeof offset === 'number' && pages.length < 20) {
        const page: Answer = await target.call([...words, '--token-limit', '40', '--token-offset', String(offset)]);
        pages.push(page);
        offset = asObject(page.meta.tokens).next_offset;
      }
      const text = pages.map(({ data }) => String(asObject(data).text ?? '')).join('');
      const ended = offset === null || offset === undefined;
      const isWhole = (of: unknown) => JSON.stringify(of) === JSON.stringify(whole.data);
      // What fits into one window is no text.
      const complete = text === JSON.stringify(whole.data) || (pages.length === 1 && isWhole(pages[0]?.data));
      const fits = pages.every(({ meta, ok }) => ok && Number(asObject(meta.tokens).returned) <= 40);
      return judge([
        look(
          count,
          count.ok && typeof asObject(count.data).token_count === 'number' && textsIn(count.data).length === 0,
          'data.token_count alone',
        ),
        look(pages[0] as Answer, fits && (!ended || complete), 'windows that together are the answer', brief(text)),
      ]);
    },
  },
  {
    id: 'REQ-O-015',
    how: '--show-config lists settings, each with key, value and source',
    run: async ({ target }) => {
      const answer = await target.call(['--show-config']);
      const settings = objectsIn(answer.data).filter((one) => 'value' in one);
      const sourced = settings.length > 0 && settings.every(({ key, source }) => isText(key) && isText(source));
      return judge([look(answer, answer.ok && sourced, 'exit code 0, and a source for each key')]);
    },
  },
  {
    id: 'REQ-O-016',
    how: '--no-config: a safe command answers with meta.config_sources []',
    run: async ({ target }) => {
      // Whoever names one and wants none at once may be refused.
      if (target.executable.includes('--config')) return notShown('The words of the executable name a configuration');
      const answer = await target.call(['--no-config', '--version']);
      return judge([
        look(
          answer,
          answer.ok && asList(answer.meta.config_sources).length === 0 && Array.isArray(answer.meta.config_sources),
          'exit code 0 and config_sources []',
        ),
      ]);
    },
  },
  {
    id: 'REQ-O-036',
    how: '--instance-id is taken by a safe command',
    run: async ({ target, sample }) => {
      const answer = await target.call([...(await sample()), '--instance-id', unknownWord]);
      return judge([look(answer, answer.ok, 'exit code 0')]);
    },
  },
  {
    id: 'REQ-F-025',
    how: 'TOOL_TRACE_ID stands in each line that --debug logs on stderr',
    run: async (context) => {
      const looks = await inTurns(await goodCalls(context, 6), async (call) => {
        const answer = await context.target.call([...call, '--debug'], {
          environment: { TOOL_TRACE_ID: traceId },
        });
        const lines = answer.stderr.split('\n').filter((line) => /^\W*(?:trace|debug|info|warn|error)/i.test(line));
        return { answer, lines };
      });
      return judge(
        looks
          .filter(({ lines }) => lines.length > 0)
          .map(({ answer, lines }) =>
            look(
              answer,
              lines.every((line) => line.includes(traceId)),
              'the trace id in every line',
              brief(answer.stderr),
            ),
          ),
        'No safe command prints anything with --debug',
      );
    },
  },
  {
    id: 'REQ-F-073',
    how: 'DEBUG=1 and VERBOSE=1 in the environment change nothing; the manifest lists the variables that are read',
    run: async ({ target, sample, declared }) => {
      const words = await sample();
      const plain = await target.ask(words);
      const noisy = await target.call(words, { environment: { DEBUG: '1', VERBOSE: '1', LOG_LEVEL: 'debug' } });
      const { answer, manifest } = await declared();
      return judge([
        look(
          noisy,
          withoutMeta(noisy) === withoutMeta(plain) && noisy.stderr === plain.stderr,
          'what is answered without them',
        ),
        look(answer, Object.keys(asObject(manifest.environment)).length > 0, 'environment in the manifest'),
      ]);
    },
  },
];

/** Of an object, or of the first one in a list. */
function fieldsOf(data: unknown): readonly string[] {
  return Object.keys(asObject(Array.isArray(data) ? data[0] : data));
}
