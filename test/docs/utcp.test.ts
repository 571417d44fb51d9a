// What docs/utcp.md says about the fields, the forms, the arguments, the errors and the options is so.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGate } from 'cmdgate';
import { callTool, loadManual } from 'cmdgate/utcp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { utcpErrorName } from '../../src/renderings/utcp.js';
import { templateFields } from '../../src/sources/utcp/read/template-fields.js';
import { errorCodes } from '../../src/vocabulary/error-codes.js';
import { GateError } from '../../src/vocabulary/gate-error.js';
import { ownerCommand } from '../fixtures/owner-command.js';
import { constantIn } from './support/constant-in.js';
import { firstColumn, readDocument, tableRows } from './support/documents.js';
import { interfaceKeys } from './support/interface-keys.js';

const document = 'docs/utcp.md';
const library = 'src/surfaces/library/utcp';

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-docs-')));
  mkdirSync(join(directory, 'notes'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const entryKeys = firstColumn('docs/configuration.md', 'Key').flatMap((key) => {
  const [entry, name, ...inIt] = key.split('.');
  return entry === 'utcp[]' && name !== undefined && inIt.length === 0 ? [name] : [];
});

test.each([
  ['Key of an entry', entryKeys],
  ['Field of a template', [...templateFields, 'call_template_type', 'provider_type']],
  ['Field of a result', interfaceKeys('src/renderings/utcp.ts', 'UtcpResult')],
  [
    'Option of `loadManual`',
    // The last three are those of the configuration.
    [
      ...interfaceKeys(`${library}/manual-settings.ts`, 'LoadOptions'),
      ...['paths', 'relativePrograms', 'continueOnFailure'],
    ],
  ],
  ['Option of `callTool`', interfaceKeys(`${library}/call-tool.ts`, 'CallOptions')],
  [
    'Option of `utcp export`',
    ownerCommand('utcp').parameters.flatMap(({ label, description }) =>
      label.startsWith('--') && description?.startsWith('With export') ? [label] : [],
    ),
  ],
])('the table "%s" has exactly what there is', (heading, names) => {
  expect(names.length).toBeGreaterThan(1);
  expect(firstColumn(document, heading).sort()).toEqual([...names].sort());
});

test('the errors have the names that the codes get', () => {
  const named = Object.keys(errorCodes).map((code) => {
    const error = new GateError(code as keyof typeof errorCodes, 'It failed', { hint: 'Try again' });
    return [utcpErrorName(error), code] as const;
  });
  const rows = tableRows(document, 'Error').map(([name = '', , codes = '']) => ({ name: namesIn(name)[0], codes }));
  const others = rows.pop();

  expect(others).toEqual({ name: 'ExecutionError', codes: 'every other' });
  expect(rows.flatMap(({ name, codes }) => namesIn(codes).map((code) => [name, code])).sort()).toEqual(
    named.filter(([name]) => name !== 'ExecutionError').sort(),
  );
  // They are in the table of the specification.
  expect(rows.slice(0, 3).map(({ name }) => name)).toEqual(['CommandNotFoundError', 'PermissionError', 'TimeoutError']);
});

const namesIn = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

/** What stands between the backticks of a cell. */
const json = (cell: string) => JSON.parse(cell.slice(1, -1));

const inputs = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    max: { type: 'integer' },
    list: { type: 'array', items: { type: 'string' } },
    must: { type: 'string' },
  },
  required: ['must'],
};

