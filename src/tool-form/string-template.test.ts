import { expect, test } from 'vitest';
import { render } from './test-helpers.js';

test('expressions are inserted: strings as they are, nothing for undefined, JSON for the rest', () => {
  const values = { s: 'x', n: 1, b: false, z: null, a: [1, 'b'], o: { k: 'v' } };
  expect(render('{{s}} {{ n }}{{b}} {{z}}|{{missing}}|{{a}} {{o}} {{a|length}}', values)).toBe(
    'x 1false null||[1,"b"] {"k":"v"} 2',
  );
  expect(render('{{n}}', values)).toBe('1');
  expect(render('{{}}', 'all')).toBe('all');
});

test('braces and backslashes are escaped; single braces are text', () => {
  expect(render('\\{\\{x\\}\\} \\\\ {x} }{', {})).toBe('{{x}} \\ {x} }{');
  expect(render("{{['}}']}}", { '}}': 'in' })).toBe('in');
});

test.each(['{{x', 'x}}', '\\n', '\\', '{{x}', '{{{x}}}', '{{x y}}', '{{x | nope}}'])('%j is refused', (template) => {
  expect(render({ place: [template] }, { x: 1 })).toBe('INVALID_TEMPLATE /place/0');
});

test('what an argument holds is never a template', () => {
  const values = { x: '{{secret}}', secret: 'hidden', object: { $: 'secret' } };
  expect(render('{{x}}', values)).toBe('{{secret}}');
  expect(render({ $: 'object' }, values)).toEqual({ $: 'secret' });
  expect(render({ $: 'x' }, values)).toBe('{{secret}}');
  expect(render({ $use: [{ $: 'x' }], $join: ',' }, values)).toBe('{{secret}}');
});
