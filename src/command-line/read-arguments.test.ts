import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parameter } from '../../test/fixtures/commands/build.js';
import type { Parameter } from '../vocabulary/command.js';
import { Secrets } from '../vocabulary/secrets.js';
import { grammarOf } from './grammar.js';
import { quoteWords } from './quote.js';
import { readArguments, readInput } from './read-arguments.js';
import { tokenize } from './tokenize.js';

/** A command line after the command's name, and what its parameters are. */
function read(parameters: readonly Parameter[], line: string, ...object: [unknown?]) {
  const words = tokenize(line);
  if (!Array.isArray(words)) throw new Error(`The line of the test cannot be read: ${line}`);
  const grammar = grammarOf(parameters);
  return object.length === 0 ? readArguments(grammar, words) : readInput(grammar, words, 0, object[0]);
}

/** The input, which must be without problems. */
function input(parameters: readonly Parameter[], line: string, ...object: [unknown?]) {
  const reading = read(parameters, line, ...object);
  expect(reading.problems).toEqual([]);
  return reading.input;
}

/** What is wrong, in short: `CODE field`. */
function wrong(parameters: readonly Parameter[], line: string, ...object: [unknown?]) {
  return read(parameters, line, ...object).problems.map(({ code, field }) => `${code} ${field}`);
}

const max = parameter('--max', 'integer', { short: 'n' });
const name = parameter('--name', 'string', { short: 's' });
const file = parameter('file', 'string');

describe('flags and booleans (decision 9)', () => {
  const flags = [
    parameter('--all', 'flag', { short: 'a' }),
    parameter('--brief', 'flag', { short: 'b' }),
    parameter('--color', 'flag', { short: 'c', default: true }),
  ];

  test.each<[string, object]>([
    ['', { all: false, brief: false, color: true }],
    ['--all', { all: true, brief: false, color: true }],
    ['--no-color', { all: false, brief: false, color: false }],
    ['--all=true --color=false', { all: true, brief: false, color: false }],
    ['--no-all=false', { all: true, brief: false, color: true }],
    ['-ab', { all: true, brief: true, color: true }],
    ['-ac=false', { all: true, brief: false, color: false }],
  ])('%j', (line, expected) => {
    expect(input(flags, line)).toEqual(expected);
  });

  test('a flag takes no other value, and the next word is not its value', () => {
    expect(read(flags, '--all=yes').problems).toEqual([
      {
        code: 'INVALID_BOOLEAN',
        field: '--all',
        message: 'The --all argument is neither true nor false',
        value: 'yes',
        hint: 'Use --all alone, --all=true or --all=false',
      },
    ]);
    expect(input([...flags, file], '--all true')).toMatchObject({ all: true, file: 'true' });
  });

  test('a flag that is given and negated is given twice', () => {
    expect(wrong(flags, '--all --no-all')).toEqual(['REPEATED_ARGUMENT --all']);
  });

  test('a boolean needs true or false', () => {
    const dry = [parameter('--dry', 'boolean')];
    expect(input(dry, '--dry false')).toEqual({ dry: false });
    expect(input(dry, '--dry=true')).toEqual({ dry: true });
    expect(wrong(dry, '--dry')).toEqual(['MISSING_VALUE --dry']);
    expect(wrong(dry, '--dry yes')).toEqual(['INVALID_BOOLEAN --dry']);
    expect(wrong(dry, '--no-dry')).toEqual(['UNKNOWN_OPTION --no-dry']);
  });
});

