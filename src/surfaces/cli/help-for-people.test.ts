import { expect, test } from 'vitest';
import { standardOptions } from '../../command-line/standard-options.js';
import { variablesRead } from '../../vocabulary/variables.js';
import { optionTable, shortOptionTable, variableTable } from './help-for-people.js';

test('every option of the gate is named once, and no other', () => {
  const { rows, also } = optionTable();
  const named = [...rows.flatMap(([names]) => names.split(', ')), ...also];

  expect(named.sort()).toEqual(['--version', ...[...standardOptions.keys()].map((name) => `--${name}`)].sort());
});

test('short help has what a person types, each an option that there is', () => {
  const { rows, also } = shortOptionTable();

  const names = rows.map(([form]) => /--[\w-]+/.exec(form)?.[0] ?? form);
  expect(also).toEqual([]);
  expect(names.filter((name) => name !== '--version' && !standardOptions.has(name.slice(2)))).toEqual([]);
});

test('variables that are named after the program say what they are for', () => {
  const { rows, also } = variableTable(variablesRead('NOTES'), 'NOTES');

  expect(rows.map(([name]) => name)).toEqual([
    'NOTES_TRACE_ID',
    'NOTES_MAX_OUTPUT_BYTES',
    'NOTES_DEBUG',
    'NOTES_INSTANCE_ID',
  ]);
  expect(also).toEqual(expect.arrayContaining(['TOOL_TRACE_ID', 'CI', 'NO_COLOR', 'HTTPS_PROXY']));
});
