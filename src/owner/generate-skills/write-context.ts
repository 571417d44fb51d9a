// CONTEXT.md: what the program is for, and where an agent reads on.
import type { Tool } from './tool.js';

export function writeContext(tool: Tool): string {
  const { name, version, description, prefix, commands } = tool;
  return [
    `<!-- cli-version: ${version} -->`,
    `# ${name}`,
    '',
    description,
    '',
    '## Commands',
    '',
    ...commands.map(({ path, description: what, danger }) => `- \`${path.join(' ')}\` (${danger}): ${what}`),
    '',
    '## How to use it',
    '',
    `- \`${prefix} help\` lists the commands, \`${prefix} manifest\` describes all of them in one document.`,
    '- Exit code 0 is success, 2 means that the request is wrong and nothing happened, 11 and 12 can be retried.',
    "- An error's `hint` says what to do next; `details` lists every problem.",
    '- Each command has a file SKILL-<command>.md next to this one.',
    '',
  ].join('\n');
}