test.each(tableRows(document, 'Arguments'))('%s with %s: %s', async (args = '', given = '', result = '') => {
  const template = { call_template_type: 'cli', command: 'true', args: json(args) };
  const manual = { tools: [{ name: 'one', description: 'One', inputs, tool_call_template: template }] };
  writeFileSync(join(directory, 'manual.json'), JSON.stringify(manual));
  const gate = await createGate({ config: { utcp: ['manual.json'], audit: false }, directory });
  try {
    const path = 'manual one';
    const request = { path, input: given === '' ? {} : json(given) };
    const outcome = await gate.run(request, { dryRun: true });
    if (result === 'refused when loaded') {
      expect(outcome).toMatchObject({ error: { code: 'COMMAND_NOT_FOUND' } });
    } else if (result === 'refused') {
      const [, blamed] = /\$\{(\w+)\}/.exec(args) ?? [];
      expect(outcome).toMatchObject({ error: { details: [{ field: `--${blamed}` }] } });
    } else expect(outcome).toMatchObject({ data: { would_run: { args: json(result) } } });
  } finally {
    await gate.close();
  }
});

test('the forms are those that are told apart', async () => {
  const common = { description: 'One', inputs: { type: 'object' } };
  const manual = await loadManual({
    tools: [
      { ...common, name: 'a', tool_call_template: { call_template_type: 'cli', command: 'true' } },
      { ...common, name: 'b', tool_call_template: { call_template_type: 'cli', commands: [{ command: 'true' }] } },
      { ...common, name: 'c', tool_call_template: { call_template_type: 'cli', command_name: 'true' } },
      { ...common, name: 'd', tool_provider: { provider_type: 'cli', command_name: 'true' } },
    ],
  });
  expect([...manual.tools.map(({ form }) => form)]).toEqual(firstColumn(document, 'Form'));
});

test('a step gets what another printed without the line breaks at its end, as one value', async () => {
  const printed = "printf 'a  b\\n\\n'";
  const commands = [{ command: printed }, { command: "printf '<%s>' $CMD_0_OUTPUT" }];
  const template = { call_template_type: 'cli', commands };
  const manual = await loadManual({ tools: [{ name: 'one', description: 'One', tool_call_template: template }] });
  try {
    expect((await callTool(manual, 'one')).stdout).toBe('<a  b>');
  } finally {
    await manual.close();
  }
});

test('the order of variables is as it is said', async () => {
  const names = ['FIRST', 'SECOND', 'THIRD'];
  const written = names.map((name) => [name, `\${${name}}`]);
  const template = { call_template_type: 'cli', command: 'env', environment: Object.fromEntries(written) };
  const first = { type: 'object', properties: { FIRST: { type: 'string' } }, required: ['FIRST'] };
  const tool = { name: 'one', description: 'One', inputs: first, tool_call_template: template };
  writeFileSync(join(directory, 'manual.json'), JSON.stringify({ tools: [tool] }));
  const gate = await createGate({
    config: {
      // Values this short are not taken out of what is printed.
      utcp: [
        { variables: { FIRST: 'all', SECOND: 'all', THIRD: 'all' } },
        { file: 'manual.json', variables: { FIRST: 'own', SECOND: 'own' }, environment: ['THIRD'] },
      ],
      audit: false,
    },
    directory,
    environment: { ...process.env, FIRST: 'env', SECOND: 'env', THIRD: 'env' },
  });
  try {
    expect(gate.warnings).toEqual([]);
    const outcome = await gate.run({ path: 'manual one', input: { FIRST: 'in' } });
    const { stdout } = (outcome.status === 'completed' ? outcome.data : {}) as { stdout?: string };
    expect(
      stdout
        ?.trim()
        .split('\n')
        .filter((line) => !/^(?:PATH|PWD)=/.test(line))
        .sort(),
    ).toEqual(['FIRST=in', 'SECOND=own', 'THIRD=all']);
  } finally {
    await gate.close();
  }
});

test('the numbers are those of the source', () => {
  const text = readDocument(document);
  const printed = constantIn('src/execution/process/output/step-streams.ts', 'longestPrinted');

  expect(text).toContain(`at most ${printed / 1_024} KiB`);
  expect(constantIn('src/vocabulary/secrets.ts', 'shortestInside')).toBe(4);
  expect(text).toContain('four characters or more');
  expect(constantIn('src/sources/utcp/read/read-specification.ts', 'defaultTimeoutMs')).toBe(30_000);
});