describe('values of options (decision 10)', () => {
  test.each<[string, object]>([
    ['--max 10', { max: 10 }],
    ['--max=10', { max: 10 }],
    ['-n 10', { max: 10 }],
    ['-n10', { max: 10 }],
    ['-n=10', { max: 10 }],
    ['--max -5', { max: -5 }],
    ['-n -5', { max: -5 }],
    ['-n-5', { max: -5 }],
    ['--max=-5', { max: -5 }],
    ['--name=--max', { name: '--max' }],
    ['--name=', { name: '' }],
    ["--name ''", { name: '' }],
    ['--name=a=b', { name: 'a=b' }],
    ['-s=a=b', { name: 'a=b' }],
    ['--name -', { name: '-' }],
    ['-- --max', { file: '--max' }],
    ['-- -5', { file: '-5' }],
    ['--max 1 -- --', { max: 1, file: '--' }],
    ['-5', { file: '-5' }],
    ['-', { file: '-' }],
    ['-0.5', { file: '-0.5' }],
    ['a --max 1', { file: 'a', max: 1 }],
  ])('%j', (line, expected) => {
    expect(input([max, name, file], line)).toEqual(expected);
  });

  test('a short option may end a cluster of flags and take its value', () => {
    expect(input([parameter('--all', 'flag', { short: 'a' }), max], '-an10')).toEqual({ all: true, max: 10 });
    expect(input([parameter('--all', 'flag', { short: 'a' }), max], '-an -10')).toEqual({ all: true, max: -10 });
  });

  test('what starts with a dash is no value of a text option unless it is attached', () => {
    expect(read([name, max], '--name --max 1')).toMatchObject({
      problems: [
        {
          code: 'MISSING_VALUE',
          field: '--name',
          message: 'The --name argument needs a value',
          hint: 'Use --name=<string> if the value starts with a dash',
        },
      ],
      input: { max: 1 },
    });
    expect(wrong([name], '--name')).toEqual(['MISSING_VALUE --name']);
    expect(wrong([name], '-s')).toEqual(['MISSING_VALUE --name']);
  });

  test('aliases mean the option, and the option by its key, too', () => {
    const parameters = [parameter('--max-results', 'integer', { key: 'maxResults', aliases: ['most'] })];
    for (const line of ['--max-results 3', '--most 3', '--maxResults=3']) {
      expect(input(parameters, line)).toEqual({ maxResults: 3 });
    }
  });

  test('numbers and dates are read strictly (decision 11), with the code of the sample (decision 4)', () => {
    const parameters = [max, parameter('--from', 'datetime')];
    expect(read(parameters, '--max 0x10 --from yesterday').problems).toEqual([
      {
        code: 'INVALID_INTEGER',
        field: '--max',
        message: 'The --max argument is not an integer',
        value: '0x10',
        hint: 'Use a whole decimal number (e.g., 10 or -5)',
      },
      {
        code: 'INVALID_DATE_FORMAT',
        field: '--from',
        message: 'The --from argument has an invalid date format',
        value: 'yesterday',
        hint: 'Use ISO8601 format (e.g., 2026-02-02 or 2026-02-02T10:00:00Z)',
      },
    ]);
  });

  test('an object is one JSON text', () => {
    const filter = [parameter('--filter', 'object')];
    expect(input(filter, `--filter '{"a":[1]}'`)).toEqual({ filter: { a: [1] } });
    expect(input(filter, `--filter '{a:1,}'`)).toEqual({ filter: { a: 1 } });
    expect(wrong(filter, `--filter '{a:'`)).toEqual(['INVALID_JSON --filter']);
  });

  test.each([
    ['{"a":1,"a":2}', 'REPEATED_KEY', 'a key appears twice ("a") at character 8'],
    ['{"a":{"b":1,"\\u0062":2}}', 'REPEATED_KEY', 'a key appears twice ("b") at character 13'],
    ["{a:1,'a':2}", 'REPEATED_KEY', 'a key appears twice ("a") at character 6'],
    [
      '{"a":9007199254740993}',
      'NUMBER_OUT_OF_RANGE',
      'a number is beyond 2^53 and would lose precision at character 6',
    ],
    ['{a:9007199254740993}', 'NUMBER_OUT_OF_RANGE', 'a number is beyond 2^53 and would lose precision at character 4'],
    [
      '{a:0xffffffffffffffff}',
      'NUMBER_OUT_OF_RANGE',
      'a number is beyond 2^53 and would lose precision at character 4',
    ],
    [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 'LIMIT_EXCEEDED', 'values are nested deeper than 200 levels'],
    [`{a:${'['.repeat(200)}${']'.repeat(200)}}`, 'LIMIT_EXCEEDED', 'values are nested deeper than 200 levels'],
  ])('%s does not say one thing', (text, code, what) => {
    const { problems } = read([parameter('--filter', 'object')], `--filter ${quoteWords([text])}`);
    expect(problems).toMatchObject([{ code, message: expect.stringContaining(what) }]);
  });

  test.each(['5', '"text"', 'null', '[1]'])('%s is JSON, but no object', (text) => {
    expect(wrong([parameter('--filter', 'object')], `--filter '${text}'`)).toEqual(['INVALID_TYPE --filter']);
  });
});

