import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { variablesRead } from './variables.js';

const source = fileURLToPath(new URL('..', import.meta.url));

/** Variables of programs, of a shell that would run a line, and of the clients that `connect` sets up: none of ours. */
const othersVariables = /^(?:policy|sources\/shell\/line|owner\/connect)\//;

test('every variable that the source reads by its name is listed', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !othersVariables.test(file),
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
