// The form for a model to read: how it ended in the first line, then what was printed. Nothing is said twice.

import { cleanText } from '../../sources/shell/clean-text.js';
import type { GateError, Problem } from '../../vocabulary/gate-error.js';
import type { RunState, StreamName } from '../../vocabulary/program.js';
import type { Answer, Artifact, ProgramAnswer } from './describe-answer.js';
import { fenced } from './fence.js';

export type Detail = 'minimal' | 'full';

export function toMarkdown(answer: Answer, detail: Detail): string {
  const { program, other, error, hint, warnings } = answer;
  const blocks = [headline(answer)];
  if (program) blocks.push(...programBlocks(program, answer, detail));
  if (other !== undefined) blocks.push(fenced(JSON.stringify(other, null, 2), 'json'));
  if (error && !program) blocks.push(...refusalBlocks(error, hint));
  if (error && program && !toldByHeadline.has(error.code)) blocks.push(error.message);
  if (program && hint !== '') blocks.push(`What to do: ${hint}`);
  for (const { message } of warnings) blocks.push(`Warning: ${message}`);
  if (program && detail === 'full') blocks.push(facts(answer.runId, program));
  return blocks.join('\n\n');
}

const silent = 'It printed nothing';

/** Their message says what the first line has: how the program ended. */
const toldByHeadline = new Set(['EXECUTION_ERROR', 'TIMEOUT', 'CANCELED']);

const words: Readonly<Record<RunState, string>> = {
  queued: 'waiting for its turn',
  starting: 'starting',
  running: 'still running',
  completed: 'completed',
  failed: 'failed',
  canceled: 'canceled',
  timed_out: 'timed out',
  lost: 'lost: its gate died',
  handed_over: 'handed over to the client that runs it',
};

function headline({ state, durationMs, program, error }: Answer): string {
  const time = duration(durationMs);
  if (!program) {
    if (!error) return words[state];
    return `${error.phase === 'validation' ? 'not run' : 'failed'}: ${error.code}`;
  }
  if (program.waitsForApproval !== undefined) return `waiting for a person's approval, ${time} so far`;
  if (program.isBackground) return 'started in the background';
  switch (state) {
    case 'completed':
    case 'failed':
      return `${words[state]}, ${ending(program)}, ${time}`;
    case 'canceled':
    case 'timed_out':
      return `${words[state]} after ${time}`;
    default:
      return `${words[state]}, ${time} so far`;
  }
}

function ending({ exitCode, signal }: ProgramAnswer): string {
  return signal === undefined ? `exit code ${exitCode}` : `terminated by ${signal}`;
}

function programBlocks(program: ProgramAnswer, { state, hint }: Answer, detail: Detail): string[] {
  const { assistantOutput = '', assistantError = '', artifacts } = program;
  const told = detail === 'minimal' ? assistantOutput + assistantError : '';
  const blocks: string[] = [];
  if (assistantOutput !== '') blocks.push(`answer:\n${fenced(assistantOutput)}`);
  if (assistantError !== '') blocks.push(`error:\n${fenced(assistantError)}`);
  for (const name of ['stdout', 'stderr'] as const) {
    const isTold = told !== '' && told.includes(cleanText(program[name]));
    if (program[name] !== '' && !isTold) blocks.push(streamBlock(name, program));
  }
  if (isOver(state) && program.stdout + program.stderr === '' && !hint.startsWith(silent)) blocks.push(`${silent}.`);
  if (artifacts.length > 0) blocks.push(['artifacts:', ...artifacts.map(artifactLine)].join('\n'));
  if (!isOver(state)) blocks.push(goingOn(program));
  return blocks;
}

function isOver(state: RunState): boolean {
  return state !== 'queued' && state !== 'starting' && state !== 'running';
}

function streamBlock(name: StreamName, { next, omittedBytes, ...streams }: ProgramAnswer): string {
  const text = streams[name];
  const left = omittedBytes?.[name] ?? 0;
  if (left === 0) return `${name}:\n${fenced(text)}`;
  const rest = next?.replace(/\w+$/, name);
  // The line that stands where something is left out mostly says how to read it.
  const how = rest === undefined || text.includes(rest) ? '' : `\n\nThe rest: ${rest}`;
  return `${name}, ${left} bytes left out:\n${fenced(text)}${how}`;
}

function artifactLine({ path, sha256, bytes, error }: Artifact): string {
  const what = error === undefined ? `${bytes} bytes, sha256 ${sha256}` : error;
  return `- ${JSON.stringify(path)}: ${what}`;
}

function goingOn({ next, waitsForApproval, takesInput, ports, published }: ProgramAnswer): string {
  const run = next?.replace(/^runs wait /, '') ?? '';
  const approval = waitsForApproval === undefined ? '' : `A person must answer approval ${waitsForApproval} first. `;
  const write = takesInput ? `Its standard input is open: runs write ${run}. ` : '';
  const listens = ports.length === 0 ? '' : `It listens on port ${ports.join(', ')}. `;
  const reached = published.length === 0 ? '' : `It can be reached from this machine at ${published.join(', ')}. `;
  return `${approval}It keeps running as ${run}. ${write}${listens}${reached}Wait for it: ${next}; read its output: runs output ${run}; stop it: runs cancel ${run}`;
}

function facts(runId: string, { scope }: ProgramAnswer): string {
  return scope === undefined ? `run ${runId}` : `run ${runId}, scope ${scope}`;
}

function refusalBlocks(error: GateError, hint: string): string[] {
  const problems = problemsToShow(error);
  const blocks = [error.message];
  if (problems.length > 0) blocks.push(problems.map(problemLine).join('\n'));
  const told = new Set(problems.map((problem) => problem.hint));
  const isTold = hint.split('; ').every((part) => told.has(part));
  if (hint !== '' && !isTold) blocks.push(`What to do: ${hint}`);
  if (error.approvalId !== undefined) blocks.push(`Approval: ${error.approvalId}`);
  if (error.retryAfterMs !== undefined) blocks.push(`Try again in ${duration(error.retryAfterMs)}`);
  return blocks;
}

/** A single problem that the message already tells is not told twice. */
function problemsToShow({ message, details }: GateError): readonly Problem[] {
  const [only, ...others] = details;
  if (only === undefined || others.length > 0) return details;
  return message.toLowerCase().includes(only.message.toLowerCase()) ? [] : details;
}

function problemLine({ field, message, value, hint }: Problem): string {
  const where = field === undefined || message.includes(field) ? '' : `${field}: `;
  const seen =
    value === undefined || (typeof value === 'string' && message.includes(value)) ? '' : ` (${JSON.stringify(value)})`;
  const sentence = `${where}${message.replace(/\.$/, '')}${seen}`;
  return hint === undefined ? `- ${sentence}` : `- ${sentence}. ${hint}`;
}

function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
