import { describe, expect, test } from 'vitest';
import { encode, render } from '../test-helpers.js';

const invalid = expect.stringMatching(/^INVALID_RESULT /);
const refused = expect.stringMatching(/^REFUSED_ARGUMENT /);

describe('the examples of the specification', () => {
  test('docker run', () => {
    const template = {
      docker: {
        run: {
          '-i': true,
          '-t': true,
          '-p': '8080',
          '--name=': 'test-container',
          '--label=': ['app=myapp', 'env=prod,debug'],
          ubuntu: { latest: null, bash: null },
        },
      },
    };
    expect(encode(template)).toEqual([
      ...['docker', 'run', '-it', '-p', '8080', '--name=test-container'],
      ...['--label=app=myapp,env=prod\\,debug', 'ubuntu', 'latest', 'bash'],
    ]);
  });

  test('basic types', () => {
    const template = { str: 'hello', num: 42, bool: true, empty: null };
    expect(encode(template)).toEqual(['str', 'hello', 'num', '42', 'bool', 'true']);
  });

  test('git commit', () => {
    const template = {
      git: { commit: { '-a': true, '-m': ['Initial commit', 'More details'], '--': ['file1.txt', 'file2.txt'] } },
    };
    expect(encode(template)).toEqual([
      ...['git', 'commit', '-a', '-m', 'Initial commit', 'More details', '--', 'file1.txt', 'file2.txt'],
    ]);
  });

  test('$args', () => {
    expect(encode({ command: { $args: ['--', 'file.txt'] } })).toEqual(['command', '--', 'file.txt']);
  });

  test('$flags', () => {
    const template = {
      command: { $flags: { a: true, b: true, v: true, message: 'Commit message', 'author=': 'Alice' } },
    };
    expect(encode(template)).toEqual(['command', '-abv', '--message', 'Commit message', '--author=Alice']);
  });

  test('$repeat', () => {
    const template = {
      command: {
        $repeat: { '-I': ['include1', 'include2'], '--define=': ['DEBUG=1', 'VERSION=2'], '--optional=': [] },
      },
    };
    expect(encode(template)).toEqual([
      ...['command', '-I', 'include1', '-I', 'include2', '--define=DEBUG=1', '--define=VERSION=2'],
    ]);
  });

  test('the commit of appendix A.2, read literally', () => {
    const template = {
      $encode: 'args',
      flags: { message: { $: 'message' }, author: { $: 'author' } },
      positional: { $: 'files[*]' },
    };
    const values = { message: 'Fix it', author: 'Alice', files: ['a.txt', 'b.txt'] };
    expect(render(template, values)).toEqual([
      ...['flags', 'message', 'Fix it', 'author', 'Alice', 'positional', 'a.txt', 'b.txt'],
    ]);
  });
});

describe('names', () => {
  test.each(['-a', '--long', '--with-dash_1', '+x', '-abc', '--x='])('%s is a flag', (name) => {
    expect(encode({ [name]: 'v' })).toEqual(name.endsWith('=') ? [`${name}v`] : [name, 'v']);
  });

  test.each(['---x', '--=', '-', '+', '++x', '+-x', 'a.txt', './x', 'ubuntu:latest', 'a=', '', 'a b', '-é'])(
    '%j is neither a word nor a flag',
    (name) => {
      expect(encode({ [name]: 'v' })).toBe(`INVALID_RESULT /$use/${name.replaceAll('/', '~1')}`);
    },
  );

  test('__proto__ is refused, not lost', () => {
    expect(encode(JSON.parse('{"__proto__": "v"}'))).toBe('INVALID_RESULT /$use/__proto__');
  });

  test('a name that would lose its place is refused beside others', () => {
    expect(encode({ 8080: null })).toEqual(['8080']);
    expect(encode({ '-p': true, 8080: null })).toBe('INVALID_RESULT /$use/8080');
  });

  test('unknown, escaped and accompanied directives are refused', () => {
    expect(encode({ $x: 1 })).toBe('INVALID_RESULT /$use/$x');
    expect(encode({ $$args: ['a'] })).toBe('INVALID_RESULT /$use/$$args');
    expect(encode({ $args: ['a'], $flags: { a: true } })).toBe('INVALID_RESULT /$use/$args');
    expect(encode({ $args: ['a'], '-x': true })).toBe('INVALID_RESULT /$use/$args');
    expect(encode({ '-x': true, $args: ['a'] })).toBe('INVALID_RESULT /$use/$args');
  });
});

