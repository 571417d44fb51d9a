import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GateError } from '../../../vocabulary/gate-error.js';
import type { Argument } from '../tool.js';
import { input, newWorkspace, parts, planCall, program, type Written, word, write } from './test-helpers.js';

/** `a` and `b` are values. There are the directory `in`, the file `in/file`, and the links `out` and `loop`. */
function call(argument: Written | Argument, given: Readonly<Record<string, unknown>>, paths: 'workspace' | 'any') {
  const workspace = newWorkspace();
  mkdirSync(join(workspace, 'below', 'deep'), { recursive: true });
  write(workspace, 'in/file', '');
  symlinkSync('/usr/lib', join(workspace, 'out'));
  symlinkSync('loop', join(workspace, 'loop'));
  symlinkSync('below/deep', join(workspace, 'deep'));
  const result = planCall(
    { properties: { a: {}, b: {} }, required: [], steps: [program('echo', argument)], options: { paths } },
    given,
    workspace,
  );
  return result instanceof GateError ? result.details.map(({ code, field }) => `${code} ${field}`) : 'planned';
}

const a = input('a');
const b = input('b');
const blocked = (field: string) => [`PATH_TRAVERSAL_BLOCKED --${field}`];
const long = 'x'.repeat(300);

test.each<[string, Written | Argument, Record<string, unknown>, string?]>([
  ['an absolute path', a, { a: '/etc/passwd' }],
  ['the root', a, { a: '/' }],
  ['a parent', a, { a: '..' }],
  ['a way up and down', a, { a: 'in/../../x' }],
  ['a link', a, { a: 'out' }],
  ['something behind a link', a, { a: 'out/python3' }],
  ['what the system finds above a link', a, { a: 'out/../x' }],
  ['a circle of links', a, { a: 'loop' }],
  ['the gate’s own directory', a, { a: '.cmdgate/policy.json' }],
  ['a path in a list', a, { a: ['in', '/etc/passwd'] }],
  ['a path deep in an object', a, { a: { x: [{ y: '../..' }] } }],
  ['the value of a flag', word('--file=', a), { a: '/etc/passwd' }],
  ['a value that goes on behind a written name', word('in/', a), { a: '../../x' }],
  ['a link behind a written name', word('./', a), { a: 'out' }],
  ['a flag with a written name and a link', word('--file=./', a), { a: 'out' }],
  ['two values that are a parent together', word(a, b), { a: '.', b: '.' }, 'b'],
  ['two values behind a second =', word('x=1,y=', a, b), { a: '.', b: './x' }, 'b'],
  ['two values that leave where the author leads', word('/srv/', a, b), { a: '.', b: './etc' }, 'b'],
  ['a value that starts where the author leads out', word('/srv/', a), { a: '../etc' }],
  ['a way up and down where the author leads out', word('/srv/', a), { a: 'in/../in' }],
  ['directories before a name that is too long', a, { a: `../made/${long}` }],
  ['a link at the end of a text that only seems long', a, { a: `${'./'.repeat(3000)}out` }],
  ['the first names of a text that is too long', a, { a: `../${'made/'.repeat(2000)}` }],
])('%s is refused', (_, argument, given, field = 'a') => {
  expect(call(argument, given, 'workspace')).toEqual(blocked(field));
  expect(call(argument, given, 'any')).toBe('planned');
});

test.each<[string, Written | Argument, Record<string, unknown>]>([
  ['a file', a, { a: 'in/file' }],
  ['what is not there yet', a, { a: 'new/file' }],
  ['a way up and down that stays', a, { a: 'in/../in/file' }],
  ['a link that stays', a, { a: 'deep/../deep' }],
  ['dots that are no parent', a, { a: 'v1..v2' }],
  ['nothing', a, { a: '' }],
  ['a long text', a, { a: long }],
  ['a long text that begins with a slash', a, { a: `/${long}` }],
  ['a very long text', a, { a: 'word / '.repeat(2000) }],
  ['an address', a, { a: 'https://example.com/x' }],
  ['a number', a, { a: 5 }],
  ['what the author wrote', '/etc/passwd', {}],
  ['a name where the author leads out', word('/srv/data/', a), { a: 'file' }],
  ['a name that only begins as the author wrote', word('/srv/data-', a), { a: 'file' }],
])('%s is not', (_, argument, given) => {
  expect(call(argument, given, 'workspace')).toBe('planned');
});

test('values in variables of the program stay inside, too', () => {
  const made = { properties: { a: {} }, steps: [program('env')], environment: new Map([['FILE', parts('x=', a)]]) };
  const result = planCall(made, { a: '/etc/passwd' });

  expect(result).toMatchObject({ code: 'PATH_TRAVERSAL_BLOCKED' });
});

test('a path is read from the directory of its step', () => {
  const workspace = newWorkspace();
  mkdirSync(join(workspace, 'below'));
  const made = { properties: { a: {} }, steps: [program('ls', a)] };

  expect(planCall({ ...made, directory: parts('below') }, { a: '../x' }, workspace)).toMatchObject({
    plan: { args: ['../x'] },
  });
  expect(planCall(made, { a: '../x' }, workspace)).toMatchObject({ code: 'PATH_TRAVERSAL_BLOCKED' });
});
