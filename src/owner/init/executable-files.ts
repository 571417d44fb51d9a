// What `init --start executable` writes: a package with a command line of its own, its test and its README, as texts.

import { packageVersion } from '../../version.js';
import type { PlannedFile } from './plan-files.js';

export function executableFiles(name: string): readonly PlannedFile[] {
  return [
    { path: 'package.json', text: packageText(name), about: 'the package: npm install, npm test' },
    { path: 'tsconfig.json', text: compilerText, about: 'TypeScript, strict' },
    { path: 'src/cli.ts', text: cliText(name), about: 'the executable' },
    { path: 'src/tasks.ts', text: tasksText, about: 'its commands: list, add and remove tasks' },
    { path: 'src/cli.test.ts', text: testText, about: 'tests that start it' },
    { path: 'README.md', text: readmeText(name), about: 'how to build, use and complete it' },
    { path: '.gitignore', text: 'node_modules/\ndist/\ntasks.json\n', about: 'what git leaves out' },
  ];
}

/** An npm name has no capitals. */
function packageText(name: string): string {
  return toText({ name: name.toLowerCase(), version: '0.1.0', private: true, ...packageAddition(name) });
}

/** What a package that is there already needs, too. */
export function packageAddition(name: string) {
  return {
    type: 'module',
    bin: { [name]: 'dist/cli.js' },
    files: ['dist', '!dist/**/*.test.*'],
    engines: { node: '>=20.19' },
    scripts: { build: 'tsc', prepare: 'tsc', test: 'tsc && node --test dist/cli.test.js' },
    dependencies: { cmdgate: `^${packageVersion}` },
    devDependencies: { '@types/node': '^20.19.0', typescript: '^6.0.0' },
  };
}

const compilerText = toText({
  compilerOptions: {
    ...{ target: 'es2023', module: 'nodenext', rootDir: 'src', outDir: 'dist', types: ['node'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
  },
  include: ['src'],
});

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function cliText(name: string): string {
  return `#!/usr/bin/env node
import { runCli } from 'cmdgate';
import { add, list, remove } from './tasks.js';

await runCli({
  name: '${name}',
  version: '0.1.0',
  description: 'Keep a list of tasks',
  commands: { list, add, remove },
});
`;
}

const tasksText = `import { readFile } from 'node:fs/promises';
import { CommandError, type Context, defineCommand } from 'cmdgate';

// The tasks are in tasks.json, in the current directory. Replace them with what your program is about.
const file = 'tasks.json';

interface Task {
  id: number;
  title: string;
  priority: string;
}

async function readTasks(context: Context): Promise<Task[]> {
  const text = await readFile(context.resolvePath(file), 'utf8').catch(() => '[]');
  return JSON.parse(text) as Task[];
}

const priorities = ['low', 'normal', 'high'] as const;

export const list = defineCommand({
  description: 'List the tasks',
  danger: 'safe',
  arguments: [{ name: '--priority', type: 'string', enum: priorities, description: 'Only tasks of this priority' }],
  examples: ['list --priority high'],
  handler: async ({ priority }, context) => {
    const tasks = await readTasks(context);
    return tasks.filter((task) => priority === undefined || task.priority === priority);
  },
});

export const add = defineCommand({
  description: 'Add a task',
  danger: 'mutating',
  arguments: [
    { name: 'title', type: 'string', required: true, path: false, description: 'What is to be done' },
    { name: '--priority', type: 'string', enum: priorities, default: 'normal', description: 'How urgent it is' },
  ],
  examples: ['add "Buy milk" --priority high'],
  handler: async ({ title, priority }, context) => {
    const tasks = await readTasks(context);
    const task = { id: (tasks.at(-1)?.id ?? 0) + 1, title, priority };
    await context.writeFile(file, JSON.stringify([...tasks, task], null, 2));
    return { effect: 'created', ...task };
  },
});

export const remove = defineCommand({
  description: 'Remove a task',
  // At a terminal it asks first. In a script it needs --yes, and for an agent a person has to approve it.
  danger: 'destructive',
  dryRun: true,
  confirm: ({ id }) => \`Remove task \${id}?\`,
  arguments: [{ name: 'id', type: 'integer', required: true, description: 'Its number, as list shows it' }],
  examples: ['remove 1'],
  handler: async ({ id }, context) => {
    const tasks = await readTasks(context);
    const removed = tasks.find((task) => task.id === id);
    if (!removed) throw new CommandError('NOT_FOUND', \`There is no task \${id}\`, { hint: 'list shows all tasks' });
    const rest = tasks.filter((task) => task !== removed);
    if (!context.dryRun) await context.writeFile(file, JSON.stringify(rest, null, 2));
    return { effect: context.dryRun ? 'would_delete' : 'deleted', ...removed };
  },
});
`;

const testText = `import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('cli.js', import.meta.url));

/** Starts the executable as a script does: one JSON document on stdout. */
function run(cwd: string, ...words: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [cli, ...words], { cwd, encoding: 'utf8' });
  const { data, error } = JSON.parse(stdout);
  return { status, data, error };
}

test('tasks are added, listed and removed', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'tasks-'));
  try {
    assert.equal(run(cwd, 'add', 'Buy milk', '--priority', 'high').status, 0);
    assert.deepEqual(run(cwd, 'list').data, [{ id: 1, title: 'Buy milk', priority: 'high' }]);
    assert.equal(run(cwd, 'remove', '1').status, 2);
    assert.equal(run(cwd, 'remove', '1', '--yes').data.effect, 'deleted');
    assert.deepEqual(run(cwd, 'list').data, []);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

test('a wrong value is refused, and the right ones are named', () => {
  const { status, error } = run('.', 'list', '--priority', 'hihg');
  assert.equal(status, 2);
  assert.match(error.hint, /low, normal, high/);
});
`;

function readmeText(name: string): string {
  return `# ${name}

\`\`\`sh
npm install
npm test
npm link # puts ${name} on the PATH
${name} add "Buy milk" --priority high
${name} list
${name} --help
\`\`\`

At a terminal, answers are tables and text. In a pipe they are JSON, and \`--format csv\`, \`yaml\` and others choose another form.

Completion: \`source <(${name} completion bash)\`, or \`zsh\`, or \`${name} completion fish | source\`.

For an AI agent: \`${name} serve\` offers the same commands over MCP. This in \`.mcp.json\` of a project connects it to Claude Code; Cursor reads the same from \`.cursor/mcp.json\`:

\`\`\`json
{ "mcpServers": { "${name}": { "command": "${name}", "args": ["serve"] } } }
\`\`\`
`;
}
