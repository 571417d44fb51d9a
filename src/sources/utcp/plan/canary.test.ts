// Every place of a placeholder, and values that want to be more than a value: each arrives as it is, or is refused, and
// none ever makes the file `canary`.

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson } from '../../../documents/parse-json.js';
import { GateError } from '../../../vocabulary/gate-error.js';
import { loadManuals } from '../load-manuals.js';
import { strictestOptions } from '../tool.js';
import { utcpCommands } from '../utcp-command.js';
import { newWorkspace, plainHost, planInput, runList } from './test-helpers.js';

const outside = join(tmpdir(), `canary-${process.pid}`);

const hostile = [
  '$(touch canary)',
  '`touch canary`',
  '; touch canary',
  '& touch canary #',
  '| touch canary',
  "'; touch canary; '",
  '"; touch canary; "',
  '"$(touch canary)"',
  `'"$(touch canary)"'`,
  `\${HOME}`,
  '$HOME',
  '*',
  '~',
  'one\ntouch canary',
  '-rf',
  '-',
  '--output=canary',
  '+x',
  '../canary',
  'sub/../../canary',
  '..',
  outside,
  'a\0b',
  'UTCP_ARG_value_UTCP_END',
  '$CMD_0_OUTPUT',
  `\${CMD_0_OUTPUT}`,
  `\${value}`,
  '$1',
  '%s%n',
  '\\',
  '',
  ' two  words ',
];

const placeholder = `\${value}`;
const argument = 'UTCP_ARG_value_UTCP_END';
const lines = (...commands: readonly string[]) => ({ commands: commands.map((command) => ({ command })) });

interface Place {
  readonly template: object;
  /** What the last step prints where the value has arrived. */
  readonly expected: (value: string, workspace: string) => string;
}

const places: Readonly<Record<string, Place>> = {
  'a whole argument': { template: { command: 'printf', args: ['%s', placeholder] }, expected: (value) => value },
  'behind --': { template: { command: 'printf', args: ['%s', '--', placeholder] }, expected: (value) => `--${value}` },
  'inside of an argument': {
    template: { command: 'printf', args: ['%s', `<${placeholder}>`] },
    expected: (value) => `<${value}>`,
  },
  'behind a =': {
    template: { command: 'printf', args: ['%s', `--name=${placeholder}`] },
    expected: (value) => `--name=${value}`,
  },
  'the name of a file': {
    template: { command: 'touch', args: [`made-${placeholder}`] },
    expected: () => '',
  },
  'the working directory': {
    template: { command: 'pwd', working_directory: placeholder },
    expected: (value, workspace) => `${join(workspace, value)}\n`,
  },
  'a variable of the program': {
    template: { command: 'printenv', args: ['GIVEN'], environment: { GIVEN: placeholder } },
    expected: (value) => `${value}\n`,
  },
  'the older form': {
    template: { command_name: 'printf %s%s' },
    expected: (value) => `--value${value}`,
  },
  'a word of a line': { template: lines(`printf %s ${argument}`), expected: (value) => value },
  'a quoted word of a line': { template: lines(`printf %s "<${argument}>"`), expected: (value) => `<${value}>` },
  'a word in single quotes': { template: lines(`printf %s '<${argument}>'`), expected: (value) => `<${value}>` },
  'a directory of a line': {
    template: lines(`cd ${argument}`, 'pwd'),
    expected: (value, workspace) => `${join(workspace, value)}\n`,
  },
  'the output of a step': {
    template: lines(`printf %s ${argument}`, 'printf %s $CMD_0_OUTPUT'),
    expected: (value) => value,
  },
  'the output of a step inside of an argument': {
    template: lines(`printf %s ${argument}`, 'printf %s "<$CMD_0_OUTPUT>"'),
    expected: (value) => `<${value}>`,
  },
  'the output of a step as a directory': {
    template: lines(`printf %s ${argument}`, 'cd $CMD_0_OUTPUT', 'pwd'),
    expected: (value, workspace) => `${join(workspace, value)}\n`,
  },
  'a script': { template: lines(`printf %s ${argument} | cat`), expected: (value) => value },
  'a script, in double quotes': {
    template: lines(`printf %s "<${argument}>" | cat`),
    expected: (value) => `<${value}>`,
  },
  'a script, in single quotes': {
    template: lines(`printf %s '<${argument}>' | cat`),
    expected: (value) => `<${value}>`,
  },
  'a script, as the output of a step': {
    template: lines(`printf %s ${argument}`, 'printf %s "$CMD_0_OUTPUT" | cat'),
    expected: (value) => value,
  },
  'a script of the specification': {
    template: { command: 'printf', args: ['%s', placeholder, '|', 'cat'], shell: true },
    expected: (value) => value,
  },
};

function load(template: object) {
  const tool = {
    name: 'it',
    description: 'x',
    inputs: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
    tool_call_template: { call_template_type: 'cli', ...template },
  };
  const options = { ...strictestOptions, mayUseShell: () => true };
  const document = parseJson(JSON.stringify({ tools: [tool] }));
  const loaded = loadManuals([{ name: 'manual', origin: 'x.json', document, options, isFile: true }], plainHost);
  const [command] = utcpCommands(loaded.manuals, plainHost).commands;
  if (!command?.plan) throw new Error(JSON.stringify(loaded.problems));
  return command;
}

test.each(Object.entries(places))(
  'as %s, a value arrives as it is or is refused',
  (_, { template, expected }) => {
    const command = load(template);
    let arrived = 0;
    for (const value of hostile) {
      const above = newWorkspace();
      const workspace = join(above, 'workspace');
      mkdirSync(join(workspace, 'sub'), { recursive: true });
      if (!value.includes('\0') && !value.includes('/') && value !== '')
        mkdirSync(join(workspace, value), { recursive: true });
      const plan = planInput(command, { value }, { workspace });
      if (!(plan instanceof GateError)) {
        const { printed, error } = runList(plan);
        if (error === undefined) {
          expect([value, printed.at(-1)]).toEqual([value, expected(value, workspace)]);
          arrived++;
        }
      }
      expect([value, existsSync(join(workspace, 'canary')), readdirSync(above)]).toEqual([value, false, ['workspace']]);
      expect([value, existsSync(outside)]).toEqual([value, false]);
    }
    // Were all of them refused, this would say nothing.
    expect(arrived).toBeGreaterThanOrEqual(15);
  },
  120_000,
);
