import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { allChecks } from '../../packages/checks/src/conformance/checks/all-checks.js';

test('docs/conformance.md lists exactly the checks of the code', async () => {
  const text = await readFile(new URL('../../docs/conformance.md', import.meta.url), 'utf8');

  const rows = text.split('\n').filter((line) => /^\| `\w+\./.test(line));

  expect(rows).toEqual(
    allChecks.map(
      ({ id, level, severity, section, title }) => `| \`${id}\` | ${level} | ${severity} | ${section} | ${title} |`,
    ),
  );
});

test('every check names its category and a place in the specification', () => {
  for (const { id, category, section } of allChecks) {
    expect(id).toMatch(new RegExp(`^${category}\\.[a-z-]+$`));
    expect(section).toMatch(/^(\d+(\.\d+)*|Appendix [AB])(, (\d+(\.\d+)*|Appendix [AB]))*$/);
  }
});
