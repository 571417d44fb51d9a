import { callAgain } from '../call-again.js';
import { type Check, type CheckContext, judge, look, notShown } from '../check.js';
import { asDryRun, type DeclaredCommand } from '../declared.js';
import { filesIn } from '../files-in.js';
import { findSchemaFault } from '../find-schema-fault.js';
import { inTurns } from '../in-turns.js';
import { asList, asObject, brief, isObject, isText, type JsonObject } from '../json.js';
import { unknownOption, unknownWord } from '../probe-words.js';
import type { Target } from '../target.js';
import { everythingSeen } from './envelope.js';
import { signalCodes } from './exit-codes.js';

/** What every entry of the manifest has to say. */
const inEveryEntry =
  (expected: string, holds: (entry: JsonObject, command: DeclaredCommand) => boolean): Check['run'] =>
  async ({ declared }) => {
    const { answer, commands } = await declared();
    const wrong = commands.filter((command) => !holds(command.entry, command)).map(({ name }) => name);
    const saw = wrong.length > 0 ? `not so: ${brief(wrong.join(', '))}` : `so in all ${commands.length} commands`;
    return judge([
      look(answer, commands.length > 0 && wrong.length === 0, `${expected}, in every command of the manifest`, saw),
    ]);
  };

function areExitCodes(value: unknown): boolean {
  const entries = Object.entries(asObject(value));
  return (
    entries.some(([code]) => code === '0') &&
    entries.every(([code, entry]) => {
      const { description, retryable, side_effects: effects } = asObject(entry);
      const told = isText(description) && typeof retryable === 'boolean';
      const known = effects === undefined || ['none', 'partial', 'complete'].includes(String(effects));
      // Wrong input changes nothing, only a success is complete, and what is partly done must not be done again.
      const fits = (code !== '2' || effects === 'none') && (effects !== 'complete' || code === '0');
      return told && known && fits && !(retryable && (effects !== 'none' || code === '3'));
    })
  );
}

/** The command that a call is of; undefined where its words begin with something else. */
function commandOf(words: readonly string[], target: Target, commands: readonly DeclaredCommand[]) {
  const own = words.slice(target.prefix.length);
  const matching = commands.filter(({ path }) => path.every((word, index) => own[index] === word));
  return matching.sort((left, right) => right.path.length - left.path.length)[0];
}

/** What is asked of these is answered for every command alike. */
const aboutCommands = ['--help', '-h', '--version', '--schema', '--print-schema', '--output-schema'];

/**
 * Each command that does not declare 2, with an option that it does not have. Of one that declares it such an end is no
 * news.
 */
async function refuseEach({ target, declared }: CheckContext): Promise<void> {
  const { commands, safe, dry } = await declared();
  const refused = new Set(
    target.seen.filter(({ code }) => code === 2).map(({ words }) => commandOf(words, target, commands)),
  );
  const others = [...safe, ...dry]
    .filter((command) => !Object.hasOwn(asObject(command.entry.exit_codes), '2') && !refused.has(command))
    .slice(0, 40);
  await inTurns(others, async ({ path, danger }) => {
    await target.call([...target.wordsOf(path), ...(danger === 'safe' ? [] : ['--dry-run']), unknownOption]);
  });
}

/** Commands that change something, as a dry run; none writes a file. */
async function dryRuns({ target, declared }: CheckContext, danger?: string) {
  const { dry } = await declared();
  const cwd = target.newDirectory();
  const calls = dry
    .filter((command) => danger === undefined || command.danger === danger)
    .flatMap(({ call }) => (call ? [call] : []));
  const answers = await inTurns(calls.slice(0, 5), (call) => target.call(asDryRun(call), { cwd }));
  return { answers, untouched: filesIn(cwd).size === 0 };
}

const nothingDry = 'No command that changes something can be called with --dry-run from the manifest alone';

