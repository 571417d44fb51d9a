import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { removeFromJson, setInJson } from './edit-json.js';

const entry = { path: ['mcpServers', 'desk'], value: { command: 'x', args: ['serve'] }, kind: 'set' as const };
const item = { path: ['permissions', 'deny'], value: 'Bash', kind: 'add' as const };

test.each([
  ['an object of lines', '{\n  "a": 1,\n  "mcpServers": {\n    "other": { "command": "y" }\n  }\n}\n'],
  ['a comment at the end of a line', '{\n\t"mcpServers": {\n\t\t"other": 1 // stays, with a comma\n\t}\n}\n'],
  ['a comment before the end', '{\n  "mcpServers": {\n    "other": 1\n    // the end\n  }\n}\n'],
  ['a comma at the end', '{\n  "mcpServers": {\n    "other": 1,\n  },\n}\n'],
  ['no servers yet', '{\n    "theme": "dark"\n}\n'],
  ['windows lines', '{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "other": 1\r\n  }\r\n}\r\n'],
  ['a list of lines', '{\n  "permissions": {\n    "deny": [\n      "WebFetch"\n    ]\n  }\n}\n'],
])('%s: what is added is there, and removing it gives the text before', (_name, text) => {
  const added = setInJson(text, [entry, item]);

  expect(parse(added)).toMatchObject({ mcpServers: { desk: entry.value } });
  expect(parse(added).permissions.deny).toContain('Bash');
  expect(setInJson(added, [entry, item])).toBe(added);
  expect(removeFromJson(added, [entry, item])).toBe(text);
});

test('what is in one line stays readable, and only ours is removed again', () => {
  const added = setInJson('{ "mcpServers": { "other": 1 } }', [entry]);
  expect(parse(added)).toEqual({ mcpServers: { other: 1, desk: entry.value } });
  expect(parse(removeFromJson(added, [entry]))).toEqual({ mcpServers: { other: 1 } });
});

test('a new file is laid out, and nothing is left of it', () => {
  const made = setInJson('', [entry]);
  expect(made).toBe(`${JSON.stringify({ mcpServers: { desk: entry.value } }, null, 2)}\n`);
  expect(removeFromJson(made, [entry])).toBe('{}\n');
});

test('an entry of ours is replaced where it stands, and one in the middle is taken out', () => {
  const text = '{\n  "mcpServers": {\n    "desk": {},\n    "other": 1\n  }\n}\n';
  const replaced = setInJson(text, [entry]);
  expect(Object.keys(parse(replaced).mcpServers)).toEqual(['desk', 'other']);
  expect(removeFromJson(replaced, [entry])).toBe('{\n  "mcpServers": {\n    "other": 1\n  }\n}\n');
});
