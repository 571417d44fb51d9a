// AGENTS.md: how an agent uses the program, whichever of its commands it runs.
import { standardOptions } from '../../command-line/standard-options.js';
import type { Tool } from './tool.js';

/** The options that keep it from waiting for a person, as far as there are such. */
const unattended: Readonly<Record<string, string>> = {
  yes: "answers a command's questions with yes",
  'non-interactive': 'exits with 4 instead of asking a question',
  'confirm-destructive': 'lets a destructive command run',
  'dry-run': 'shows what would happen without changing anything',
  quiet: 'prints only the answer',
};

export function writeAgents(tool: Tool): string {
  const flags = Object.entries(unattended).filter(([name]) => standardOptions.has(name));
  const own = Object.assign({}, ...tool.commands.map(({ contract }) => contract?.environment)) as Tool['variables'];
  return [
    `<!-- cli-version: ${tool.version} -->`,
    `# AGENTS.md — ${tool.name}`,
    '',
    tool.description,
    '',
    '## Canonical Invocation',
    '',
    `\`${tool.prefix} <command> [options]\`. Without a terminal, every answer is one JSON document on stdout: ok, data, error, warnings, meta.`,
    '',
    '## Non-Interactive Flags',
    '',
    'Without a terminal, there are no prompts, pagers or colours.',
    '',
    ...flags.map(([name, meaning]) => `- \`--${name}\`: ${meaning}`),
    '',
    '## Environment Variables',
    '',
    ...Object.entries({ ...tool.variables, ...own }).map(
      ([name, meaning]) => `- \`${name}\` (string, optional): ${meaning}`,
    ),
    '',
    '## Input Conventions',
    '',
    "Arguments are options (`--name value`) and positional values. `--input '{…}'` passes them as one JSON object, `--input-file <path>` reads it from a file.",
    'Pass a secret with `--<name>-from-env` or `--<name>-from-file`, not on the command line.',
    '',
  ].join('\n');
}
