// Says in words how a line went differently than in bash.

import { type LineResult, runInBash } from './run-in-bash.js';
import type { Stage } from './stage.js';

export type LineRunner = (line: string, stage: Stage) => Promise<LineResult>;

interface Seen extends LineResult {
  readonly files: Readonly<Record<string, string>>;
}

/** Runs the line in bash and by `run`, each in a fresh workspace. Empty where nobody could tell them apart. */
export async function compare(line: string, run: LineRunner, stage: Stage): Promise<readonly string[]> {
  const expected = await observe(line, runInBash, stage);
  const actual = await observe(line, run, stage);
  return describeDifferences(expected, actual);
}

async function observe(line: string, run: LineRunner, stage: Stage): Promise<Seen> {
  stage.reset();
  const result = await run(line, stage);
  return { ...result, files: stage.listFiles() };
}

export function describeDifferences(expected: Seen, actual: Seen): readonly string[] {
  const differences: string[] = [];
  const differ = (what: string, before: string, after: string) => {
    if (before !== after) differences.push(`${what}: ${after}, in bash ${before}`);
  };
  differ('exit code', String(expected.exitCode), String(actual.exitCode));
  differ('stdout', ...firstDifference(withoutShellName(expected.stdout), withoutShellName(actual.stdout)));
  // Every program words its messages itself, and so does a shell.
  differ('stderr', emptiness(expected.stderr), emptiness(actual.stderr));
  for (const path of new Set([...Object.keys(expected.files), ...Object.keys(actual.files)].toSorted())) {
    differ(path, expected.files[path] ?? 'missing', actual.files[path] ?? 'missing');
  }
  return differences;
}

/** `bash: line 1: nope: command not found`: the name and the number are bash's own. */
function withoutShellName(output: string): string {
  return output.replace(/^(?:\/bin\/)?bash: line \d+: /gm, '');
}

function emptiness(text: string): string {
  return text === '' ? 'empty' : 'not empty';
}

/** The whole of short texts; otherwise the first line that is different. */
function firstDifference(before: string, after: string): [string, string] {
  if (before === after || before.length + after.length < 400) return [JSON.stringify(before), JSON.stringify(after)];
  const [left, right] = [before.split('\n'), after.split('\n')];
  const index = left.findIndex((text, at) => text !== right[at]);
  const at = index === -1 ? left.length : index;
  const show = (lines: readonly string[]) => `line ${at + 1} of ${lines.length} is ${JSON.stringify(lines[at] ?? '')}`;
  return [show(left), show(right)];
}
