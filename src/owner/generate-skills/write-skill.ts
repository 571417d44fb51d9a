// One command → the file by which an agent learns to use it.
import { describeExitCodes } from '../../registry/describe-exit-codes.js';
import { inputSchemaOf } from '../../registry/describe-schema.js';
import { usageLine } from '../../registry/usage.js';
import type { Command } from '../../vocabulary/command.js';
import type { Tool } from './tool.js';

export function writeSkill(command: Command, tool: Tool): string {
  const name = command.path.join(' ');
  // JSON is YAML, and needs no thought about quotes.
  const frontMatter = {
    name: [tool.name, ...command.path].join('-').toLowerCase(),
    description: command.description,
    version: tool.version,
    command: name,
    args: inputSchemaOf(command),
  };
  return [
    '---',
    ...Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    '---',
    '',
    `# ${name}`,
    '',
    command.description,
    '',
    '## Usage',
    '',
    ...code([`${tool.prefix} ${usageLine(command)}`]),
    '',
    '## Examples',
    '',
    ...code(exampleLines(command, tool)),
    '',
    '## Guardrails',
    '',
    ...guardrails(command).map((rule) => `- ${rule}`),
    '',
    '## Exit codes',
    '',
    ...Object.entries(describeExitCodes(command)).map(
      ([exitCode, { description, retryable }]) => `- ${exitCode}: ${description}${retryable ? '. Can be retried' : ''}`,
    ),
    '',
  ].join('\n');
}

const fewestExamples = 3;

/** Those of its author, and as many others as are needed; each can be run as it stands. */
function exampleLines({ path, examples }: Command, { prefix }: Tool): readonly string[] {
  const name = path.join(' ');
  const first = examples[0];
  const general = [
    ...(first === undefined ? [] : [`${first} --validate-only`]),
    `${name} --schema`,
    `${name} --help`,
    `${name} --schema --format json`,
  ];
  const lines = [...examples, ...general.slice(0, Math.max(0, fewestExamples - examples.length))];
  return lines.map((line) => `${prefix} ${line}`);
}

function guardrails({ danger, contract = {} }: Command): readonly string[] {
  const { requiredScopes = [], deprecated, safeDefault, lists } = contract;
  return [
    dangerRule[danger],
    ...(safeDefault ? ['Without `--live` it only shows what it would do.'] : []),
    ...(lists ? ['It returns one page at a time: `--limit` and `--cursor` read the rest.'] : []),
    ...(requiredScopes.length > 0 ? [`It needs the scopes ${requiredScopes.join(', ')}.`] : []),
    ...(deprecated ? [`Deprecated since ${deprecated.since}. ${insteadOf(deprecated.replacement)}`] : []),
    'All problems of a request are reported at once, before anything happens: fix all of them.',
  ];
}

function insteadOf(replacement: string | undefined): string {
  return replacement === undefined ? 'It will be removed.' : `Use \`${replacement}\`.`;
}

const dangerRule = {
  safe: 'It is read-only and can be repeated safely.',
  mutating:
    'It changes something. Check with `--dry-run` first, and add an `--idempotency-key` if you might repeat the call.',
  destructive:
    'It is destructive. Check with `--dry-run` first; it may ask a person or require `--confirm-destructive`.',
} as const;

function code(lines: readonly string[]): readonly string[] {
  return ['```sh', ...lines, '```'];
}
