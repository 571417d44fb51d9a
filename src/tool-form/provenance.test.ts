// Data never becomes structure: every test here is an attempt.
import { describe, expect, test } from 'vitest';
import { compileTemplate } from './compile-template.js';
import type { TemplateOptions } from './compiler.js';
import type { VectorOptions } from './read-vector.js';
import { describe as describeError, encode, render } from './test-helpers.js';
import { ToolFormError } from './tool-form-error.js';
import type { Value } from './value.js';

const refused = expect.stringMatching(/^REFUSED_ARGUMENT /);

function vector(template: unknown, values: unknown, options?: VectorOptions, compile?: TemplateOptions): unknown {
  const compiled = compileTemplate(template as Value, compile);
  if (!compiled.ok) return describeError(compiled.errors[0]);
  const result = compiled.template.renderVector(values as Value, options);
  return result instanceof ToolFormError ? describeError(result) : result;
}

describe('under the args encoding', () => {
  test('an object from the arguments brings no flags, whichever way it comes', () => {
    const values = { repo: { '--upload-pack=': 'evil' }, list: [{ '--x': 1 }], name: '--force', names: ['--a'] };
    for (const template of [
      { $: 'repo' },
      { clone: { $: 'repo' } },
      { clone: { $spread: 'repo' } },
      { clone: { '-q': true, $spread: 'repo' } },
      { clone: { '-q': true, $spread: { $: 'repo' } } },
      { clone: { $flags: { $: 'repo' } } },
      { clone: { $flags: { $spread: 'repo' } } },
      { clone: { $flags: { '-q': true, x: { $spread: 'repo' } } } },
      { clone: { $repeat: { $spread: 'repo' } } },
      { clone: { $args: { $: 'list' } } },
      { clone: [{ $spread: 'list' }] },
      { $each: 'names[*]', $as: 'n', $key: '{{n}}', $value: true },
      { $each: 'names[*]', $as: 'n', $key: '--x{{n}}', $value: true },
      { $flags: { $each: 'names[*]', $as: 'n', $key: { $: 'n' }, $value: true } },
      { $: 'list | first' },
      { $: 'repo | sort' },
    ]) {
      expect(encode(template, values), JSON.stringify(template)).toEqual(refused);
    }
  });

  test('a name of the template that the arguments repeat stays refused', () => {
    expect(encode({ '--force': false, x: { $spread: 'o' } }, { o: { '--force': true } })).toEqual(refused);
  });

  test('an argument is no directive of the encoding, and does not turn it off', () => {
    expect(encode({ $: 'x' }, { x: { $args: ['--force'] } })).toEqual(refused);
    expect(encode({ a: { $spread: 'x' } }, { x: { $args: ['--force'] } })).toEqual(refused);
    expect(render({ a: { $: 'x' }, $encode: { $: 'e' } }, { x: '--force', e: 'json' })).toBe(
      'REFUSED_ARGUMENT /$encode',
    );
    expect(render({ a: { $: 'x' }, $encode: ['{{e}}'] }, { x: '--force', e: 'json' })).toBe(
      'REFUSED_ARGUMENT /$encode',
    );
    expect(render({ $: 'x', $transform: { $: 't' } }, { x: [1], t: 'first' })).toBe('REFUSED_ARGUMENT /$transform');
  });

  test('text from the arguments is data through strings, joins, encodings and loops', () => {
    const values = { x: '--force', empty: '', list: ['--force'] };
    for (const template of [
      '{{x}}',
      '{{empty}}{{x}}',
      '{{empty}}--force',
      '-{{x}}',
      { $use: ['{{empty}}', '-f'], $join: '' },
      { $: 'list', $join: ',' },
      { $use: ['-', { $: 'x' }], $join: '' },
      { $each: 'list[*]', $as: 'i', $value: { $: 'i' } },
      { $if: 'x', $then: { $: 'x' } },
      [{ $spread: 'list' }],
      { $uri: '{+x}' },
      { $: 'list | first' },
    ]) {
      expect(encode({ $args: template }, values), JSON.stringify(template)).toEqual(refused);
      expect(encode({ '-m': template }, values), JSON.stringify(template)).toEqual(refused);
    }
  });

  test('the arguments cannot choose words of the document as flags', () => {
    const document = { flag: '--force' };
    expect(encode({ $args: { $include: '#/flag' } }, {}, { document })).toEqual(['--force']);
    expect(encode({ $args: { $include: '#/{{p}}' } }, { p: 'flag' }, { document })).toEqual(refused);
  });

  test('names that the template writes can be spread', () => {
    expect(encode({ run: { '-q': true, x: { $spread: { '-v': true } } } })).toEqual(['run', '-qv']);
    const each = { $each: ['a', 'b'], $as: 'n', $key: '--x', $value: { $: 'n' } };
    expect(encode(each)).toEqual(['--x', 'b']);
  });
});

describe('other encodings', () => {
  test('may build objects from arguments', () => {
    expect(render({ a: { $spread: 'x' }, $encode: 'json' }, { x: { $flags: 1 } })).toBe('{"$flags":1}');
    const each = { $each: 'list[*]', $as: 'i', $key: '{{i}}', $value: 1, $encode: 'urlencoded' };
    expect(render(each, { list: ['a b'] })).toBe('a+b=1');
  });
});