export const declarationChecks: readonly Check[] = [
  {
    id: 'REQ-C-001',
    how: 'Every command of the manifest has exit codes with "0", and none is retryable that leaves something behind; every code that a call of the whole check ended with is declared by its command',
    last: true,
    run: async (context) => {
      const { target } = context;
      const { answer, commands } = await context.declared();
      const wrong = commands.filter(({ entry }) => !areExitCodes(entry.exit_codes)).map(({ name }) => name);
      await refuseEach(context);
      const ended = (await everythingSeen(context)).flatMap((one) => {
        const command = commandOf(one.words, target, commands);
        if (!command || signalCodes.has(one.code) || one.words.some((word) => aboutCommands.includes(word))) return [];
        const declared = Object.keys(asObject(command.entry.exit_codes));
        const isDeclared = declared.includes(String(one.code));
        return [look(one, isDeclared, `a code that ${command.name} declares: ${declared.join(', ')}`)];
      });
      return judge([
        look(
          answer,
          commands.length > 0 && wrong.length === 0,
          'exit_codes with "0", in every command of the manifest',
          wrong.length > 0 ? `not so: ${brief(wrong.join(', '))}` : `so in all ${commands.length} commands`,
        ),
        ...ended,
      ]);
    },
  },
  {
    id: 'REQ-C-002',
    how: 'Every command of the manifest has a danger level, and a safe one leaves no file where it is called',
    run: async (context) => {
      const { answer, commands, safe } = await context.declared();
      const isLevel = (level: unknown) => ['safe', 'mutating', 'destructive'].includes(String(level));
      const wrong = commands.filter(({ danger }) => !isLevel(danger)).map(({ name }) => name);
      const calls = safe.flatMap(({ call, entry }) => (call && entry.interactive !== true ? [call] : []));
      const quick = new Set((await context.survey()).flatMap(({ ok, ms, words }) => (ok && ms < 5_000 ? [words] : [])));
      const looks = await inTurns(calls.filter((call) => quick.has(call)).slice(0, 12), async (call) => {
        const { answer: one, left } = await callAgain(context, call);
        return look(one, left.length === 0, 'no file of a command that is safe', `it left ${brief(left.join(', '))}`);
      });
      return judge([
        look(
          answer,
          commands.length > 0 && wrong.length === 0,
          'danger_level safe, mutating or destructive, in every command of the manifest',
          wrong.length > 0 ? `not so: ${brief(wrong.join(', '))}` : `so in all ${commands.length} commands`,
        ),
        ...looks,
      ]);
    },
  },
  {
    id: 'REQ-C-003',
    how: 'Dry runs of commands that change something tell an effect: would_… or noop',
    run: async (context) => {
      const { answers } = await dryRuns(context);
      return judge(
        answers.map((answer) =>
          look(
            answer,
            answer.ok && /^(?:would_\w+|noop)$/.test(String(asObject(answer.data).effect)),
            'data.effect would_… or noop',
          ),
        ),
        nothingDry,
      );
    },
  },
  {
    id: 'REQ-C-004',
    how: 'Destructive commands with --dry-run: exit code 0, would_… and would_affect, no file changed',
    run: async (context) => {
      const { answers, untouched } = await dryRuns(context, 'destructive');
      return judge(
        answers.map((answer) => {
          const { effect, would_affect: affected } = asObject(answer.data);
          return look(
            answer,
            answer.ok && untouched && /^would_/.test(String(effect)) && Array.isArray(affected),
            'would_… and the list would_affect',
          );
        }),
        'No destructive command can be called with --dry-run from the manifest alone',
      );
    },
  },
  {
    id: 'REQ-C-005',
    how: 'Every command of the manifest says whether it asks; --yes changes nothing for a safe command; one that asks, and is safe, ends with 4',
    run: async (context) => {
      const { answer, commands, safe } = await context.declared();
      const silent = commands.filter(({ entry }) => typeof entry.interactive !== 'boolean').map(({ name }) => name);
      const yes = await context.target.call([...(await context.sample()), '--yes']);
      const asking = safe.filter(({ entry, call }) => entry.interactive === true && call);
      const asked = await inTurns(asking, ({ call = [] }) => context.target.call([...call, '--non-interactive']));
      return judge([
        look(
          answer,
          commands.length > 0 && silent.length === 0,
          'interactive in every command',
          brief(silent.join(', ')),
        ),
        look(yes, yes.ok, 'exit code 0 with --yes'),
        ...asked.map((one) => look(one, one.code === 4, 'exit code 4')),
      ]);
    },
  },
  {
    id: 'REQ-F-009',
    how: 'A safe command that asks, with a closed and with an open silent stdin: exit code 4, INPUT_REQUIRED, and a suggestion that names an option',
    run: async ({ target, declared }) => {
      const asking = (await declared()).safe.filter(({ entry, call }) => entry.interactive === true && call);
      const looks = await inTurns(asking, async ({ call = [] }) => {
        const answers = [await target.call(call), await target.call(call, { input: 'open' })];
        return answers.map((answer) =>
          look(
            answer,
            answer.code === 4 && answer.error.code === 'INPUT_REQUIRED' && /--\w/.test(String(answer.error.suggestion)),
            'exit code 4 and INPUT_REQUIRED',
          ),
        );
      });
      return judge(looks.flat(), 'No safe command asks a question');
    },
  },
  {
    id: 'REQ-C-007',
    how: '--idempotency-key is declared for commands that change something, and a dry run takes it',
    run: async (context) => {
      const { answer, commands, standardFlags, dry } = await context.declared();
      const lacking = commands.filter(
        ({ danger, flags }) =>
          danger !== 'safe' && !('idempotency-key' in flags) && !standardFlags.has('idempotency-key'),
      );
      const call = dry.find((command) => command.call)?.call;
      const taken = call && (await context.target.call([...asDryRun(call), '--idempotency-key', unknownWord]));
      return judge([
        look(
          answer,
          commands.length > 0 && lacking.length === 0,
          '--idempotency-key',
          brief(lacking.map(({ name }) => name).join(', ')),
        ),
        ...(taken ? [look(taken, taken.ok, 'exit code 0')] : []),
      ]);
    },
  },
  {
    id: 'REQ-C-015',
    how: '--schema of safe commands: its input and output schemas are JSON Schema, and what the command answers fits',
    run: async ({ target, survey }) => {
      const good = (await survey()).filter(({ ok }) => ok).slice(0, 8);
      const looks = await inTurns(good, async (answer) => {
        const schema = await target.ask([...answer.words, '--schema']);
        const { inputSchema, input_schema: snake, parameters, output_schema: output } = asObject(schema.data);
        const described = isObject(inputSchema ?? snake) && Array.isArray(parameters);
        const fault =
          (await findSchemaFault(inputSchema ?? snake)) ??
          (output === undefined ? undefined : await findSchemaFault(output, answer.data));
        return look(
          schema,
          schema.ok && described && fault === undefined,
          'schemas that hold for the answer',
          fault ?? 'they hold',
        );
      });
      return judge(looks, 'It has no safe command that can be called');
    },
  },
  {
    id: 'REQ-C-019',
    how: 'Where a safe command names the program that it starts and its arguments: characters of a shell in these are refused with 2',
    run: async ({ target, declared }) => {
      const starting = (await declared()).safe.filter(({ entry }) => isObject(entry.subprocess));
      const looks = await inTurns(starting, async ({ path, entry, flags }) => {
        const [name = ''] = asList(asObject(entry.subprocess).arguments).map(String);
        const words = [...target.wordsOf(path), ...(name in flags ? [`--${name}`] : []), 'a;touch pwned'];
        const answer = await target.call(words);
        return look(answer, answer.code === 2, 'exit code 2');
      });
      return judge(looks, 'No safe command declares a program that it starts');
    },
  },
  {
    id: 'REQ-C-020',
    how: 'Values that do not match a declared pattern are refused with 2, and the answer names the pattern',
    run: async ({ target, declared }) => {
      const { safe, dry } = await declared();
      const lines = [...safe, ...dry].flatMap(({ path, flags, positionals, danger }) => {
        const careful = danger === 'safe' ? [] : ['--dry-run'];
        const option = Object.entries(flags).find(([, { pattern }]) => isText(pattern));
        if (option)
          return [
            { words: [...target.wordsOf(path), ...careful, `--${option[0]}`], pattern: String(option[1].pattern) },
          ];
        const [first] = positionals;
        return isText(first?.pattern) ? [{ words: [...target.wordsOf(path), ...careful], pattern: first.pattern }] : [];
      });
      const looks = await inTurns(lines.slice(0, 3), async ({ words, pattern }) => {
        const answer = await target.call([...words, 'a?b#c%d']);
        return look(
          answer,
          answer.code === 2 && JSON.stringify(answer.error).includes(JSON.stringify(pattern).slice(1, -1)),
          `exit code 2 and the pattern ${pattern}`,
        );
      });
      return judge(looks, 'No command that this check may call declares a pattern');
    },
  },
  {
    id: 'REQ-C-026',
    how: 'Where the manifest says that an option needs others: alone it is refused with 2, and all partners are named',
    run: async ({ target, declared }) => {
      const ruled = (await declared()).safe.filter(({ entry }) => isObject(entry.requires));
      const looks = await inTurns(ruled, async ({ path, entry, flags }) => {
        const [[trigger = '', partners = []] = []] = Object.entries(asObject(entry.requires));
        const value = flags[trigger]?.type === 'boolean' ? [] : ['a'];
        const answer = await target.call([...target.wordsOf(path), `--${trigger}`, ...value]);
        const named = asList(partners).every((partner) => JSON.stringify(answer.error).includes(String(partner)));
        return look(answer, answer.code === 2 && named, `exit code 2 and ${asList(partners).join(', ')}`);
      });
      return judge(looks, 'No safe command declares options that need each other');
    },
  },
  {
    id: 'REQ-C-027',
    how: 'Every command of the manifest says where its options stand',
    run: inEveryEntry('option_placement', ({ option_placement: placement }) => isText(placement)),
  },
  {
    id: 'REQ-C-029',
    how: 'Every command of the manifest has required_scopes',
    run: inEveryEntry('required_scopes', ({ required_scopes: scopes }) => Array.isArray(scopes)),
  },
  {
    id: 'REQ-O-021',
    how: '--confirm-destructive is declared for what destroys and refused with 2 elsewhere',
    run: async ({ target, declared, sample }) => {
      const { answer, commands, standardFlags, manifest } = await declared();
      const destructive = commands.filter(({ danger }) => danger === 'destructive');
      if (destructive.length === 0) return notShown('It has no destructive command');
      const everywhere =
        standardFlags.has('confirm-destructive') || destructive.every(({ flags }) => 'confirm-destructive' in flags);
      const elsewhere = await target.call([...(await sample()), '--confirm-destructive']);
      return judge([
        look(
          answer,
          everywhere,
          '--confirm-destructive',
          brief(JSON.stringify(asObject(manifest.standard_flags)['confirm-destructive']) ?? 'it is not there'),
        ),
        look(elsewhere, elsewhere.code === 2, 'exit code 2'),
      ]);
    },
  },
  {
    id: 'REQ-O-048',
    how: 'Where a command declares a safe default: its dry run says meta.dry_run',
    run: async ({ target, declared }) => {
      const careful = (await declared()).commands.filter(({ entry, call }) => entry.safe_default === true && call);
      const answers = await inTurns(careful, ({ call = [] }) => target.call(asDryRun(call)));
      return judge(
        answers.map((answer) => look(answer, answer.ok && answer.meta.dry_run === true, 'meta.dry_run')),
        'No command declares a safe default',
      );
    },
  },
  {
    id: 'REQ-F-075',
    how: 'Where a safe command is deprecated: it runs, warns and names its replacement',
    run: async ({ target, declared }) => {
      const old = (await declared()).safe.filter(({ entry, call }) => isObject(entry.deprecated) && call);
      const looks = await inTurns(old, async ({ call = [], entry }) => {
        const answer = await target.call(call);
        const { replacement } = asObject(entry.deprecated);
        return look(
          answer,
          answer.ok && JSON.stringify(answer.warnings).includes(String(replacement)),
          'a warning with the replacement',
        );
      });
      return judge(looks, 'This needs two builds, or a deprecated command');
    },
  },
];