describe('flags', () => {
  test('the terminator takes true, values and nothing', () => {
    expect(encode({ '--': true })).toEqual(['--']);
    expect(encode({ '--': [] })).toEqual(['--']);
    expect(encode({ '--': null })).toEqual([]);
    expect(encode({ '--': false })).toEqual([]);
    expect(encode({ '--': ['-x', { $: 'x' }] }, { x: '--data' })).toEqual(['--', '-x', '--data']);
  });

  test('adjacent single flags of one prefix share it; anything between them ends the run', () => {
    expect(encode({ '-i': true, '-t': true })).toEqual(['-it']);
    expect(encode({ '-i': true, '+t': true, '+u': true })).toEqual(['-i', '+tu']);
    expect(encode({ '-i': true, word: null, '-t': true })).toEqual(['-i', 'word', '-t']);
    expect(encode({ '-i': true, '--x': true, '-t': true })).toEqual(['-i', '--x', '-t']);
    expect(encode({ '-i': true, '-x': false, '-t': true })).toEqual(['-i', '-t']);
    expect(encode({ '--x': true, '-abc': true, '-j=': true })).toEqual(['--x', '-abc', '-j=true']);
  });

  test('only JSON true makes a bare flag; the string "true" stays a value', () => {
    expect(encode({ '--amend': true, '--x=': true })).toEqual(['--amend', '--x=true']);
    expect(encode({ '-m': 'true' })).toEqual(['-m', 'true']);
    expect(encode({ '-m': { $: 'm' } }, { m: 'true' })).toEqual(['-m', 'true']);
    expect(encode({ '-m': { $: 'm' } }, { m: true })).toEqual(['-m']);
  });

  test('a flag without a value is left out', () => {
    expect(encode({ '--a': false, '--b': null, '--c': [], '--d=': null, '--e': [null], '--f=': [] })).toEqual([]);
    expect(encode({ '--a': { $: 'a' }, '--b=': { $: 'b' }, '--c': { $: 'c' } }, { a: null, b: [] })).toEqual([]);
  });

  test('joined values escape backslashes and commas only, single values too', () => {
    expect(encode({ '--x=': 'a,b' })).toEqual(['--x=a\\,b']);
    expect(encode({ '--x=': [{ $: 'x' }, 'c"d'] }, { x: 'a\\b' })).toEqual(['--x=a\\\\b,c"d']);
    expect(encode({ '--x=': '' })).toEqual(['--x=']);
    expect(encode({ '--x=': { $: 'x' } }, { x: '--y' })).toEqual(['--x=--y']);
  });

  test('objects under a flag have to be written in the template', () => {
    expect(encode({ '--x=': { a: 'b', c: 'd' } })).toEqual(['--x=a,b,c,d']);
    expect(encode({ '--x=': { $: 'x' } }, { x: { a: 'b' } })).toBe('REFUSED_ARGUMENT /$use/--x=/$');
  });

  test('a terminator inside the value of a flag ends nothing', () => {
    expect(encode({ '-m': { '--': 'a' }, word: { $: 'x' } }, { x: 'b' })).toEqual(['-m', '--', 'a', 'word', 'b']);
    expect(encode({ '-m': { '--': 'a' }, word: { $: 'x' } }, { x: '-b' })).toEqual(refused);
    expect(encode({ '--m=': { '--': 'a' }, word: { $: 'x' } }, { x: '-b' })).toEqual(refused);
    expect(encode({ '--m=': { $args: ['--'] }, word: { $: 'x' } }, { x: '-b' })).toEqual(refused);
    expect(encode({ $repeat: { '--m=': [{ $args: '--' }], '-n': [{ $: 'x' }] } }, { x: '-b' })).toEqual(refused);
  });
});