describe('lists (decision 8)', () => {
  const tags = parameter('--tag', 'array', { short: 't' });
  const numbers = parameter('--id', 'array', { itemType: 'integer' });

  test.each<[string, object]>([
    ['--tag a,b --tag c', { tag: ['a', 'b', 'c'] }],
    ['--tag=a -tb,c -t d', { tag: ['a', 'b', 'c', 'd'] }],
    [`--tag 'a\\,b,c'`, { tag: ['a,b', 'c'] }],
    ['--id 1,2 --id -3', { id: [1, 2, -3] }],
    ['', {}],
  ])('%j', (line, expected) => {
    expect(input([tags, numbers], line)).toEqual(expected);
  });

  test('every wrong item is reported', () => {
    expect(read([numbers], '--id 1,x --id y').problems.map(({ value }) => value)).toEqual(['x', 'y']);
  });

  test('a variadic positional takes all remaining words, whole', () => {
    const files = parameter('files', 'string', { variadic: true });
    expect(input([name, files], 'a,b c --name x d -- --e')).toEqual({ name: 'x', files: ['a,b', 'c', 'd', '--e'] });
    expect(input([file, parameter('ids', 'integer', { variadic: true })], 'f 1 -2')).toEqual({
      file: 'f',
      ids: [1, -2],
    });
  });

  test('a variadic option may be repeated and keeps its commas', () => {
    expect(input([parameter('--to', 'string', { variadic: true })], '--to a,b --to c')).toEqual({ to: ['a,b', 'c'] });
  });

  test('a required variadic needs at least one', () => {
    expect(wrong([parameter('files', 'string', { variadic: true, required: true })], '')).toEqual([
      'MISSING_ARGUMENT files',
    ]);
  });
});

describe('defaults, choices and bounds', () => {
  test('a default is there when nothing was given', () => {
    expect(input([parameter('--max', 'integer', { default: 10 })], '')).toEqual({ max: 10 });
    expect(input([parameter('--max', 'integer', { default: 10 })], '--max 3')).toEqual({ max: 3 });
  });

  test('a default object is each run’s own', () => {
    const parameters = [
      parameter('--tags', 'array', { default: ['a'] }),
      parameter('--o', 'object', { default: { deep: { x: 1 } } }),
    ];
    const first = input(parameters, '') as { tags: string[]; o: { deep: { x: number } } };
    first.tags.push('spoiled');
    first.o.deep.x = 2;
    expect(input(parameters, '')).toEqual({ tags: ['a'], o: { deep: { x: 1 } } });
  });

  test('an argument that is not given and has no default is not there at all', () => {
    expect(Object.keys(input([max, name], ''))).toEqual([]);
  });

  test('a required argument that is missing is named with how to give it', () => {
    expect(
      read([parameter('--max', 'integer', { required: true }), parameter('file', 'string', { required: true })], '')
        .problems,
    ).toEqual([
      {
        code: 'MISSING_ARGUMENT',
        field: '--max',
        message: 'The --max argument is required',
        hint: 'Add --max <integer>',
      },
      { code: 'MISSING_ARGUMENT', field: 'file', message: 'The file argument is required', hint: 'Add <file>' },
    ]);
  });

  test('a required argument that is wrong is not also missing', () => {
    expect(wrong([parameter('--max', 'integer', { required: true })], '--max x')).toEqual(['INVALID_INTEGER --max']);
    expect(wrong([parameter('--max', 'integer', { required: true })], '--max')).toEqual(['MISSING_VALUE --max']);
  });

  test('a value must be one of the choices, and the nearest is named', () => {
    const sort = [parameter('--sort', 'string', { choices: ['name', 'size'] })];
    expect(input(sort, '--sort size')).toEqual({ sort: 'size' });
    expect(read(sort, '--sort siez').problems).toEqual([
      {
        code: 'INVALID_CHOICE',
        field: '--sort',
        message: 'The --sort argument is not one of the allowed values',
        value: 'siez',
        hint: 'Use one of name, size (did you mean size?)',
      },
    ]);
    expect(wrong([parameter('--sort', 'array', { choices: ['name', 'size'] })], '--sort name,other')).toEqual([
      'INVALID_CHOICE --sort',
    ]);
  });

  test.each<[string, Partial<Parameter>, string]>([
    ['0', { minimum: 1 }, 'Use a number: 1 or more'],
    ['11', { maximum: 10 }, 'Use a number: up to 10'],
    ['11', { minimum: 1, maximum: 10 }, 'Use a number: from 1 to 10'],
  ])('%s is out of %j', (text, bounds, hint) => {
    expect(read([parameter('--max', 'integer', bounds)], `--max ${text}`).problems).toEqual([
      {
        code: 'OUT_OF_RANGE',
        field: '--max',
        message: 'The --max argument is out of range',
        value: Number(text),
        hint,
      },
    ]);
  });

  test('bounds are included, and hold for every item of a list', () => {
    const bounds = { minimum: 1, maximum: 10 };
    expect(input([parameter('--max', 'integer', bounds)], '--max 1')).toEqual({ max: 1 });
    expect(input([parameter('--max', 'integer', bounds)], '--max 10')).toEqual({ max: 10 });
    expect(wrong([parameter('--ids', 'array', { ...bounds, itemType: 'integer' })], '--ids 5,11')).toEqual([
      'OUT_OF_RANGE --ids',
    ]);
  });
});

