// `generate-skills`: files by which agents learn to use the commands, made from what is declared about them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toReason } from '../../documents/to-reason.js';
import { isListed } from '../../registry/describe-help.js';
import { giveReport } from '../../terminal/give-report.js';
import { prefixOf } from '../../terminal/own-variables.js';
import { CommandError, type GateError } from '../../vocabulary/gate-error.js';
import { variablesRead } from '../../vocabulary/variables.js';
import type { Invocation } from '../executable.js';
import type { GateCall } from '../owner-command.js';
import type { Tool } from './tool.js';
import { writeAgents } from './write-agents.js';
import { writeContext } from './write-context.js';
import { writeSkill } from './write-skill.js';

/** How the files about the whole program begin. */
const ownMark = '<!-- cli-version: ';

interface Written {
  readonly path: string;
  readonly [about: string]: string;
}

export async function generateSkills(call: GateCall): Promise<number> {
  const { program, io, input, standard, refuse } = call;
  const directory = String(input['output-dir']);
  let skills: readonly Written[];
  try {
    const foreign = findForeign(resolve(io.directory, directory));
    if (foreign.length > 0) return await refuse(notOurs(foreign.map((name) => join(directory, name))));
    skills = writeAll(toolOf(call), directory, io.directory);
  } catch (error) {
    const message = `The files cannot be written to ${directory} (${toReason(error)})`;
    const hint = 'Name a writable directory with --output-dir';
    return await refuse(new CommandError('FILE_NOT_WRITABLE', message, { hint, exitCode: 4 }));
  }
  return await giveReport(
    { command: 'generate-skills', data: { skills }, toLines: () => skills.map(({ path }) => path) },
    standard,
    program,
    io,
  );
}

/** Those that have the names of ours and were not made here: somebody may have written them by hand. */
function findForeign(directory: string): readonly string[] {
  return ['CONTEXT.md', 'AGENTS.md'].filter((name) => {
    try {
      return !readFileSync(join(directory, name), 'utf8').startsWith(ownMark);
    } catch {
      return false;
    }
  });
}

function notOurs(paths: readonly string[]): GateError {
  return new CommandError('FILE_EXISTS', `These files exist and were not generated: ${paths.join(', ')}`, {
    hint: 'Choose another directory with --output-dir, or move the files away',
    exitCode: 6,
    details: paths.map((path) => ({
      code: 'FILE_EXISTS',
      field: '--output-dir',
      message: `${path} would be overwritten`,
    })),
  });
}

function toolOf({ program, workspace: { gate }, caller }: Invocation): Tool {
  return {
    name: program.direct ? program.name : gate.name,
    version: program.version,
    description: program.direct ? program.description : gate.description,
    prefix: program.direct ? program.name : `${program.name} run`,
    commands: gate.registry.commands.filter((command) => isListed(command) && gate.mayRun(caller, command)),
    variables: variablesRead(prefixOf(program.name)),
  };
}

function writeAll(tool: Tool, directory: string, from: string): readonly Written[] {
  mkdirSync(resolve(from, directory), { recursive: true });
  const write = (name: string, text: string, about: Readonly<Record<string, string>>): Written => {
    const path = join(directory, name);
    writeFileSync(resolve(from, path), text);
    return { path, ...about };
  };
  return [
    write('CONTEXT.md', writeContext(tool), { type: 'context' }),
    write('AGENTS.md', writeAgents(tool), { type: 'agents' }),
    ...tool.commands.map((command) =>
      write(`SKILL-${command.path.join('.')}.md`, writeSkill(command, tool), {
        command: command.path.join(' '),
        format: 'markdown',
      }),
    ),
  ];
}
