import { expect, test } from 'vitest';
import { strictestOptions } from './handle.js';
import { checkHandles, loadHandles } from './load-handles.js';
import { load, newWorkspace, plainHost, problemsOf, write } from './test-helpers.js';

const echo = { name: 'echo', description: 'Says it', handler: 'command', command: 'echo', arguments: ['hello'] };

const source = (...files: string[]) => [{ files, options: strictestOptions }];

test('a file holds one handle, or a list of them, as JSON or YAML', async () => {
  const workspace = newWorkspace();
  const one = write(workspace, 'one.json', JSON.stringify(echo));
  const two = write(
    workspace,
    'two.yaml',
    '- {name: a, description: A, handler: command, command: "true"}\n- {name: b, description: B, handle: command, command: "true"}\n',
  );

  const { commands, problems } = await loadHandles(source(one, two), plainHost);

  expect(problems).toEqual([]);
  expect(commands.map(({ plan: _, ...facts }) => facts)).toEqual(
    [
      ['echo', 'Says it'],
      ['a', 'A'],
      ['b', 'B'],
    ].map(([name, description]) => ({
      path: [name],
      aliases: [],
      description,
      parameters: [],
      danger: 'mutating',
      examples: [],
      outputSchema: undefined,
      timeoutMs: undefined,
      builtIn: false,
      toText: undefined,
    })),
  );
});

test('a file with many mistakes tells all of them at once, each with its place, and the good handle works', async () => {
  const text = `[
  {
    "name": "broken name",
    "description": 5,
    "handle": "http",
    "handler": "command",
    "program": "git",
    "danger": "destrctive",
    "parameters": {"type": "object", "properties": {"a b": {"type": "strin"}}, "requierd": ["a"]},
    "arguments": ["{{open", {"$": 1}],
    "environment": {"LD_PRELOAD": "x.so", "A-B": "1"},
    "io": {"stdout": "file", "encoding": "utf-9", "timeout": "5s", "sdtin": "x"},
    "security": {"scheme": "http"},
    "results": {"300": "x"}
  },
  {"name": "good", "description": "Works", "handler": "command", "command": "true"}
]`;
  const loaded = await load(text);

  expect(loaded.commands.map(({ path }) => path)).toEqual([['good']]);
  expect(problemsOf(loaded)).toEqual([
    'error /0: The field "command" is missing. Name the program: "command": "git".',
    'error /0/name: "broken name" cannot be the name of a command. Use a letter, then letters, digits, "-" and "_", 64 at most.',
    'error /0/description: Must be text, not a number. Say in one sentence what it does: agents choose commands by their description.',
    'error /0/handle: "handle" and "handler" say different things. Keep "handler" only.',
    'error /0/handle: The only known handler is "command". Write "command".',
    'error /0/program: Unknown field "program". Command Handles call it "command".',
    'error /0/danger: Must be one of safe, mutating, destructive. Did you mean "destructive"?',
    'error /0/parameters/properties/a b: "a b" cannot be the name of an option. Use a letter, then letters, digits, "-" and "_".',
    'error /0/parameters/properties/a b/type: This cannot be the value of "type". Write it according to JSON Schema 2020-12.',
    'error /0/parameters/requierd: JSON Schema has no keyword "requierd". Did you mean "required"?',
    expect.stringMatching(/^error \/0\/arguments\/0: .*"\{\{" is not closed.* Fix the template here\.$/),
    'error /0/arguments/1/$: An expression must be a string. Fix the template here.',
    expect.stringMatching(/^error \/0\/environment\/LD_PRELOAD: The environment variable LD_PRELOAD is refused/),
    expect.stringMatching(/^error \/0\/environment\/A-B: The environment variable "A-B" has an invalid name/),
    'error /0/io/stdout: Must be one of pipe, ignore, inherit. A program cannot write to a file here: capture its output, and let the caller request it.',
    'error /0/io/encoding: Must be one of utf8, utf16le, latin1, ascii, base64, hex. Use "utf8" for usual text.',
    'error /0/io/timeout: Must be a whole number of milliseconds from 1 to 2147483647. Write for example 60000 for a minute.',
    'error /0/io/sdtin: Unknown field "sdtin". Did you mean "stdin"?',
    'error /0/security/scheme: Unknown scheme. Write "scheme": "x-env".',
    'error /0/results/300: This is not an exit code. Use an exit code from "0" to "255", "signal" or "default".',
  ]);
  expect(loaded.problems.map(({ line }) => line)).toEqual([
    2, 3, 4, 5, 5, 7, 8, 9, 9, 9, 10, 10, 11, 11, 12, 12, 12, 12, 13, 14,
  ]);
});

