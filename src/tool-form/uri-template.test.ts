import { expect, test } from 'vitest';
import { render } from './test-helpers.js';

const values = {
  var: 'value',
  hello: 'Hello World!',
  path: '/foo/bar',
  empty: '',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  x: 1024,
  half: '50%',
  user: { id: 'a/b' },
  none: null,
  nothing: [],
};

// The examples of RFC 6570, section 3.2.
test.each([
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{half}', '50%25'],
  ['O{empty}X', 'OX'],
  ['O{none}X{missing}{nothing}', 'OX'],
  ['{x,hello}', '1024,Hello%20World%21'],
  ['{var:3}', 'val'],
  ['{list}', 'red,green,blue'],
  ['{list*}', 'red,green,blue'],
  ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
  ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
  ['{+hello}', 'Hello%20World!'],
  ['{+half}', '50%25'],
  ['{+path}/here', '/foo/bar/here'],
  ['{+path:6}/here', '/foo/b/here'],
  ['{+keys*}', 'semi=;,dot=.,comma=,'],
  ['{#path,x}', '#/foo/bar,1024'],
  ['X{.list*}', 'X.red.green.blue'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{/var:1,var}', '/v/value'],
  ['{;x,empty}', ';x=1024;empty'],
  ['{;list*}', ';list=red;list=green;list=blue'],
  ['{?x,empty}', '?x=1024&empty='],
  ['{?list}', '?list=red,green,blue'],
  ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['/users/{user.id}', '/users/a%2Fb'],
])('%s', (template, expected) => {
  expect(render({ $uri: template }, values)).toBe(expected);
});

test('a property beside it says where a variable is read', () => {
  expect(render({ $uri: '/u/{id}', id: 'user.id | length' }, values)).toBe('/u/3');
});

test.each(['{keys:1}', '{+keys:1}', '{?list:2}', '{/list:3}'])('%s asks for the beginning of no text', (template) => {
  expect(render({ $uri: template }, values)).toBe('INVALID_RESULT /$uri');
});

test('what is wrong with it is refused', () => {
  expect(render({ $uri: 5 })).toBe('INVALID_TEMPLATE /$uri');
  expect(render({ $uri: '/{a' })).toBe('INVALID_TEMPLATE /$uri');
  expect(render({ $uri: '/{a b}' })).toBe('INVALID_TEMPLATE /$uri');
  expect(render({ $uri: '/{a}', a: 5 })).toBe('INVALID_TEMPLATE /a');
  expect(render({ $uri: '/{a}', b: 'x' })).toBe('INVALID_TEMPLATE ');
});
