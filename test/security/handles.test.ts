// Handles as a hostile agent and a careless author would use them: what an agent gives stays a value, what is declared
// is kept, and nothing that it gives holds up the gate.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type ConfiguredGate, createGate, type Outcome, type RunEvent } from 'cmdgate';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeDirectory } from '../cli/process.js';

const text = { type: 'string' } as const;

/** Prints each of its arguments with a NUL behind it. */
const printing = { command: 'printf', arguments: ['%s\\\\0'] };

interface Settings {
  readonly options?: object;
  readonly configuration?: object;
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

async function open(handles: object | readonly object[], settings: Settings = {}): Promise<ConfiguredGate> {
  const list = [handles].flat().map((handle, index) => ({
    name: index === 0 ? 'it' : `it-${index}`,
    description: 'It',
    handler: 'command',
    ...printing,
    ...handle,
  }));
  const directory = makeDirectory({ ...settings.files, 'handles/all.json': JSON.stringify(list) });
  const config = {
    handles: [{ files: ['handles/*.json'], ...settings.options }],
    audit: { file: 'audit.jsonl' },
    // What holds without the system's help is tried here; test/security/sandbox has what holds with it.
    sandbox: 'off',
    ...settings.configuration,
  };
  const environment = { PATH: process.env.PATH, ...settings.environment };
  return createGate({ config, directory, environment });
}

async function openForTest(...given: Parameters<typeof open>): Promise<ConfiguredGate> {
  const gate = await open(...given);
  onTestFinished(() => gate.close());
  return gate;
}

const taking = (properties: object, rest: object = {}) => ({
  parameters: { type: 'object', properties, ...rest },
});

const call = (gate: ConfiguredGate, input: object, options = {}, path = 'it') =>
  gate.run({ path, input: input as Record<string, unknown> }, options);

const dryRun = (gate: ConfiguredGate, input: object) => call(gate, input, { dryRun: true });

const fieldsOf = (outcome: Outcome) =>
  outcome.status === 'failed' ? outcome.error.details.map(({ code, field }) => `${code} ${field}`) : 'it runs';

function printedBy(outcome: Outcome): string[] {
  if (outcome.status === 'failed') throw new Error(outcome.error.message);
  return (outcome.data as { stdout: string }).stdout.split('\0').slice(0, -1);
}

describe('what a dry run says is what runs', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.stringMatching(/^[-+@={},.$\\ /a"'\n]{0,8}$/),
    fc.constantFrom('', '-', '--', '-x', '+x', '--x=y', '{{a}}', '{"$":"a"}', '@file', '\u2212x', '~', '%s', '*', ';'),
  );
  const anyInput = fc.record(
    {
      a: anyText,
      b: fc.array(anyText, { maxLength: 4 }),
      n: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
      f: fc.boolean(),
      o: fc.dictionary(anyText, fc.oneof(anyText, fc.integer())),
    },
    { requiredKeys: [] },
  );
  const format = '%s\\\\0';
  const templates: readonly unknown[] = [
    [format, { $: 'a' }, { $spread: { $: 'b' } }],
    [format, '{{a}}', '{{n}}', '{{f}}', '{{o}}'],
    [format, '--a={{a}}', '--n={{n}}', '{{a}}{{b}}', 'x{{a}}'],
    [format, '--', { $: 'a' }, { $spread: { $: 'b' } }],
    [format, { $use: [{ $: 'a' }, '{{n}}'], $join: ',' }, { $: 'o', $encode: 'json' }, { $uri: '{a}' }],
    [format, { $if: 'f == true', $then: '--flag', $else: { $: 'a' } }],
    { $encode: 'args', $use: [{ $args: [format] }, { '-a': { $: 'f' }, '-b': { $: 'a' } }, { '--': { $: 'b' } }] },
    {
      $encode: 'args',
      $use: [{ $args: [format] }, { '--a=': { $: 'b' }, '--n': { $: 'n' } }, { $repeat: { '--b': { $: 'b' } } }],
    },
    { $encode: 'args', $use: [{ $args: [format] }, { word: { $flags: { long: { $: 'a' }, s: { $: 'f' } } } }] },
  ];
  let gate: ConfiguredGate;
  beforeAll(async () => {
    const parameters = taking({
      a: text,
      b: { type: 'array', items: text },
      n: { type: 'number' },
      f: { type: 'boolean' },
      o: { type: 'object' },
    });
    const list = templates.map((template) => ({ arguments: template, ...parameters }));
    gate = await open(list, { options: { newlines: true } });
  });
  afterAll(() => gate.close());

  test('to the last argument, for any arguments', async () => {
    expect(gate.warnings).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.nat(templates.length - 1), anyInput, async (index, input) => {
        const path = index === 0 ? 'it' : `it-${index}`;
        const said = await call(gate, input, { dryRun: true }, path);
        const ran = await call(gate, input, {}, path);
        expect(ran.status).toBe(said.status);
        if (said.status === 'failed' || ran.status === 'failed') {
          expect(fieldsOf(ran)).toEqual(fieldsOf(said));
          return;
        }
        const { args } = (said.data as { would_run: { args: readonly string[] } }).would_run;
        // Without arguments, the program prints one empty text.
        expect(printedBy(ran)).toEqual(args.length === 1 ? [''] : args.slice(1));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a program that does not end its options at --', () => {
  test.each([
    ['a list', ['.', '--', { $: 'f' }]],
    ['the args encoding', { $encode: 'args', $use: [{ $args: ['.'] }, { '--': { $: 'f' } }] }],
  ])('gets no value that it would read as one: %s', async (_, template) => {
    const gate = await openForTest({ command: 'find', arguments: template, ...taking({ f: text }) });
    expect(fieldsOf(await call(gate, { f: '-delete' }))).toEqual(['REFUSED_ARGUMENT --f']);
    expect(existsSync(join(gate.workspace, 'handles/all.json'))).toBe(true);
    expect(fieldsOf(await call(gate, { f: 'handles' }))).not.toEqual(['REFUSED_ARGUMENT --f']);
  });

  test('which others do', async () => {
    const gate = await openForTest({ command: 'ls', arguments: ['--', { $: 'f' }], ...taking({ f: text }) });
    expect(await call(gate, { f: '-delete' })).toMatchObject({ error: { code: 'EXECUTION_ERROR' } });
  });
});

describe('a declared path', () => {
  const list = { $encode: 'args', $use: [{ $args: ['%s\\\\0'] }, { '--': { $: 'f' } }] };

  test('is kept inside the workspace in whatever it is given', async () => {
    const gate = await openForTest({ arguments: list, ...taking({ f: { format: 'path' } }) });

    for (const f of [['/etc/passwd'], ['a', '../../x'], [['/etc/passwd']], { a: '/etc/passwd' }]) {
      expect(await call(gate, { f }), JSON.stringify(f)).toMatchObject({
        status: 'failed',
        error: { code: 'PATH_TRAVERSAL_BLOCKED' },
      });
    }
    expect(printedBy(await call(gate, { f: ['a', '-b'] }))).toEqual([
      '--',
      join(gate.workspace, 'a'),
      join(gate.workspace, '-b'),
    ]);
  });

  test.each([
    ['a list', { f: { type: 'array', format: 'path', items: text } }, {}, '/f/format'],
    ['an object', { f: { type: 'object', format: 'path' } }, {}, '/f/format'],
    ['a reference to one', { a: { ...text, format: 'path' }, f: { $ref: '#/properties/a' } }, {}, '/f/$ref'],
    [
      'a reference by its anchor',
      { a: { ...text, format: 'path', $anchor: 'p' }, f: { type: 'array', items: { $ref: '#p' } } },
      {},
      '/f/items/$ref',
    ],
    [
      'a reference to everything',
      { a: { ...text, format: 'path' }, f: { type: 'array', items: { $ref: '#' } } },
      {},
      '/f/items/$ref',
    ],
    ['a reference to what is no schema', { f: { $ref: '#/x-y/p' } }, { 'x-y': { p: { format: 'path' } } }, '/f/$ref'],
  ])('that could not be kept is an error: %s', async (_, properties, rest, pointer) => {
    const gate = await openForTest({ arguments: list, ...taking(properties, rest) });

    expect(gate.warnings).toEqual([expect.stringContaining(`/0/parameters/properties${pointer}:`)]);
    expect(await call(gate, { f: '/etc/passwd' })).toMatchObject({ error: { code: 'COMMAND_NOT_FOUND' } });
  });

  test("leads neither to the gate's own files nor anywhere by a link", async () => {
    const gate = await openForTest({ arguments: list, ...taking({ f: { ...text, format: 'path' } }) });
    mkdirSync(join(gate.workspace, '.cmdgate'));
    symlinkSync('.cmdgate', join(gate.workspace, 'own'));
    symlinkSync('/etc', join(gate.workspace, 'etc'));
    symlinkSync('audit.jsonl', join(gate.workspace, 'log'));

    for (const f of ['.cmdgate/x', 'own/x', 'etc/passwd', 'audit.jsonl', 'log', '~/x', '%2e%2e/x', 'a\\..\\b']) {
      expect(await dryRun(gate, { f }), f).toMatchObject({ error: { code: 'PATH_TRAVERSAL_BLOCKED' } });
    }
  });

  test('no other text is a way out, whatever its author writes beside it', async () => {
    const gate = await openForTest({ arguments: ['{{t}}'], ...taking({ t: { ...text, 'x-path': false } }) });

    expect(await dryRun(gate, { t: '../../x' })).toMatchObject({ error: { code: 'PATH_TRAVERSAL_BLOCKED' } });
  });

  test('very many of them are refused, and nobody waits for it', async () => {
    const f = { type: 'array', items: { ...text, format: 'path' } };
    const gate = await openForTest({ arguments: list, ...taking({ f }) });

    expect(await call(gate, { f: Array.from({ length: 300_000 }, () => 'a') })).toMatchObject({
      error: { details: [{ code: 'LIMIT_EXCEEDED', hint: 'Pass fewer paths at once' }] },
    });
  });
});

describe('a declared secret', () => {
  const secret = 'hunter2-CANARY';

  test.each([
    ['somewhere else', { s: { $ref: '#/$defs/s' } }, { $defs: { s: { ...text, writeOnly: true } } }],
    ['by another option', { a: { ...text, format: 'password' }, s: { $ref: '#/properties/a' } }, {}],
    ['for all options', { s: text }, { allOf: [{ properties: { s: { writeOnly: true } } }] }],
  ])('that would be shown is an error: described %s', async (_, properties, rest) => {
    const gate = await openForTest({ arguments: ['{{s}}'], ...taking(properties, rest) });

    expect(gate.warnings).not.toEqual([]);
    expect(await call(gate, { s: secret })).toMatchObject({ error: { code: 'COMMAND_NOT_FOUND' } });
  });

  test('is one also where the definition gives it as a default', async () => {
    const gate = await openForTest({
      arguments: ['%s', '{{s}}'],
      ...taking({ s: { ...text, writeOnly: true, default: secret } }),
    });

    for (const outcome of [await dryRun(gate, {}), await call(gate, {}), await gate.run('help it')]) {
      expect(outcome.status).toBe('completed');
      expect(inspect(outcome, { depth: 20 })).not.toContain(secret);
    }
  });
});

describe('credentials', () => {
  const values = {
    A: 're.*(x[+?$^',
    B: 'prefix-one',
    C: 'prefix-one-two',
    D: 'line1-abc\nline2-def\nline3-ghi',
    E: 'ünïcodé-sécret',
    F: 'back\\slash"quote\'s',
  };
  const names = Object.keys(values);
  const script =
    '#!/bin/sh\nfor one in A B C D E F; do eval "printf \'%s|\' \\"\\$$one\\" | tee /dev/stderr"; done; exit $1';

  test('are nowhere: not in answers, events, records, errors, or what an owner prints of them', async () => {
    const security = {
      scheme: 'x-env',
      environment: Object.fromEntries(names.map((name) => [name, `c-${name}`])),
    };
    const exit = taking({ exit: { ...text, default: '0' } });
    const gate = await openForTest(
      [
        { command: './show.sh', arguments: ['{{exit}}'], security, ...exit, results: { '3': { said: '{{stdout}}' } } },
        { command: './missing', directory: 'nowhere', security },
      ],
      {
        options: { relativePrograms: true, pass: ['PATH'] },
        configuration: { credentials: Object.fromEntries(names.map((name) => [`c-${name}`, `env:${name}`])) },
        environment: values,
      },
    );
    writeFileSync(join(gate.workspace, 'show.sh'), script, { mode: 0o755 });
    const events: RunEvent[] = [];
    const seen: unknown[] = [gate, events];
    for (const options of [{ dryRun: true }, { onEvent: (event: RunEvent) => void events.push(event) }]) {
      for (const exit of ['0', '1', '3']) seen.push(await call(gate, { exit }, options));
      seen.push(await call(gate, {}, options, 'it-1'));
    }
    const runs = (await gate.run('runs list')) as { data: { runs: readonly { run: string }[] } };
    for (const { run } of runs.data.runs) {
      for (const line of ['show', 'output', 'output --stream stderr']) {
        const [name = '', ...rest] = line.split(' ');
        seen.push(await gate.run(['runs', name, run, ...rest]));
      }
    }
    seen.push(await gate.run('help it'), await gate.run('schema it'));

    const everything = [
      inspect(seen, { depth: 30, showHidden: true, maxStringLength: null }),
      JSON.stringify(seen),
      readFileSync(join(gate.workspace, 'audit.jsonl'), 'utf8'),
    ].join('\n');
    expect(everything).toContain('[REDACTED]|[REDACTED]|[REDACTED]|[REDACTED]|[REDACTED]|[REDACTED]|');
    for (const value of Object.values(values)) {
      for (const form of [
        value,
        JSON.stringify(value).slice(1, -1),
        inspect(value).slice(1, -1),
        ...value.split('\n'),
      ]) {
        expect(everything.includes(form), form).toBe(false);
      }
    }
  });

  test.each(['constructor', 'toString', 'missing'])('that nobody defined cannot be had: %s', async (name) => {
    const gate = await openForTest({ security: { scheme: 'x-env', environment: { KEY: name } } });

    expect(await call(gate, {})).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  });
});

describe('what takes long to check', () => {
  const twins = (depth: number): object => (depth === 0 ? {} : { n: twins(depth - 1) });
  const wrong = { type: 'string' };
  const most = `${'a'.repeat(50)}b`;
  /** What is stopped after a second has another answer; this is for a machine that does much else. */
  const longestMs = 5_000;
  const either = { anyOf: [{ properties: { n: { $ref: '#/$defs/t' } } }, { $ref: '#/$defs/u' }] };

  test.each([
    ['a regular expression with lookahead', { x: { ...text, pattern: '^(?!b)(a+)+$' } }, {}, { x: most }],
    ['one with a reference', { x: { ...text, pattern: '^(?:(a+)\\1?)+$' } }, {}, { x: most }],
    ['names of properties', { x: { type: 'object', patternProperties: { '^(?!b)(a+)+$': {} } } }, {}, names50()],
    ['items that must differ', { x: { type: 'array', uniqueItems: true } }, {}, { x: numbered(100_000) }],
    ['a schema that branches in itself', { x: { $ref: '#/$defs/t' } }, branching(), { x: twins(60) }],
  ])('is refused after a while: %s', async (_, properties, rest, input) => {
    const gate = await openForTest(taking(properties, rest));

    expect(await call(gate, input)).toMatchObject({
      error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('takes too long to check') },
    });
  });

  test.each([
    ['a regular expression', { ...text, pattern: '^(a+)+$' }, most, ['INVALID_VALUE --x']],
    ['and one that fits', { ...text, pattern: '^(a+)+$' }, 'a'.repeat(50), 'it runs'],
    ['an innocent one with much text', { ...text, pattern: 'a+b' }, 'a'.repeat(500_000), ['INVALID_VALUE --x']],
    ['names that do not fit', names('^(a+)+$', false), { [most]: 1 }, ['UNKNOWN_FIELD --x']],
    ['names that fit', names('^(a+)+b$', false), { [most]: 1 }, ['INVALID_TYPE --x']],
    ['names that nothing is said about', names('^(a+)+$', {}), { [most]: 1 }, 'it runs'],
  ])('is answered at once, because its time grows with the text alone: %s', async (_, x, value, expected) => {
    const gate = await openForTest(taking({ x }));
    const began = performance.now();

    expect(fieldsOf(await dryRun(gate, { x: value }))).toEqual(expected);
    expect(performance.now() - began).toBeLessThan(longestMs);
  });

  function names(pattern: string, rest: object | boolean) {
    return { type: 'object', patternProperties: { [pattern]: { type: 'string' } }, additionalProperties: rest };
  }
  function names50() {
    return { x: { [most]: 1 } };
  }
  function numbered(count: number) {
    return Array.from({ length: count }, (_, index) => ({ index }));
  }
  function branching() {
    const no = { properties: { never: wrong }, required: ['never'] };
    return { $defs: { t: either, u: { allOf: [{ properties: { n: { $ref: '#/$defs/t' } } }, no] } } };
  }

  test.each(['^-?(a+)+$', '^-?(?!b)(a+)+$'])(
    '%s decides soon whether a value may look like a flag',
    async (pattern) => {
      const gate = await openForTest({ arguments: [{ $: 'x' }], ...taking({ x: { ...text, pattern } }) });
      const began = performance.now();

      expect(fieldsOf(await call(gate, { x: `-${most}` }))).not.toBe('it runs');
      expect(performance.now() - began).toBeLessThan(longestMs);
      expect(fieldsOf(await call(gate, { x: '-aa' }))).toBe('it runs');
    },
  );

  test('a regular expression of a template takes no longer than its text is long', async () => {
    const gate = await openForTest({
      arguments: [{ $if: "match(x, '(a+)+b')", $then: 'yes' }],
      ...taking({ x: text }),
    });

    const began = performance.now();
    const args = async (x: string) => {
      const outcome = await dryRun(gate, { x });
      return outcome.status === 'completed' && outcome.data;
    };

    expect(await args('a'.repeat(50_000))).toMatchObject({ would_run: { args: [] } });
    expect(await args(`${'a'.repeat(50_000)}b`)).toMatchObject({ would_run: { args: ['yes'] } });
    expect(performance.now() - began).toBeLessThan(longestMs);
    expect(await call(gate, { x: 'aab' })).toMatchObject({ status: 'completed' });
  });

  test('a list with very many wrong items is answered with a few of them', async () => {
    const items = { anyOf: [text, { type: 'integer' }] };
    const gate = await openForTest([
      taking({ x: { type: 'array', items } }),
      taking({ x: { type: 'array', items: text } }),
    ]);
    const x = new Array(50_000).fill(0.5);

    for (const path of ['it', 'it-1']) {
      const outcome = await call(gate, { x }, {}, path);
      expect(outcome).toMatchObject({ error: { message: 'Invalid arguments: --x (100 problems)' } });
      expect(fieldsOf(outcome)).toHaveLength(50);
    }
  });
});

describe('everything at once', () => {
  const parameters = taking(
    {
      n: { type: 'integer', maximum: 5 },
      a: text,
      b: text,
      f: { ...text, format: 'path' },
      c: { ...text, pattern: '^x+$' },
    },
    { required: ['n', 'a', 'b', 'f', 'c'] },
  );
  const handle = { arguments: ['--n={{n}}', { $: 'a' }, { $: 'b' }, { $: 'f' }, { $: 'c' }], ...parameters };

  test.each([
    [
      { n: 3, a: '-x', b: '+y', f: '/etc', c: 'x' },
      ['REFUSED_ARGUMENT --a', 'REFUSED_ARGUMENT --b', 'PATH_TRAVERSAL_BLOCKED --f'],
    ],
    [{ n: 3, a: '-x', b: 'y', f: 'ok', c: 'y' }, ['INVALID_VALUE --c', 'REFUSED_ARGUMENT --a']],
    [
      { n: 9, a: '-x', b: 'a\nb', f: '~/x', c: 'y' },
      [
        'INVALID_VALUE --c',
        'OUT_OF_RANGE --n',
        'PATH_TRAVERSAL_BLOCKED --f',
        'REFUSED_ARGUMENT --a',
        'REFUSED_ARGUMENT --b',
      ],
    ],
    [
      { a: '-x', b: 5, f: 'a/../b', c: 'y' },
      [
        'INVALID_TYPE --b',
        'INVALID_VALUE --c',
        'MISSING_ARGUMENT --n',
        'PATH_TRAVERSAL_BLOCKED --f',
        'REFUSED_ARGUMENT --a',
      ],
    ],
  ])('is told of %j', async (input, expected) => {
    const gate = await openForTest(handle);

    expect([...fieldsOf(await call(gate, input))].sort()).toEqual([...expected].sort());
  });

  test('what would have been run is told only where it is known', async () => {
    const gate = await openForTest([
      { arguments: [{ $: 'n' }], ...taking({ n: { type: 'integer' } }) },
      { command: 'no-such-program-here', arguments: ['{{n}}'], ...taking({ n: { type: 'integer' } }) },
    ]);

    const [unknown, known] = [await dryRun(gate, { n: 1 }), await call(gate, { n: 1 }, { dryRun: true }, 'it-1')];
    expect(unknown).toMatchObject({ error: { details: [{ code: 'INVALID_RESULT' }] } });
    expect(unknown).not.toHaveProperty('error.details.0.would_run');
    expect(known).toHaveProperty('error.details.0.would_run.args', ['1']);
  });
});

describe('a careless definition', () => {
  test.each([
    ['dryRun', 'dry-run'],
    ['validate_only', 'validate-only'],
  ])('cannot make --%s run something', async (name, option) => {
    const gate = await openForTest(taking({ [name]: { type: 'boolean' } }));

    expect(gate.warnings).toEqual([expect.stringContaining(`It hides the option --${option} that every command has.`)]);
    expect(await gate.run(`it --${option}`)).toMatchObject({ error: { code: 'COMMAND_NOT_FOUND' } });
  });

  test('cannot let an argument be a part of the program', async () => {
    const gate = await openForTest({ command: '/bin/{{tool}}', ...taking({ tool: { enum: ['sh'] } }) });

    expect(gate.warnings).toEqual([expect.stringContaining('An argument would choose the program.')]);
  });

  test('cannot have a rule for "__proto__", which nobody would keep', async () => {
    const properties = JSON.parse('{"__proto__": {"type": "string", "pattern": "^a$"}}') as object;
    const gate = await openForTest(taking({ o: { type: 'object', properties } }));

    expect(gate.warnings).toEqual([expect.stringContaining('No property can be called "__proto__".')]);
  });

  test('that clashes with an alias is left out, and the others work', async () => {
    const gate = await openForTest([{ name: 'st' }, { name: 'ok' }], {
      configuration: { commands: ['commands.mjs'] },
      files: {
        'commands.mjs': "export default { status: { description: 'x', aliases: ['st'], handler: () => 'mine' } };",
      },
    });

    expect(gate.warnings).toEqual([expect.stringContaining('Another command has this name.')]);
    expect(await gate.run('st')).toMatchObject({ data: 'mine' });
    expect(await gate.run('ok --dry-run')).toMatchObject({ status: 'completed' });
  });

  test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('may call anything %s', async (name) => {
    const gate = await openForTest({
      name,
      arguments: ['%s\\\\0', `{{${name}}}`],
      environment: { [name]: 'x' },
      ...taking({ [name]: text }),
    });

    expect(printedBy(await gate.run([name]))).toEqual(['']);
    expect(printedBy(await gate.run({ path: [name], input: { [name]: 'given' } }))).toEqual(['given']);
  });
});

test('a caller that is nobody is not the local one, who may do everything', async () => {
  const gate = await openForTest({});

  expect(await gate.run('it', { caller: null as unknown as string })).toMatchObject({
    error: { code: 'PERMISSION_DENIED' },
  });
});