test.each([
  ['a key that is written twice', '{"name": "a", "name": "b"}', 'error /name: The key "name" appears twice.'],
  ['what is no JSON', '{"name": }', 'error : Expected a value, not "}".'],
  ['an empty file', ' ', 'error : The file is empty. Write one handle, or a list of them.'],
  ['a text', '"git"', 'error : A handle is an object, not text.'],
  ['a list of lists', '[[]]', 'error /0: A handle is an object, not a list.'],
])('%s is a problem with a place', async (_, text, expected) => {
  const loaded = await load(text);

  expect(loaded.commands).toEqual([]);
  expect(problemsOf(loaded).join('\n')).toContain(expected);
});

test('equal keys in YAML leave out the handle that has them, and no other', async () => {
  const workspace = newWorkspace();
  const lines = [
    '- {name: a, description: A, handler: command, command: "true"}',
    '- name: b',
    '  command: x',
    '  command: y',
  ];
  const file = write(workspace, 'h.yaml', `${lines.join('\n')}\n  handler: command\n  description: B\n`);

  const { commands, problems } = await loadHandles(source(file), plainHost);

  expect(commands.map(({ path }) => path[0])).toEqual(['a']);
  expect(problems).toEqual([
    {
      file,
      line: 4,
      column: 3,
      pointer: '/1',
      message: 'This key appears twice.',
      fix: 'Keep one of the two.',
      severity: 'error',
    },
  ]);
});

test('YAML values that JSON does not have are refused', async () => {
  const workspace = newWorkspace();
  const head = 'name: a\ndescription: A\nhandler: command\ncommand: "true"\n';
  const nan = write(workspace, 'nan.yaml', `${head}arguments: [.nan]\n`);
  const circle = write(workspace, 'circle.yaml', `name: b\n${head.slice(8)}arguments: &a [*a]\n`);

  const { commands, problems } = await loadHandles(source(nan, circle), plainHost);

  expect(commands).toEqual([]);
  expect(problems.map(({ file, pointer, message }) => [file, pointer, message])).toEqual([
    [nan, '/arguments/0', 'This number cannot be used.'],
    [circle, '/arguments', 'Values are nested too deeply.'],
  ]);
});

test('a missing file and one of another kind are problems, and the rest is loaded', async () => {
  const workspace = newWorkspace();
  const good = write(workspace, 'good.json', JSON.stringify(echo));
  const text = write(workspace, 'handles.txt', '{}');

  const { commands, problems } = await loadHandles(source(`${workspace}/none.json`, text, good, good), plainHost);

  expect(commands.map(({ path }) => path[0])).toEqual(['echo']);
  expect(problems.map(({ message }) => message)).toEqual([
    'The file cannot be read (it does not exist).',
    'Unknown file type.',
    'The file is listed twice.',
  ]);
});

test('of two handles with one name the first is kept, and names of other commands are taken', async () => {
  const workspace = newWorkspace();
  const first = write(workspace, 'a.json', JSON.stringify([echo, { ...echo, description: 'again' }]));
  const second = write(workspace, 'b.json', JSON.stringify([echo, { ...echo, name: 'taken' }]));

  const { commands, problems } = await loadHandles(source(first, second), plainHost, new Set(['taken']));

  expect(commands.map(({ description }) => description)).toEqual(['Says it']);
  expect(problems.map(({ file, pointer, message }) => [file, pointer, message])).toEqual([
    [first, '/1/name', 'Another handle in this file has this name.'],
    [second, '/0/name', `Another handle, in ${first}, has this name.`],
    [second, '/1/name', 'Another command has this name.'],
  ]);
});

test.each([
  ['help', '"help" is reserved for the gate itself.'],
  ['a.b', '"a.b" cannot be the name of a command.'],
  ['__proto__', '"__proto__" cannot be the name of a command.'],
  ['a'.repeat(65), 'cannot be the name of a command.'],
  ['-x', '"-x" cannot be the name of a command.'],
])('the name %s is refused', async (name, message) => {
  const loaded = await load({ ...echo, name });

  expect(loaded.commands).toEqual([]);
  expect(problemsOf(loaded).join('\n')).toContain(message);
});

