// AGENTS.md: how an agent uses the program, whichever of its commands it runs.
import { standardOptions } from '../../command-line/standard-options.js';
import type { Tool } from './tool.js';

/** The options that keep it from waiting for a person, as far as there are such. */
const unattended: Readonly<Record<string, string>> = {
  yes: 'answers questions of a command with yes',
  'non-interactive': 'exits with 4 where a command would ask something',
  'confirm-destructive': 'lets a destructive command run',
  'dry-run': 'tells what would happen, and does nothing',
  quiet: 'prints nothing but the answer',
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
    `\`${tool.prefix} <command> [options]\`. Off a terminal every answer is one JSON document on stdout: ok, data, error, warnings, meta.`,
    '',
    '## Non-Interactive Flags',
    '',
    'Off a terminal nothing is asked, paged or coloured.',
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
    "Arguments are options and words. `--input '{…}'` gives them as one JSON object, `--input-file <path>` reads it from a file.",
    'A secret is given with `--<name>-from-env` or `--<name>-from-file`, not on the command line.',
    '',
  ].join('\n');
}