describe('words', () => {
  test('null is a bare word, unless names are paired with values beside it', () => {
    expect(encode({ latest: null, bash: null })).toEqual(['latest', 'bash']);
    expect(encode({ latest: null, run: { x: null } })).toEqual(['latest', 'run', 'x']);
    expect(encode({ latest: null, name: 'v' })).toEqual(['name', 'v']);
  });

  test('the data cannot change what a null means', () => {
    const template = { latest: null, name: { $: 'name' } };
    expect(encode(template, { name: 'v' })).toEqual(['name', 'v']);
    expect(encode(template, { name: null })).toEqual([]);
    expect(encode(template, {})).toEqual([]);
    const guarded = { latest: null, run: { $when: 'x', '-a': true } };
    expect(encode(guarded, { x: 1 })).toEqual(['latest', 'run', '-a']);
    expect(encode(guarded, {})).toEqual(['latest']);
  });

  test('false and an empty array leave the word out', () => {
    expect(encode({ a: false, b: [], c: 'd' })).toEqual(['c', 'd']);
  });
});

describe('$flags', () => {
  test('single flags come first, in a cluster for each prefix', () => {
    expect(encode({ $flags: { name: 'x', b: true, '+c': true, '-a': true, '+d': true } })).toEqual([
      ...['-ba', '+cd', '--name', 'x'],
    ]);
  });

  test('dashes may be written, one letter gets one dash, arrays give several values', () => {
    expect(encode({ $flags: { '--x': 1, '-y=': 2, 'z=': 3, w: ['a', 'b'], n: null, m: false } })).toEqual([
      ...['--x', '1', '-y=2', '-z=3', '-w', 'a', 'b'],
    ]);
  });

  test('its value is an object of the template, with names of flags', () => {
    expect(encode({ $flags: ['-a'] })).toEqual(invalid);
    expect(encode({ $flags: null })).toEqual(invalid);
    expect(encode({ $flags: { '--': 'x' } })).toEqual(invalid);
    expect(encode({ $flags: { 'a.b': 'x' } })).toEqual(invalid);
    expect(encode({ $flags: { $: 'flags' } }, { flags: { force: true } })).toEqual(refused);
  });
});

describe('$repeat', () => {
  test('all values of an element are joined', () => {
    expect(encode({ $repeat: { '--x=': [['a', 'b'], 'c'], '-y': [['a', 'b'], 'c'] } })).toEqual([
      ...['--x=a,b', '--x=c', '-y', 'a', 'b', '-y', 'c'],
    ]);
  });

  test('elements may be absent or true', () => {
    expect(encode({ $repeat: { '-v': [true, null, false, true], '--x=': [true] } })).toEqual(['-v', '-v', '--x=true']);
  });

  test('it needs dashes and arrays', () => {
    expect(encode({ $repeat: { v: ['a'] } })).toEqual(invalid);
    expect(encode({ $repeat: { '-v': 'a' } })).toEqual(invalid);
    expect(encode({ $repeat: { '-v': { $: 'v' } } }, { v: 'a' })).toEqual(refused);
    expect(encode({ $repeat: { '-v': { $: 'v' } } }, { v: ['a', 'b'] })).toEqual(['-v', 'a', '-v', 'b']);
    expect(encode({ $repeat: ['-v'] })).toEqual(invalid);
  });
});