describe('checks', () => {
  const checked = (check: Parameter['check'], details: Partial<Parameter> = {}) => [
    parameter('--max', 'integer', { check, ...details }),
  ];

  test('a check may change the value, and is not asked when nothing was given', () => {
    expect(
      input(
        checked((value) => ({ ok: true, value: Number(value) * 2 })),
        '--max 4',
      ),
    ).toEqual({ max: 8 });
    expect(
      input(
        checked(() => ({ ok: false, problems: ['never'] })),
        '',
      ),
    ).toEqual({});
  });

  test('a check that refuses is reported with all its reasons and the examples', () => {
    const reading = read(
      checked(() => ({ ok: false, problems: ['is odd', 'is ugly'] }), { examples: ['2', '4'] }),
      '--max 3',
    );
    expect(reading.problems).toEqual([
      {
        code: 'INVALID_VALUE',
        field: '--max',
        message: 'The --max argument is odd',
        value: 3,
        hint: 'Use a value such as 2 or 4',
      },
      {
        code: 'INVALID_VALUE',
        field: '--max',
        message: 'The --max argument is ugly',
        value: 3,
        hint: 'Use a value such as 2 or 4',
      },
    ]);
  });

  test('a check that needs time is pending and adds its result when it has it', async () => {
    const late = read(
      checked(async (value) => ({ ok: true, value: Number(value) + 1 })),
      '--max 1',
    );
    expect(late.pending).toHaveLength(1);
    await Promise.all(late.pending);
    expect(late).toMatchObject({ input: { max: 2 }, problems: [] });

    const refused = read(
      checked(async () => ({ ok: false, problems: ['is taken'] })),
      '--max 1',
    );
    await Promise.all(refused.pending);
    expect(refused.problems).toMatchObject([{ code: 'INVALID_VALUE', message: 'The --max argument is taken' }]);
  });

  test('a check is not asked about a value that is already wrong', () => {
    const check = () => {
      throw new Error('asked');
    };
    expect(wrong(checked(check, { maximum: 2 }), '--max 3')).toEqual(['OUT_OF_RANGE --max']);
    expect(wrong(checked(check), '--max x')).toEqual(['INVALID_INTEGER --max']);
  });
});

