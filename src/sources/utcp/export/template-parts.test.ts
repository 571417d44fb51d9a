import { expect, test } from 'vitest';
import type { Value } from '../../../tool-form/value.js';
import { joinTexts, templateParts } from './template-parts.js';

test.each<[Value, unknown]>([
  ['plain', ['plain']],
  ['', []],
  ['{{name}}', [{ name: 'name' }]],
  ['{{ .name }}', [{ name: 'name' }]],
  ['{{ $.name }}', [{ name: 'name' }]],
  ['--text={{text}}!', ['--text=', { name: 'text' }, '!']],
  ['{{a}}{{b}}', [{ name: 'a' }, { name: 'b' }]],
  ['\\{\\{name\\}\\} \\\\', ['{{name}} \\']],
  ['a{b}c', ['a{b}c']],
  [{ $: 'name' }, [{ name: 'name' }]],
  ['{{name | length}}', undefined],
  ['{{user.name}}', undefined],
  ['{{names[0]}}', undefined],
  [{ $: 'name', $transform: 'upper' }, undefined],
  [{ $: 'user.name' }, undefined],
  [{ $use: 'text' }, undefined],
  [3, undefined],
  [null, undefined],
])('%j is text with arguments in it, or more than UTCP can say', (template, expected) => {
  const parts = templateParts(template)?.map((part) =>
    part.kind === 'text' ? part.text : { name: part.kind === 'input' && part.name },
  );
  expect(parts).toEqual(expected);
});

test('parts that mean the same are the same', () => {
  expect(
    joinTexts([
      { kind: 'text', text: '' },
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b' },
      { kind: 'input', name: 'x' },
      { kind: 'text', text: '' },
    ]),
  ).toEqual([
    { kind: 'text', text: 'ab' },
    { kind: 'input', name: 'x' },
  ]);
});
