// `cmdgate audit verify`: whether the ledger is as the gates wrote it, and what is not.

import { compareIndex, howToMakeAgain } from '../../gate/doctor/compare-index.js';
import type { ComparedIndex, IndexPart } from '../../ledger/index/ledger-index.js';
import { proofOf } from '../../ledger/ledger-places.js';
import { type Finding, isAcceptable } from '../../ledger/log/finding.js';
import { type Verification, verifyLedger } from '../../ledger/log/verify-ledger.js';
import { isTrustedDirectory } from '../../machine/files/trusted-directory.js';
import type { Colors } from '../../renderings/text/colors.js';
import type { Report } from '../../terminal/give-report.js';
import type { Io } from '../../terminal/io.js';
import { StatusLine } from '../../terminal/status-line.js';
import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import type { FoundLedger } from '../find-ledger.js';
import { type CheckedOutputs, checkOutputs, type OutputProblem } from './check-outputs.js';
import { formatFinding } from './format-finding.js';
import { meanings } from './meanings.js';

/** A log that is broken all over has one for each entry; nobody reads more than this. */
const mostListed = 10_000;

const megabyte = 1024 * 1024;

interface Found extends Verification {
  readonly findings: Listed<Finding>;
  readonly outputs: Listed<OutputProblem>;
  readonly checked: CheckedOutputs;
  /** Undefined where there is no index. */
  readonly index: ComparedIndex | undefined;
}

/** Checks the whole log and all output, and shows on a terminal how far it is. */
export async function reportVerification(ledger: FoundLedger, part: IndexPart, io: Io): Promise<Report> {
  const status = io.stderr.isTTY ? new StatusLine(io.stderr) : undefined;
  const { signal } = io;
  const findings = new Listed<Finding>();
  const outputs = new Listed<OutputProblem>();
  try {
    const untrusted = findUntrusted(ledger.directory);
    if (untrusted) findings.add(untrusted);
    const verification = await verifyLedger(ledger.log, {
      ...proofOf(ledger),
      report: (finding) => findings.add(finding),
      onProgress: (done, total) =>
        status?.show({
          done: Math.floor(done / megabyte),
          total: Math.ceil(total / megabyte),
          message: 'MiB of the log',
        }),
      signal,
    });
    // Of a chain that cannot be read, nothing is known about its output either.
    const isTrusted = !findings.items.some(({ kind }) => kind === 'untrusted');
    const checked = isTrusted
      ? await checkOutputs(ledger, {
          report: (problem) => outputs.add(problem),
          onProgress: (runs) => status?.show({ done: runs, total: undefined, message: 'runs whose output was read' }),
          signal,
        })
      : { runs: 0, missing: 0 };
    const index = isTrusted ? await compareIndex(ledger.directory, part, signal) : undefined;
    const problems = verification.problems + (untrusted ? 1 : 0);
    return toReport(ledger, { ...verification, problems, findings, outputs, checked, index });
  } finally {
    status?.clear();
  }
}

/** A gate would refuse it: then it is not what gates wrote that lies there. */
function findUntrusted(directory: string): Finding | undefined {
  try {
    isTrustedDirectory(directory, 'The ledger');
    return undefined;
  } catch (error) {
    return { kind: 'untrusted', severity: 'problem', file: directory, message: (error as Error).message };
  }
}

function toReport({ directory }: FoundLedger, found: Found): Report {
  const { entries, notices, gates, findings, outputs, checked, index } = found;
  const wrong = index?.problems ?? [];
  const problems = found.problems + outputs.count + wrong.length;
  const sound = problems === 0;
  const what = `${count(entries, 'entry', 'entries')} of ${count(gates.length, 'gate', 'gates')}`;
  const told = [
    count(problems, 'problem', 'problems'),
    ...(notices === 0 ? [] : [count(notices, 'notice', 'notices')]),
  ].join(' and ');
  const summary = sound ? `Sound: ${what}` : `Not sound: ${told} in ${what}`;
  const notListed = findings.notListed + outputs.notListed;
  return {
    command: 'audit verify',
    data: {
      ledger: directory,
      sound,
      entries,
      problems,
      notices,
      findings: findings.items.map((finding) => ({ ...finding, meaning: meanings[finding.kind] })),
      outputs: { ...checked, problems: outputs.items },
      ...(index && { index: { ...index, problems: wrong.slice(0, mostListed) } }),
      not_listed: notListed,
      gates,
    },
    failure: sound
      ? undefined
      : {
          code: 'LEDGER_NOT_SOUND',
          message:
            wrong.length === problems
              ? `The index of the ledger ${directory} does not match the log: ${told}`
              : `The ledger ${directory} was changed or is damaged: ${told}`,
          hint:
            wrong.length === problems
              ? howToMakeAgain(directory)
              : `Read what each finding means. Keep the ledger unchanged, and find out who could write to it${acceptHint(findings.items)}`,
        },
    toLines: (colors) => [
      ...findings.items.map((finding) => formatFinding(finding, colors)),
      ...outputs.items.map((problem) => formatOutput(problem, colors)),
      ...wrong.slice(0, mostListed).map(({ message }) => `${colors.red('problem:')} ${terminalSafeLine(message)}\n`),
      ...(wrong.length === 0 ? [] : [`${howToMakeAgain(terminalSafeLine(directory))}\n`]),
      ...(notListed === 0 ? [] : [`… and ${notListed.toLocaleString('en-US')} more not listed`]),
      sound ? colors.green(summary) : colors.red(summary),
      ...(checked.runs === 0 ? [] : [outputLine(checked)]),
      ...(index && index.runs > 0
        ? [`The index was compared with the log for ${count(index.runs, 'run', 'runs')}`]
        : []),
      ...(entries === 0 && sound ? [`Nothing is recorded in ${terminalSafeLine(directory)}`] : []),
    ],
  };
}

/** Gates about which nothing is wrong but that nothing here vouches for them. */
function acceptHint(findings: readonly Finding[]): string {
  const problems = findings.filter(({ severity }) => severity === 'problem');
  if (problems.length === 0 || !problems.every(({ gate, kind }) => gate !== undefined && isAcceptable(kind))) return '';
  const gates = [...new Set(problems.map(({ gate }) => gate))];
  return `; if you recognize these gates, run: cmdgate audit verify ${gates.map((gate) => `--accept ${gate}`).join(' ')}`;
}

function formatOutput({ message }: OutputProblem, colors: Colors): string {
  return `${colors.red('problem:')} ${terminalSafeLine(message)}\n  Someone changed the file, or the disk is damaged.\n`;
}

function outputLine({ runs, missing }: CheckedOutputs): string {
  const gone = missing === 0 ? '' : `; ${count(missing, 'stream is', 'streams are')} no longer kept`;
  return `The output of ${count(runs, 'run', 'runs')} was compared with the log${gone}`;
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}

/** As many as somebody reads. */
class Listed<Item> {
  readonly items: Item[] = [];
  count = 0;

  add(item: Item): void {
    this.count++;
    if (this.items.length < mostListed) this.items.push(item);
  }

  get notListed(): number {
    return this.count - this.items.length;
  }
}