describe('unknown, repeated and extra arguments, all at once (decision 12)', () => {
  const from = parameter('--from', 'datetime');

  test('every problem is reported, with the nearest name', () => {
    expect(read([max, from, file], '--form 2026-02-02 a --max 1 --max 2 -x extra --zzz=1').problems).toEqual([
      {
        code: 'UNKNOWN_OPTION',
        field: '--form',
        message: 'Unknown option --form',
        hint: 'Did you mean --from?',
      },
      {
        code: 'UNEXPECTED_ARGUMENT',
        field: 'a',
        message: 'Unexpected argument',
        value: 'a',
        hint: 'Remove it, or quote it together with the words next to it if they form one argument',
      },
      {
        code: 'REPEATED_ARGUMENT',
        field: '--max',
        message: 'The --max argument was given more than once',
        hint: 'Pass it once',
      },
      {
        code: 'UNKNOWN_OPTION',
        field: '-x',
        message: 'Unknown option -x',
        hint: 'Remove it; the usage line shows the available options',
      },
      {
        code: 'UNEXPECTED_ARGUMENT',
        field: 'extra',
        message: 'Unexpected argument',
        value: 'extra',
        hint: 'Remove it, or quote it together with the words next to it if they form one argument',
      },
      {
        code: 'UNKNOWN_OPTION',
        field: '--zzz',
        message: 'Unknown option --zzz',
        value: '1',
        hint: 'Remove it; the usage line shows the available options',
      },
    ]);
  });

  test('an option that names a form of the answer leads to --format', () => {
    const [problem] = read([max], '--json').problems;
    expect(problem).toMatchObject({ code: 'UNKNOWN_OPTION', field: '--json', hint: 'Use --format json' });
  });

  test('where no positional could take it, the word after an unknown option counts as its value', () => {
    expect(read([max], '--mx 5').problems).toMatchObject([
      { code: 'UNKNOWN_OPTION', field: '--mx', value: '5', hint: 'Did you mean --max?' },
    ]);
  });

  test.each([
    ['--mxa', '--max'],
    ['--MAX', '--max'],
    ['--calender', '--calendar'],
    ['--cal', '--calendar'],
    ['--dry_run', '--dry-run'],
    ['--no-alll', '--no-all'],
  ])('%s: did you mean %s?', (written, nearest) => {
    const parameters = [max, parameter('--calendar', 'string'), parameter('--all', 'flag')];
    expect(read(parameters, `${written}=1`).problems).toMatchObject([{ hint: `Did you mean ${nearest}?` }]);
  });

  test('names that every object inherits are ordinary unknown options', () => {
    expect(wrong([max], '--constructor=1 --__proto__=1 --toString=1')).toEqual([
      'UNKNOWN_OPTION --constructor',
      'UNKNOWN_OPTION --__proto__',
      'UNKNOWN_OPTION --toString',
    ]);
  });

  test('a standard option twice is repeated, under either of its names', () => {
    expect(wrong([], '--format json --format acli')).toEqual(['REPEATED_ARGUMENT --format']);
    expect(wrong([], '--format json --output acli')).toEqual(['REPEATED_ARGUMENT --output']);
  });
});

describe('standard options (decision 14)', () => {
  const standard = (parameters: readonly Parameter[], line: string) => read(parameters, line).standard;

  test('they are read beside the command’s own', () => {
    const reading = read(
      [max],
      '--help --dry-run --validate-only --quiet --schema --timeout 30s --stdin open --format acli --max 1',
    );
    expect(reading).toMatchObject({
      input: { max: 1 },
      problems: [],
      standard: {
        help: true,
        dryRun: true,
        validateOnly: true,
        quiet: true,
        schema: true,
        timeoutMs: 30_000,
        stdin: 'open',
        format: 'acli',
      },
    });
  });

  test('--help counts before --, not as a value', () => {
    expect(standard([name, file], '--help')).toEqual({ help: true });
    expect(standard([name, file], 'a --help')).toEqual({ help: true });
    expect(standard([name, file], '-- --help')).toBeUndefined();
    expect(standard([name, file], '--name=--help')).toBeUndefined();
    expect(standard([name, file], '--help=false')).toEqual({ help: false });
  });

  test('a command that declares one of these names gets its own', () => {
    const reading = read([parameter('--timeout', 'string'), parameter('--help', 'flag')], '--timeout 1h --help');
    expect(reading).toMatchObject({ input: { timeout: '1h', help: true }, standard: undefined, problems: [] });
  });

  test('nothing else is intercepted', () => {
    expect(wrong([], '-h')).toEqual(['UNKNOWN_OPTION -h']);
    expect(wrong([], '--version')).toEqual(['UNKNOWN_OPTION --version']);
  });

  test.each([
    ['--timeout soon', 'INVALID_VALUE --timeout'],
    ['--timeout', 'MISSING_VALUE --timeout'],
    ['--format xml', 'INVALID_VALUE --format'],
    ['--quiet=maybe', 'INVALID_BOOLEAN --quiet'],
  ])('%s is refused', (line, problem) => {
    expect(wrong([], line)).toEqual([problem]);
  });
});