describe('$args', () => {
  test('takes what the template writes, flags too; data only behind a literal terminator', () => {
    expect(encode({ $args: ['-x', '--y', { $: 'v' }] }, { v: 'a' })).toEqual(['-x', '--y', 'a']);
    expect(encode({ $args: ['--y={{v}}'] }, { v: '-a' })).toEqual(['--y=-a']);
    expect(encode({ $args: ['--', { $: 'v' }] }, { v: '-a' })).toEqual(['--', '-a']);
    expect(encode({ $args: [{ $: 'v' }] }, { v: '-a' })).toEqual(refused);
    expect(encode({ $args: [{ $: 'v' }, '-a'] }, { v: '--' })).toEqual(refused);
    expect(encode({ $args: ['-{{v}}'] }, { v: 'a' })).toEqual(refused);
    expect(encode({ $args: ['-v{{v}}'] }, { v: 'rf' })).toEqual(refused);
    expect(encode({ $args: 'one' })).toEqual(['one']);
    expect(encode({ $args: { a: 'b' } })).toEqual(invalid);
  });

  test('composes with objects in an array', () => {
    expect(encode([{ '-a': true }, { $args: ['--', '-x'] }, '-y'])).toEqual(['-a', '--', '-x', '-y']);
  });
});

describe('values', () => {
  test('what starts with a dash or a plus is refused, wherever it comes from', () => {
    for (const value of ['-x', '+x', '--', '--x=1', -5]) {
      expect(encode({ '-n': value })).toEqual(invalid);
      expect(encode({ '-n': { $: 'n' } }, { n: value })).toBe('REFUSED_ARGUMENT /$use/-n/$');
      expect(encode({ word: ['a', { $: 'n' }] }, { n: [value] })).toBe('REFUSED_ARGUMENT /$use/word/1/$');
    }
    expect(encode({ '-f': { $: 'f' } }, { f: '-' })).toEqual(['-f', '-']);
    expect(encode({ '-f': { $: 'f' } }, { f: 'a-b' })).toEqual(['-f', 'a-b']);
  });

  test('numbers have one text; what cannot be exact is refused', () => {
    expect(encode([1.5, -0, 1e21 / 1e20, 0.1])).toEqual(['1.5', '0', '10', '0.1']);
    expect(encode({ $: 'n' }, { n: 2 ** 53 })).toBe('REFUSED_ARGUMENT /$use/$');
    expect(encode({ $: 'n' }, { n: Number.NaN })).toBe('REFUSED_ARGUMENT /$use/$');
    expect(encode({ $: 'n' }, { n: '9007199254740993' })).toEqual(['9007199254740993']);
  });

  test('control characters, line separators and half characters are refused', () => {
    for (const text of ['a\nb', 'a\0b', '\u007f', '\u0085', '\u2028', '\ud800', 'a\tb']) {
      expect(encode({ $: 'x' }, { x: text })).toBe('REFUSED_ARGUMENT /$use/$');
      expect(encode({ '--x=': { $: 'x' } }, { x: text })).toBe('REFUSED_ARGUMENT /$use/--x=/$');
    }
    const text = `space "quotes' $HOME; rm \\ *? äöü 😀`;
    expect(encode({ $: 'x' }, { x: text })).toEqual([text]);
  });

  test('the host chooses a strict profile, or newlines', () => {
    expect(encode({ $: 'x' }, { x: 'a;b' }, { characters: { profile: 'strict' } })).toBe('REFUSED_ARGUMENT /$use/$');
    expect(encode({ $: 'x' }, { x: 'a b,c' }, { characters: { profile: 'strict' } })).toEqual(['a b,c']);
    expect(encode({ $: 'x' }, { x: 'a\nb' }, { characters: { newlines: true } })).toEqual(['a\nb']);
    expect(encode({ $: 'x' }, { x: 'a\0b' }, { characters: { newlines: true } })).toBe('REFUSED_ARGUMENT /$use/$');
  });

  test('bytes are refused, an empty string is an argument, nothing is none', () => {
    expect(encode({ $: 'x' }, { x: new Uint8Array([1]) })).toBe('REFUSED_ARGUMENT /$use/$');
    expect(encode({ '-m': '' })).toEqual(['-m', '']);
    expect(encode({ $: 'missing' })).toEqual([]);
    expect(encode('one')).toEqual(['one']);
  });

  test('arrays from arguments hold scalars only', () => {
    expect(encode({ $: 'x' }, { x: ['a', 1, true, false] })).toEqual(['a', '1', 'true']);
    for (const item of [null, ['b'], { b: 1 }]) expect(encode({ $: 'x' }, { x: ['a', item] })).toEqual(refused);
  });
});
