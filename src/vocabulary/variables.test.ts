import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { variablesRead } from './variables.js';

const source = fileURLToPath(new URL('..', import.meta.url));

test('every variable that the source reads by its name is listed', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    // What programs do with variables is the policy's business, and none of ours is read there.
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('policy/'),
  );
  const read = files.flatMap((file) =>
    [...readFileSync(`${source}/${file}`, 'utf8').matchAll(/\b(?:env|environment)\.([A-Z][A-Z0-9_]+)\b/g)].map(
      ([, name]) => name as string,
    ),
  );
  expect(read).toContain('NO_COLOR');
  expect(read.filter((name) => !Object.hasOwn(variablesRead('TOOL'), name))).toEqual([]);
});

test('those of a program have its prefix', () => {
  expect(Object.keys(variablesRead('OFFICE'))).toEqual(
    expect.arrayContaining(['OFFICE_TRACE_ID', 'OFFICE_MAX_OUTPUT_BYTES', 'TOOL_TRACE_ID']),
  );
});
