import { expect, test } from 'vitest';
import { commandName, reservedWords } from './names.js';

test('the reserved words are a closed list', () => {
  expect([...reservedWords].sort()).toEqual(
    'approvals audit audit-log check-permissions conformance console contract doctor exec generate-skills handles help manifest mcp-validate policy repl run runs schema serve shell utcp version worker'.split(
      ' ',
    ),
  );
});

test.each(['a', 'calendar', 'x-mycompany-special-tool', 'get_2', 'A', 'constructor'])(
  '%s can be a name (decision 3)',
  (name) => {
    expect(commandName.test(name)).toBe(true);
  },
);

test.each(['', '1a', '-a', '_a', '__proto__', 'a b', 'a.b', 'a\n', 'ä', '*', 'a*', 'a/b'])(
  '%j cannot be a name (decision 3)',
  (name) => {
    expect(commandName.test(name)).toBe(false);
  },
);