test('handle and handler are both read, and neither may be missing', async () => {
  const { handler: _, ...rest } = echo;
  const both = await load({ ...rest, handle: 'command', handler: 'command' });
  const none = await load(rest);

  expect([both.commands.length, both.problems]).toEqual([1, []]);
  expect(problemsOf(none)).toEqual(['error : The field "handler" is missing. Write "handler": "command".']);
});

test('credentials that the owner has not defined are told, unless an alternative does without them', async () => {
  const one = { scheme: 'x-env', environment: { TOKEN: 'deploy-key' } };
  const other = { scheme: 'x-env', environment: { TOKEN: 'old-key' } };
  const host = {
    credential: (name: string) => (name === 'old-key' ? ({ ok: false, message: 'not now' } as const) : undefined),
  };

  expect(problemsOf(await load({ ...echo, security: one }, { host }))).toEqual([
    'hint /security: The configuration has no credential "deploy-key". Define it under "credentials" in the configuration; until then the command is refused.',
  ]);
  expect(problemsOf(await load({ ...echo, security: [one, other] }, { host }))).toEqual([]);
});

test('a secret that is written out in security is refused and never repeated', async () => {
  const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  const loaded = await load({
    ...echo,
    environment: { TOKEN: 'x' },
    security: [
      { scheme: 'x-env', environment: { TOKEN: secret } },
      { scheme: 'x-env', environment: { TOKEN: 'my secret password' } },
      { scheme: 'x-env', environment: { TOKEN: 'env:DEPLOY_KEY' } },
      { scheme: 'x-env', environment: { 'NO NAME': 'deploy-key' } },
      { scheme: 'x-env', environment: { TOKEN: 'deploy-key' } },
    ],
  });

  expect(loaded.commands).toEqual([]);
  expect(loaded.problems.map(({ pointer }) => pointer)).toEqual([
    '/environment/TOKEN',
    '/security/0/environment/TOKEN',
    '/security/1/environment/TOKEN',
    '/security/2/environment/TOKEN',
    '/security/3/environment/NO NAME',
  ]);
  expect(JSON.stringify(loaded.problems)).not.toMatch(/ghp_|password|env:DEPLOY_KEY/);
  expect(problemsOf(loaded).join('\n')).toContain('A credential is already put into this variable.');
});

test.each([
  [{ $: 'tool' }, undefined],
  ['{{tool}}', undefined],
  [{ $: 'tool' }, { tool: { type: 'string' } }],
])('an argument cannot choose the program: %j', async (command, properties) => {
  const loaded = await load({ ...echo, command, parameters: { type: 'object', properties: properties ?? {} } });

  expect(loaded.commands).toEqual([]);
  expect(problemsOf(loaded)).toContain(
    'error /command: An argument would choose the program. Write the program literally, or list the allowed programs in an "enum" of that parameter.',
  );
});

test('inherit and relative programs need the owner', async () => {
  const handle = { ...echo, command: './x.sh', io: { stdout: 'inherit' } };
  const refused = await load(handle);
  const allowed = await load(handle, { options: { inherit: true, relativePrograms: true } });

  expect(refused.problems.map(({ pointer }) => pointer)).toEqual(['/command', '/io/stdout']);
  expect(allowed.problems).toEqual([]);
});

test('a look at everything finds defaults that their own schema refuses', async () => {
  const workspace = newWorkspace();
  const parameters = { type: 'object', properties: { count: { type: 'integer', minimum: 1, default: 0 } } };
  const file = write(
    workspace,
    'a.json',
    JSON.stringify([
      { ...echo, parameters },
      { ...echo, name: 'fine' },
    ]),
  );

  const { handles, problems } = await checkHandles(source(file), plainHost);

  expect(handles).toEqual(['fine']);
  expect(problemsOf({ problems })).toEqual([
    'error /0/parameters/properties/count/default: The default does not match its own schema. Use a default that the schema accepts, or none.',
  ]);
});

test('examples that do not parse are told', async () => {
  const parameters = { type: 'object', properties: { count: { type: 'integer' } } };
  const loaded = await load({ ...echo, parameters, examples: ['echo --count 3', 'echo --cuont 3', 5] });

  expect(problemsOf(loaded)).toEqual([
    'error /examples/1: It does not parse: Unknown option --cuont. Did you mean --count?',
    'error /examples/2: This is not a command line of this command. Write the whole line as it is typed, starting with "echo".',
  ]);
});
