// Runs a program that prints a manual. Whatever it does, there is a document: the manual, or what went wrong.

import { type Document, unreadable } from '../../../documents/document.js';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import { openKeeper } from '../../../execution/process/keeper/keeper.js';
import { SpoolDirectory } from '../../../execution/process/output/spool-directory.js';
import { type ProcessEnd, runProcess } from '../../../execution/process/run-process.js';
import { type Draft, written } from '../../../planning/draft.js';
import { machineOf } from '../../../planning/machine.js';
import { plan, problemsOf } from '../../../planning/plan.js';
import { redactText } from '../../../vocabulary/look-alikes.js';
import { newId } from '../../../vocabulary/new-id.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { asSentence } from '../../parameters/definition-report.js';
import { type UtcpHost, usualDiscoveryMs } from '../tool.js';
import { findManual } from './find-manual.js';
import { Printed } from './printed.js';

export interface Discovery {
  readonly command: readonly [program: string, ...args: string[]];
  /** Where it is started; a relative program is looked for there. */
  readonly directory: string;
  /** What the search path finds in it could have been put there by an agent. */
  readonly workspace: string;
  readonly timeoutMs: number | undefined;
}

const graceMs = 500;

/** Never rejects. */
export async function discoverManual(discovery: Discovery, host: UtcpHost): Promise<Document> {
  const planned = planDiscovery(discovery, host);
  if ('problems' in planned) return planned;
  const { timeoutMs = usualDiscoveryMs } = discovery;
  const tooMuch = new AbortController();
  const printed = new Printed(() => tooMuch.abort());
  const end = await run(planned, timeoutMs, printed, tooMuch.signal);
  return describeFailure(end, printed, timeoutMs) ?? findManual(printed.stdout);
}

function planDiscovery({ command: [text, ...args], directory, workspace }: Discovery, host: UtcpHost) {
  const draft: Draft = {
    scope: { workspace, directory },
    // The owner wrote it, so it may be anywhere.
    paths: 'any',
    directories: [],
    program: { text, relative: true },
    args: args.map(written),
    environment: { usual: 'search-path', owner: {}, written: undefined, decided: [], allow: [] },
    stdin: undefined,
    stdout: 'pipe',
    stderr: 'pipe',
    encoding: 'utf8',
    secrets: [],
    timeoutMs: undefined,
  };
  const planned = plan(draft, machineOf(host));
  const [problem] = problemsOf(planned, { wouldRun: false });
  if (!problem) return planned.plan;
  const { message, hint = 'Fix "command" in the configuration' } = problem;
  return unreadable({ message, fix: asSentence(hint) });
}

async function run(plan: ProgramPlan, timeoutMs: number, printed: Printed, signal: AbortSignal): Promise<ProcessEnd> {
  const keeper = openKeeper({ owns: 'runs' });
  const spool = new SpoolDirectory((directory) => keeper.removeAfterDeath(directory));
  const host = {
    runId: `discovery_${newId()}`,
    signal,
    timeoutMs,
    onState: () => undefined,
    onCapture: undefined,
    onOutput: printed.add,
  };
  try {
    // What it prints is taken as it comes; a second copy in a file is of no use.
    return await runProcess(plan, host, { outputBytes: 0, graceMs, spool, keeper });
  } finally {
    await spool.remove();
    await keeper.close();
  }
}

const advice =
  'Run it yourself to see why. It gets only PATH from the environment, and starts in the directory of the configuration.';

function describeFailure(end: ProcessEnd, printed: Printed, timeoutMs: number): Document | undefined {
  if (end.status === 'not-started') {
    return unreadable({ message: end.error.message, fix: asSentence(end.error.hint) });
  }
  const last = printed.lastOfStderr === '' ? '' : ` Last error output: ${quoteLast(printed.lastOfStderr)}.`;
  if (end.status === 'stopped' && end.by === 'cancel') {
    const message = `The program printed more than ${printed.most} bytes and was stopped.${last}`;
    return unreadable({ message, fix: 'Make it print one manual as JSON, and nothing else of that size.' });
  }
  if (end.status === 'stopped') {
    const message = `The program did not exit within ${timeoutMs} ms and was stopped.${last}`;
    return unreadable({ message, fix: 'Make it print the manual and exit, or raise "timeoutMs" of this manual.' });
  }
  if (end.exitCode === 0) return undefined;
  const how = end.signal === null ? `with exit code ${end.exitCode}` : `by the signal ${end.signal}`;
  return unreadable({ message: `The program ended ${how}.${last}`, fix: advice });
}

function quoteLast(text: string): string {
  return redactText(text).split('\n').map(quoteForReport).join(', ');
}
