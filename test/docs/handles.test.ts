// What docs/handles.md says about the fields and the arguments of handles is so.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGate } from 'cmdgate';
import { compileTemplate } from 'cmdgate/tool-form';
import { expect, test } from 'vitest';
import { ruleOf } from '../../src/planning/forbidden-names.js';
import { firstColumn, tableRows } from './support/documents.js';

const document = 'docs/handles.md';

/** What the report on a field that does not exist lists as those that do. */
async function knownFields(handle: object): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-docs-'));
  try {
    writeFileSync(join(directory, 'handle.json'), JSON.stringify(handle));
    const gate = await createGate({ config: { handles: ['handle.json'], audit: false }, directory });
    await gate.close();
    return /The fields are: ([^.]+)\./.exec(gate.warnings.join('\n'))?.[1]?.split(', ') ?? [];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

test.each([
  ['Field', { qqqqqqqq: 1 }],
  ['Field of `io`', { io: { qqqqqqqq: 1 } }],
])('the table "%s" has exactly the fields that are read', async (heading, wrong) => {
  const handle = { name: 'one', description: 'One', handler: 'command', command: 'true', ...wrong };

  expect(firstColumn(document, heading).sort()).toEqual((await knownFields(handle)).sort());
});

/** What stands between the backticks of a cell. */
const json = (cell: string) => JSON.parse(cell.slice(1, -1));

const cases = [
  ...tableRows(document, 'List').map(([written = '', ...rest]) => [json(written), ...rest]),
  ...tableRows(document, 'Beside `"$encode": "args"`').map(([written = '', ...rest]) => [
    { ...json(written), $encode: 'args' },
    ...rest,
  ]),
];

test.each(cases)('%j with %s gives %s', (template, given, result) => {
  const compiled = compileTemplate(template);
  if (!compiled.ok) throw compiled.errors[0];
  const vector = compiled.template.renderVector(json(given));

  if (result === 'refused, as any value') expect(vector).toMatchObject({ code: 'INVALID_RESULT' });
  else if (result === 'refused') expect(vector).toMatchObject({ code: 'REFUSED_ARGUMENT' });
  else expect(vector).toEqual(json(result));
});

test('the variables that are named are ruled as the table says', () => {
  const rules = tableRows(document, 'Variables').map(([names = '']) => [
    ...new Set([...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ruleOf(name)?.rule ?? 'free')),
  ]);

  expect(rules).toEqual([['forbidden'], ['literal-only'], ['free']]);
});
