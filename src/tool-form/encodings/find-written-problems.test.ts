import { expect, test } from 'vitest';
import { compileTemplate } from '../compile-template.js';
import type { Value } from '../value.js';

/** The places that are reported before there are any arguments. */
function placesOf(template: Value): readonly string[] {
  const compiled = compileTemplate({ $encode: 'args', ...(template as object) });
  return compiled.ok ? [] : compiled.errors.map(({ pointer }) => pointer);
}

const x = { $: 'x' };

test('names that can never be right are all reported before anything runs', () => {
  expect(
    placesOf({
      'a.txt': x,
      run: { '---y': x, $$args: [x], 8080: x, ok: [{ './z': x }] },
      one: { $args: [x], '-v': true },
      two: { $flags: { '': x, v: x }, $repeat: { v: [x] } },
      three: { $repeat: { v: x } },
      four: { $when: 'x', $y: x },
      five: { $if: 'x', $then: { 'b c': x }, $else: { fine: x } },
      six: { $each: 'x[*]', $as: 'i', 'd.e': { $: 'i' } },
      seven: { x: { $spread: { 'f.g': x } } },
    }),
  ).toEqual([
    ...[
      '/a.txt',
      '/run/8080',
      '/run/---y',
      '/run/$$args',
      '/run/ok/0/.~1z',
      '/one/$args',
      '/two/$flags',
      '/two/$repeat',
    ],
    ...['/three/$repeat/v', '/four/$y', '/five/$then/b c', '/six/d.e', '/seven/x/$spread/f.g'],
  ]);
});

test('what can be right is left alone', () => {
  expect(
    placesOf({
      run: { '-v': x, '--name=': x, '--': x, word: null },
      flags: { $flags: { v: x, 'name=': x, 'not a flag': { $spread: { '-w': true } } } },
      any: { 'not a name': { $spread: { '-a': true } }, '-b': true },
      joined: { 'a.b': x, $join: ',' },
      encoded: { $encode: 'json', 'a.b': x },
      used: { $use: { 'a.b': x }, $encode: 'urlencoded' },
      exact: { $args: [x, '--'] },
      when: { $when: 'x', $args: ['-v'] },
      each: { $each: 'x[*]', $as: 'i', $value: { '-f': { $: 'i' } } },
      condition: { $if: { $: 'x' }, $then: '-', $else: null },
      comment: { $comment: 'a', $meta: { 'b c': 1 }, '-c': true },
    }),
  ).toEqual([]);
});
