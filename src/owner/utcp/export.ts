// `cmdgate utcp export`: the commands of a workspace as a UTCP manual on stdout. What it cannot hold is told on stderr.

import { loadConfiguration } from '../../configuration/load-configuration.js';
import { utcpHost } from '../../gate/opening/load-configured-utcp.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import {
  type ExportedManual,
  exportManual,
  type LeftOut,
  type WrittenForm,
} from '../../sources/utcp/export/export-manual.js';
import { StreamWriter } from '../../terminal/stream-writer.js';
import { endUndelivered } from '../../terminal/undelivered.js';
import { writeAnswer } from '../../terminal/write-answer.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { failedAtTheDoor } from '../../vocabulary/outcome.js';
import { terminalSafe, terminalSafeJson } from '../../vocabulary/terminal-safe.js';
import { usual } from '../choice.js';
import { collectPrograms, collectThroughGate } from './collect-tools.js';
import type { UtcpUse } from './utcp.js';

export interface ExportRequest {
  readonly form: WrittenForm;
  readonly throughGate: boolean;
}

/** Resolves to the exit code. The manual stands on stdout as it is, for a file or a client that reads it. */
export async function exportUtcp(request: ExportRequest, use: UtcpUse): Promise<number> {
  const { program, io } = use;
  const exported = await exportConfigured(request, use).catch(loadingProblem);
  if (exported instanceof GateError) {
    const facts = { version: program.version, directory: io.directory };
    return await writeAnswer(failedAtTheDoor(exported, 'utcp export'), facts, io);
  }
  await new StreamWriter(io.stderr).write(tell(exported, request));
  const text = JSON.stringify(exported.manual, null, 2);
  const answers = new StreamWriter(io.stdout);
  await answers.write(`${io.stdout.isTTY ? terminalSafeJson(text) : text}\n`);
  return answers.failure ? endUndelivered(answers.failure, io) : 0;
}

interface Export extends ExportedManual {
  /** Programs that no template can say exactly: they are tools that run cmdgate, for these reasons. */
  readonly throughGate: readonly LeftOut[];
  /** What the owner should know about the commands that are not there at all. */
  readonly warnings: readonly string[];
}

async function exportConfigured(
  { form, throughGate }: ExportRequest,
  { program, choice, io }: UtcpUse,
): Promise<Export | GateError> {
  const configuration = await loadConfiguration({ file: choice.config, directory: io.directory });
  if (!configuration) {
    return new GateError('VALIDATION_ERROR', 'There is no configuration, so there are no commands to export', {
      hint: 'Create cmdgate.config.json, or name a file with --config',
    });
  }
  const { gate } = await program.open({ ...usual, config: configuration.file }, io);
  try {
    const host = utcpHost(configuration, io.environment);
    const { longestTimeoutMs: timeoutMs, ownVersion: version, warnings } = gate;
    const options = { form, version, timeoutMs, host };
    if (throughGate) {
      const { commands, leftOut } = collectThroughGate(gate, configuration);
      const exported = exportManual(commands, options);
      return { ...exported, leftOut: [...leftOut, ...exported.leftOut], throughGate: [], warnings };
    }
    const programs = await collectPrograms(gate, configuration, host);
    const direct = exportManual(programs.commands, options);
    const unsayable = [...programs.leftOut, ...direct.leftOut];
    const others = collectThroughGate(gate, configuration, (name) => unsayable.some(({ command }) => command === name));
    const sayable = programs.commands.filter(({ command }) => !unsayable.some((one) => one.command === command));
    const exported = exportManual([...sayable, ...others.commands], options);
    const leftOut = [...others.leftOut, ...exported.leftOut, ...programs.functions.map(toFunction)];
    const written = unsayable.filter(({ command }) => !leftOut.some((one) => one.command === command));
    return { ...exported, leftOut, throughGate: written, warnings };
  } finally {
    await gate.close();
  }
}

const toFunction = (command: string): LeftOut => ({
  command,
  reasons: ['it is a function; --through-gate exports it'],
});

function tell({ manual, leftOut, throughGate, notes, warnings }: Export, request: ExportRequest): string {
  const lines = [
    ...warnings.map((warning) => `warning: ${warning}`),
    ...throughGate.map(({ command, reasons }) => `through this gate: ${command} (${reasons.join('; ')})`),
    ...notes.map(({ command, reasons }) => `note: ${command} (${reasons.join('; ')})`),
    ...leftOut.map(({ command, reasons }) => `left out: ${command} (${reasons.join('; ')})`),
  ];
  if (manual.tools.length > throughGate.length && !request.throughGate) {
    const which = throughGate.length > 0 ? 'the other tools' : 'these tools';
    lines.push(
      `Other clients run ${which} without this gate: no policy, no approval, no record. --through-gate keeps all three.`,
    );
  }
  return lines.map((line) => `${terminalSafe(line)}\n`).join('');
}