describe('a plain list of arguments', () => {
  test('is a string, or an array of strings; nothing is split or converted', () => {
    expect(vector('one two', {})).toEqual(['one two']);
    expect(vector(['a', '{{x}}'], { x: 'b c' })).toEqual(['a', 'b c']);
    expect(vector({ $: 'missing' }, {})).toEqual([]);
    expect(vector(['a', { $: 'n' }], { n: 5 })).toBe('INVALID_RESULT /1/$');
    expect(vector(['a', { $: 'n' }], { n: ['b'] })).toBe('INVALID_RESULT /1/$');
    expect(vector({ a: 'b' }, {})).toBe('INVALID_RESULT ');
  });

  test('refuses what comes from the arguments and looks like a flag', () => {
    for (const template of [['{{x}}'], [{ $: 'x' }], { $: 'list' }, '{{x}}', [{ $spread: 'list' }]]) {
      expect(vector(template, { x: '--force', list: ['a', '+x'] }), JSON.stringify(template)).toEqual(refused);
    }
  });

  test('refuses a value that is joined to a flag without "=", and blames the template', () => {
    for (const template of [['-{{x}}'], ['-v{{x}}'], ['+{{x}}k'], ['--level{{x}}']]) {
      expect(vector(template, { x: 'rf' }), JSON.stringify(template)).toBe('INVALID_RESULT /0');
    }
  });

  test('takes flags that the template writes, values joined to them, and all behind a literal terminator', () => {
    expect(vector(['-a', '--message={{m}}', 'x-{{m}}'], { m: '--force' })).toEqual([
      '-a',
      '--message=--force',
      'x---force',
    ]);
    expect(vector(['--', { $: 'm' }], { m: '--force' })).toEqual(['--', '--force']);
    expect(vector([{ $: 'd' }, { $: 'm' }], { d: '--', m: '--force' })).toEqual(refused);
    expect(vector([{ $: 'm' }], { m: '-' })).toEqual(['-']);
  });

  test('a schema that names the value lets it through', () => {
    const mayLookLikeFlag = (text: string, argument: string) => argument === '/level/0' && text === '-1';
    expect(vector({ $: 'level' }, { level: ['-1'] }, { mayLookLikeFlag })).toEqual(['-1']);
    expect(vector(['{{level[0]}}'], { level: ['-1'] }, { mayLookLikeFlag })).toEqual(['-1']);
    expect(vector({ $: 'level' }, { level: ['a', '-1'] }, { mayLookLikeFlag })).toEqual(refused);
    expect(vector({ $: 'level | sort' }, { level: ['-1'] }, { mayLookLikeFlag })).toEqual(refused);
    const allowTerminator = (text: string, argument: string) => argument === '/d' && text === '--';
    expect(vector([{ $: 'd' }], { d: '--' }, { mayLookLikeFlag: allowTerminator })).toEqual(['--']);
    expect(vector(['{{d}}', '{{m}}'], { d: '--', m: '-x' }, { mayLookLikeFlag: allowTerminator })).toEqual(refused);
    const each = { $each: 'list[*]', $as: 'level', $value: '{{level[0]}}' };
    expect(vector(each, { list: [['-1']] }, { mayLookLikeFlag })).toEqual(refused);
  });

  test('what the args encoding made goes through unchanged', () => {
    const template = { $encode: 'args', '--x=': { $: 'x' }, '--': { $: 'y' } };
    const characters = { profile: 'strict' } as const;
    expect(vector(template, { x: 'a,b', y: '-z' }, {}, { characters })).toEqual(['--x=a\\,b', '--', '-z']);
  });

  test('characters are checked here too', () => {
    expect(vector(['{{x}}'], { x: 'a\0b' })).toEqual(refused);
    expect(vector(['a\nb'], {})).toBe('INVALID_RESULT /0');
  });
});

describe('errors', () => {
  test('name the place and the argument, and never hold a value', () => {
    const secret = 'hunter2-\u0000';
    const values = { password: secret, list: [`-${secret}`], object: { [secret]: secret }, n: null };
    const templates: Value[] = [
      { $encode: 'args', '-p': { $: 'password' } },
      { $encode: 'args', '-p': { $: 'list' } },
      { $encode: 'args', a: { $: 'object' } },
      { $encode: 'args', a: { $spread: 'object' } },
      { $encode: 'args', a: { $args: '{{list[0]}}' } },
      { $: 'list', $encode: '{{password}}' },
      { $: 'list', $transform: { $: 'password' } },
      { $include: '#/{{password}}' },
      { $include: '{{password}}' },
      { $each: 'list[*]', $as: 'i', $key: { $: 'n' }, $value: 1 },
    ];
    for (const template of templates) {
      const compiled = compileTemplate(template);
      const result = compiled.ok ? compiled.template.render(values) : undefined;
      expect(result, JSON.stringify(template)).toBeInstanceOf(ToolFormError);
      const { message, pointer, argument = '' } = result as ToolFormError;
      expect(message + pointer + argument).not.toContain('hunter2');
    }
    const compiled = compileTemplate({ $encode: 'args', '-p': { $: 'list' } }, { pointer: '/arguments' });
    const error = compiled.ok && compiled.template.render(values);
    expect(error).toMatchObject({ code: 'REFUSED_ARGUMENT', pointer: '/arguments/-p/$', argument: '/list/0' });
  });

  test('all mistakes of a template are reported at once', () => {
    const compiled = compileTemplate({ a: '{{', b: [{ $: 5 }, { $: 'x', $use: 1 }], c: { $encode: 'none' } });
    expect(!compiled.ok && compiled.errors.map(({ pointer }) => pointer)).toEqual([
      '/a',
      '/b/0/$',
      '/b/1',
      '/c/$encode',
    ]);
  });
});