describe('--input: the whole input as one JSON object (decision 18)', () => {
  const results = parameter('--max-results', 'integer', { key: 'max-results' });

  test.each(['max-results', 'max_results', 'maxResults'])('the key %s', (key) => {
    expect(input([results], '', { [key]: 5 })).toEqual({ 'max-results': 5 });
  });

  test('it completes what the words say, and positionals are fields like any other', () => {
    expect(input([results, file, name], '--name x', { 'max-results': 5, file: 'a' })).toEqual({
      'max-results': 5,
      file: 'a',
      name: 'x',
    });
  });

  test('the text of the option itself is kept for whoever reads the object', () => {
    expect(read([], `--input '{"a":1}'`).standard).toEqual({ input: '{"a":1}' });
  });

  test('what was given both ways was given twice', () => {
    expect(wrong([name, results], '--name x', { name: 'y' })).toEqual(['REPEATED_ARGUMENT --name']);
    expect(wrong([results], '', { max_results: 1, maxResults: 2 })).toEqual(['REPEATED_ARGUMENT --max-results']);
  });

  test('unknown fields are named with the nearest', () => {
    expect(read([name], '', { nmae: 'x', zzz: 1 }).problems).toEqual([
      {
        code: 'UNKNOWN_FIELD',
        field: 'nmae',
        message: 'The input has an unknown field "nmae"',
        hint: 'Did you mean "name"?',
      },
      { code: 'UNKNOWN_FIELD', field: 'zzz', message: 'The input has an unknown field "zzz"', hint: 'Remove it' },
    ]);
  });

  test('keys that every object inherits are ordinary unknown fields and touch no prototype', () => {
    const object: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":1,"toString":2}');
    const reading = read([name], '', object);
    expect(reading.problems.map(({ code, field }) => `${code} ${field}`)).toEqual([
      'UNKNOWN_FIELD __proto__',
      'UNKNOWN_FIELD constructor',
      'UNKNOWN_FIELD toString',
    ]);
    expect(Object.getPrototypeOf(reading.input)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([[null], [5], ['text'], [[1]], [undefined]])('%j is no object', (object) => {
    expect(wrong([name], '', object)).toEqual(['INVALID_JSON --input']);
  });

  test('values have the types that words would have', () => {
    const parameters = [
      name,
      max,
      parameter('--all', 'flag'),
      parameter('--from', 'datetime'),
      parameter('--tags', 'array'),
      parameter('--ids', 'integer', { variadic: true }),
      parameter('--filter', 'object'),
    ];
    const right = { name: 'a', max: 1, all: true, from: '2026-02-02', tags: ['a'], ids: [1], filter: {} };
    expect(input(parameters, '', right)).toEqual(right);
    expect(
      wrong(parameters, '', { name: 1, max: '1', all: 'true', from: 'x', tags: 'a', ids: ['1', 2], filter: [] }),
    ).toEqual([
      'INVALID_TYPE --name',
      'INVALID_INTEGER --max',
      'INVALID_BOOLEAN --all',
      'INVALID_DATE_FORMAT --from',
      'INVALID_TYPE --tags',
      'INVALID_INTEGER --ids',
      'INVALID_TYPE --filter',
    ]);
  });

  test('null is a value of the wrong type, not a missing one', () => {
    expect(wrong([name], '', { name: null })).toEqual(['INVALID_TYPE --name']);
  });

  test('required, choices, bounds and checks hold as for words', () => {
    const parameters = [
      parameter('--sort', 'string', { choices: ['name', 'size'] }),
      parameter('--max', 'integer', { maximum: 3 }),
      parameter('--odd', 'integer', { check: () => ({ ok: false, problems: ['is odd'] }) }),
      parameter('file', 'string', { required: true }),
    ];
    expect(wrong(parameters, '', { sort: 'x', max: 4, odd: 1 })).toEqual([
      'INVALID_CHOICE --sort',
      'OUT_OF_RANGE --max',
      'INVALID_VALUE --odd',
      'MISSING_ARGUMENT file',
    ]);
  });
});

test('of a secret that is missing, the ways to give it are named', () => {
  const token = parameter('--token', 'string', { secret: true, required: true });
  const ways = '--token-from-env <variable> or --token-from-file <file>';
  expect(read([token], '').problems).toMatchObject([
    { field: '--token', message: `The --token argument is required: use ${ways}`, hint: `Add ${ways}` },
  ]);
});

describe('secrets are never in the problems', () => {
  const hidden = 'hunter2';
  const secret = (type: Parameter['type'], details: Partial<Parameter> = {}) =>
    parameter('--password', type, { secret: true, ...details });
  const shown = (reading: ReturnType<typeof read>) => JSON.stringify(reading.problems);

  test('a wrong value is replaced', () => {
    expect(read([secret('integer')], `--password ${hidden}`).problems).toMatchObject([
      { code: 'INVALID_INTEGER', field: '--password', value: '[REDACTED]' },
    ]);
  });

  test.each<[string, readonly Parameter[], string, ...[unknown?]]>([
    ['wrong type', [secret('integer')], `--password ${hidden}`],
    ['not one of the choices', [secret('string', { choices: ['a'] })], `--password ${hidden}`],
    ['given twice', [secret('string')], `--password ${hidden} --password ${hidden}`],
    [
      'refused by its check',
      [secret('string', { check: () => ({ ok: false, problems: ['is weak'] }) })],
      `--password ${hidden}`,
    ],
    [
      'refused by a check that quotes it',
      [secret('string', { check: (value) => ({ ok: false, problems: [`is not valid: Received "${value}"`] }) })],
      `--password ${hidden}`,
    ],
    ['not JSON', [secret('object')], `--password ${hidden}`],
    ['a wrong item', [secret('array', { itemType: 'integer' })], `--password 1,${hidden}`],
    ['of the wrong type in JSON', [secret('integer')], '', { password: hidden }],
    ['a wrong item in JSON', [secret('array', { itemType: 'integer' })], '', { password: [hidden] }],
    ['given to a mistyped option', [secret('string')], `--pasword ${hidden}`],
    ['attached to a mistyped option', [secret('string')], `--pasword=${hidden}`],
  ])('%s', (_, parameters, line, ...object) => {
    const reading = read(parameters, line, ...object);
    expect(reading.problems.length).toBeGreaterThan(0);
    expect(shown(reading)).not.toContain(hidden);
  });

  test('what was given for them is known, so that the request can be shown without it', () => {
    expect(read([secret('string'), name], `--password ${hidden} --name x`).secrets).toEqual([hidden]);
    expect(read([secret('string'), name], `--name x --password=${hidden}`).secrets).toEqual([hidden]);
    expect(read([secret('string')], '', { password: 'a"b' }).secrets).toEqual(['a"b']);
    expect(read([secret('string'), name], '--name x').secrets).toBeUndefined();
  });

  test.each<[string, Parameter['type'], string]>([
    ['a text', 'string', `{"password": "${hidden}"}`],
    ['an object that was written with blanks', 'object', `{"password": {"user": "u",  "key": "${hidden}"}}`],
    ['a list that was written with blanks', 'array', `{"password": [ "a", "${hidden}" ]}`],
  ])('in JSON: %s', (_, type, text) => {
    const { secrets = [] } = read([secret(type)], '', JSON.parse(text));
    expect(Secrets.of(secrets).hide(text)).not.toContain(hidden);
  });

  test('a secret that starts with a dash is refused, and known all the same', () => {
    const reading = read([secret('string')], `--password -${hidden}`);
    expect(reading.problems.map(({ code }) => code)).toContain('MISSING_VALUE');
    expect(Secrets.of(reading.secrets ?? []).hide(`--password -${hidden}`)).not.toContain(hidden);
  });
});

describe('whatever the words are', () => {
  const parameters = [
    max,
    name,
    parameter('--all', 'flag', { short: 'a' }),
    parameter('--tags', 'array', { short: 't' }),
    parameter('--filter', 'object'),
    parameter('--from', 'datetime'),
    parameter('--rate', 'number', { minimum: 0, maximum: 1, default: 0.5 }),
    parameter('--sort', 'string', { choices: ['name', 'size'] }),
    parameter('file', 'string', { required: true }),
    parameter('rest', 'integer', { variadic: true }),
  ];
  const keys = new Set(parameters.map(({ key }) => key));
  const word = fc.oneof(
    fc.constantFrom(
      '--max',
      '-n',
      '-n5',
      '--name',
      '--all',
      '--no-all',
      '-at',
      '--tags',
      'a,b',
      '--filter',
      '{}',
      '[',
      '--from',
    ),
    fc.constantFrom(
      '2026-02-02',
      '--rate',
      '0.3',
      '-1',
      '--',
      '-',
      '',
      '--sort',
      'size',
      'file',
      '7',
      '--help',
      '--input',
      '--x=1',
    ),
    fc.string({ maxLength: 5 }),
    fc.string({ maxLength: 3 }).map((text) => `--${text}`),
    fc.string({ maxLength: 3 }).map((text) => `-${text}`),
  );

  test('reading never throws, and gives problems or an input of declared fields with their types', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const reading = readArguments(grammarOf(parameters), words);
        expect([...Object.keys(reading.input)].filter((key) => !keys.has(key))).toEqual([]);
        if (reading.problems.length > 0) return;
        const { file: given, all, rate, rest = [], tags = [], max: most = 0 } = reading.input;
        expect([typeof given, typeof all, typeof rate, typeof most]).toEqual(['string', 'boolean', 'number', 'number']);
        expect((rest as unknown[]).every(Number.isInteger)).toBe(true);
        expect((tags as unknown[]).every((tag) => typeof tag === 'string')).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test('so does reading any JSON', () => {
    const object = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...keys, '__proto__', 'constructor'), fc.jsonValue(), { maxKeys: 5 }),
    );
    fc.assert(
      fc.property(object, (value) => {
        const reading = readInput(grammarOf(parameters), [], 0, value);
        expect([...Object.keys(reading.input)].filter((key) => !keys.has(key))).toEqual([]);
        if (reading.problems.length === 0) expect(typeof reading.input.file).toBe('string');
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  ['--all-day false', '--all-day', 'false', 'Use --no-all-day, or --all-day=false'],
  ['--all-day FALSE --max 3', '--all-day', 'FALSE', 'Use --no-all-day, or --all-day=false'],
  ['--all-day true', '--all-day', 'true', 'Use --all-day alone'],
  ['--no-all-day false', '--no-all-day', 'false', 'Use --all-day, or --no-all-day=false'],
])('%s is answered with what it means', (line, field, value, hint) => {
  const { problems } = readArguments(grammarOf([parameter('--all-day', 'flag'), max]), line.split(' '));

  const message = `The ${field} flag takes no separate value`;
  expect(problems).toEqual([{ code: 'UNEXPECTED_ARGUMENT', field, message, value, hint }]);
});

test('behind a flag, a word for which there is a place stays in it', () => {
  const reading = readArguments(grammarOf([parameter('--all-day', 'flag'), file]), ['--all-day', 'false']);
  expect(reading).toMatchObject({ problems: [], input: { 'all-day': true, file: 'false' } });
  const { problems } = readArguments(grammarOf([parameter('--all-day', 'flag')]), ['--all-day', '--', 'false']);
  expect(problems).toMatchObject([{ code: 'UNEXPECTED_ARGUMENT', field: 'false' }]);
});
