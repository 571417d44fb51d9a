// REQ-O-050 has twelve checks of its own; all that safe commands can show have to hold.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, readLines } from '../answer.js';
import { type Check, type CheckContext, judge, type Look, look, notShown } from '../check.js';
import { asObject, type JsonObject } from '../json.js';
import { hasTerminal, onTerminal } from '../on-terminal.js';
import { unknownWord } from '../probe-words.js';
import { safeNames } from '../safe-lines.js';
import { until } from '../until.js';

interface Bench {
  readonly context: CheckContext;
  readonly names: readonly string[];
  run(lines: readonly unknown[], ...options: string[]): Promise<Answer>;
}

/** Texts stay as they are, so that lines can be wrong. */
const toText = (lines: readonly unknown[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

const metaOf = (line: JsonObject | undefined) => asObject(line?.meta);
const codeOf = (line: JsonObject | undefined) => String(asObject(line?.error).code);

type Part = (bench: Bench) => Promise<readonly Look[]>;

const answersEachLine: Part = async ({ names, run }) => {
  const asked = [names[0], names[1] ?? names[0], names[2] ?? names[0]];
  const answer = await run(asked.map((name) => ({ _cmd: name })));
  const lines = readLines(answer.stdout);
  const keys = lines.every((line) => line && Object.keys(line).sort().join() === 'data,error,meta,ok,warnings');
  const told = lines.every((line, index) => metaOf(line)._cmd === asked[index] && metaOf(line)._line === index + 1);
  return [
    look(
      answer,
      answer.code === 0 && lines.length === 3 && keys && told,
      '1, 2: three envelopes with _cmd and _line in meta, exit code 0',
    ),
  ];
};

const runsInOneProcess: Part = async ({ context, names, run }) => {
  const single = await context.target.call(['--version']);
  const answer = await run(Array.from({ length: 200 }, () => ({ _cmd: names[0] })));
  const whole = answer.code === 0 && readLines(answer.stdout).length === 200;
  // Two hundred starts would take far longer on any machine.
  return [
    look(
      answer,
      whole && answer.ms < 20 * Math.max(single.ms, 100),
      '3: 200 lines in the time of a few starts',
      `${answer.ms} ms, one start ${single.ms} ms`,
    ),
  ];
};

const stopsAtFailure: Part = async ({ names, run }) => {
  const plan = [{ _cmd: names[0] }, { _cmd: unknownWord }, { _cmd: names[0] }, { _cmd: names[0] }];
  const stopped = await run(plan);
  const whole = await run(plan, '--ignore-errors');
  return [
    look(stopped, stopped.code === 1 && readLines(stopped.stdout).length === 2, '4: two answers and exit code 1'),
    look(whole, whole.code === 1 && readLines(whole.stdout).length === 4, '5: four answers and exit code 1'),
  ];
};

const tellsBadLines: Part = async ({ names, run }) => {
  const mixed = await run([{ _cmd: names[0] }, '{"_cmd":', { _cmd: names[0] }], '--ignore-errors');
  const [, bad] = readLines(mixed.stdout);
  const told =
    codeOf(bad) === 'DISPATCH_PARSE_ERROR' && asObject(bad?.error).phase === 'validation' && metaOf(bad)._line === 2;
  const nothing = await run(['nonsense', '{'], '--ignore-errors');
  return [
    look(
      mixed,
      mixed.code === 1 && readLines(mixed.stdout).length === 3 && told,
      '6: DISPATCH_PARSE_ERROR for line 2 alone, exit code 1',
    ),
    look(
      nothing,
      nothing.code === 2 && readLines(nothing.stdout).length === 2,
      '7: an error for each line, exit code 2',
    ),
  ];
};

const dispatchesNothingElse: Part = async ({ run }) => {
  const wrong = [
    { _cmd: unknownWord },
    { _cmd: 'exec' },
    { _cmd: 'a/b' },
    { _cmd: unknownWord.toUpperCase() },
    { a: 1 },
  ];
  const answer = await run(wrong, '--ignore-errors');
  const lines = readLines(answer.stdout);
  const refused = lines.length === wrong.length && lines.every((line) => line?.ok === false);
  return [look(answer, refused, '8: an error for each line')];
};

const runsDry: Part = async ({ context, names, run }) => {
  const { dry } = await context.declared();
  const command = dry.find(({ call, path }) => call && call.length === path.length + context.target.prefix.length);
  if (!command) return [];
  const answer = await run([{ _cmd: names[0] }, { _cmd: command.name, _opts: { dry_run: true } }], '--dry-run');
  const [safe, would] = readLines(answer.stdout);
  return [
    look(
      answer,
      safe?.ok === true && /^(?:would_|noop)/.test(String(asObject(would?.data).effect)),
      '9: the safe line runs, the other one tells would_…',
    ),
  ];
};

const readsOptions: Part = async ({ names, run }) => {
  const good = await run([{ _cmd: names[0], _opts: { quiet: true } }]);
  const wrong = await run([{ _cmd: names[0], _opts: { [unknownWord]: true } }], '--ignore-errors');
  const text = await run([{ _cmd: names[0], _opts: { quiet: null } }], '--ignore-errors');
  return [
    look(good, good.code === 0, '11: true is a flag'),
    look(
      wrong,
      readLines(wrong.stdout)[0]?.ok === false && metaOf(readLines(wrong.stdout)[0]).exit_code === 2,
      '11: an unknown option is an error of its line, exit code 2',
    ),
    look(text, readLines(text.stdout)[0]?.ok === false, '11: null is no value'),
  ];
};

const isRobust: Part = async ({ context, names, run }) => {
  const { target } = context;
  const line = JSON.stringify({ _cmd: names[0] });
  const cwd = target.newDirectory();
  writeFileSync(join(cwd, 'plan.jsonl'), `${' '.repeat(500_000)}\n`.repeat(20) + line);
  const file = await target.call(['exec', '--input-file', 'plan.jsonl'], { cwd });
  const blank = await run(['', `${line}\r`, '', line]);
  const empty = await run([]);
  const long = await run([JSON.stringify({ _cmd: names[0], text: 'x'.repeat(1_100_000) }), line], '--ignore-errors');
  const flood = await target.call(['exec'], { input: `${line}\n`.repeat(2_000) });
  return [
    look(
      file,
      file.code === 0 && metaOf(readLines(file.stdout)[0])._line === 21,
      '12: 10 MB by --input-file; blank lines are counted',
    ),
    look(
      blank,
      blank.code === 0 &&
        readLines(blank.stdout)
          .map((one) => metaOf(one)._line)
          .join() === '2,4',
      '12: blank lines are passed over, CR LF is taken',
    ),
    look(empty, empty.code === 2 && !empty.overtime, '12: an empty stream is answered at once, with 2'),
    look(
      long,
      readLines(long.stdout)
        .map((one) => one?.ok)
        .join() === 'false,true',
      '12: a line of more than 1 MiB is refused alone',
    ),
    look(
      flood,
      flood.code === 0 && readLines(flood.stdout).length === 2_000,
      '12: 2,000 answers to a writer that writes everything first',
    ),
  ];
};

/** Somebody at a terminal who types no plan, and a plan that is ended in the middle. */
const endsEarly: Part = async ({ context, names }) => {
  const { target } = context;
  const begun = target.begin(['exec'], { cwd: target.newDirectory(), input: 'open' }, 'SIGTERM after its first line');
  begun.child.stdin?.write(`${JSON.stringify({ _cmd: names[0] })}\n`);
  await Promise.race([until(() => begun.printed().includes('\n')), begun.ended]);
  begun.child.kill('SIGTERM');
  const ended = await begun.answer;
  const lines = readLines(ended.stdout);
  const terminal = hasTerminal() ? await onTerminal(target, ['exec']) : undefined;
  return [
    look(
      ended,
      ended.code === 143 && lines.length === 2 && /^CANCELL?ED$/.test(codeOf(lines[1])),
      '12: SIGTERM in the middle ends it with one CANCELLED line and exit code 143',
    ),
    ...(terminal ? [look(terminal, !terminal.overtime, '12: at a terminal it is answered at once')] : []),
  ];
};

const parts = [
  answersEachLine,
  runsInOneProcess,
  stopsAtFailure,
  tellsBadLines,
  dispatchesNothingElse,
  runsDry,
  readsOptions,
  isRobust,
  endsEarly,
];

export const execChecks: readonly Check[] = [
  {
    id: 'REQ-O-050',
    how: 'Plans of safe commands through exec, by the numbers of its checks: 1, 2, 3 (by time, not by process id), 4 and 5, 6, 7, 8, 9 where a command has a dry run, 11, 12',
    run: async (context) => {
      const names = await safeNames(context);
      if (names.length === 0) return notShown('It has no safe command that needs no argument');
      const run = (lines: readonly unknown[], ...options: string[]) =>
        context.target.call(['exec', ...options], { input: toText(lines), cwd: context.target.newDirectory() });
      const looks: Look[] = [];
      for (const part of parts) looks.push(...(await part({ context, names, run })));
      return judge(looks);
    },
  },
];
