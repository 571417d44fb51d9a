import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { runInNode } from '../../test/fixtures/configuration/run-in-node.js';
import { writeFiles } from '../../test/fixtures/configuration/write-files.js';
import { ownDirectory } from '../ledger/own-directory.js';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.js';
import { loadConfiguration } from './load-configuration.js';
import type { Environment } from './resolve-secret.js';

const secret = 'hunter2-do-not-print';

/** The problems of a file, each on one line: `line:column key | message | fix`. */
async function problemsOf(name: string, text: string, environment: Environment = {}): Promise<string[]> {
  const directory = writeFiles({ [name]: text });
  const error = await failureOf(directory, undefined, environment);
  expect(error.problems.map(({ file }) => file)).toEqual(error.problems.map(() => join(directory, name)));
  return error.problems.map((problem) => toLine(problem).replaceAll(directory, '<here>'));
}

function toLine({ line, column, key, message, fix }: ConfigurationProblem): string {
  return `${line === undefined ? '' : `${line}:${column} `}${key} | ${message} | ${fix}`;
}

async function failureOf(directory: string, file?: string, environment: Environment = {}): Promise<ConfigurationError> {
  const error: unknown = await loadConfiguration({ directory, file, environment }).then(
    () => 'nothing was refused',
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigurationError))
    throw new Error('It was not refused as a configuration.', { cause: error });
  return error;
}

const usualLedger = (workspace: string) => ({
  directory: ownDirectory(workspace),
  url: undefined,
  sync: 'process',
  keepDays: undefined,
  keepBytes: undefined,
  keepLogDays: undefined,
  auditFile: undefined,
});

const complete = {
  $schema: './node_modules/cmdgate/schemas/config.json',
  name: 'office',
  version: '1.2.3',
  description: 'Calendar and mail',
  title: 'The office',
  website: 'https://example.com/office',
  icons: [{ src: 'https://example.com/office.svg', mimeType: 'image/svg+xml', sizes: ['any'], theme: 'dark' }],
  tools: 'each',
  logs: 'client',
  workspace: 'work',
  commands: ['commands/**/*.{ts,js}', 'extra.mjs', './extra.mjs'],
  strict: true,
  handles: [
    'handles/*.json',
    {
      files: ['handles/more.yaml'],
      paths: 'any',
      environment: ['PATH'],
      pass: ['HOME', 'LC_*'],
      relativePrograms: true,
      inherit: true,
      newlines: true,
      characters: 'strict',
    },
  ],
  utcp: [
    'manuals/*.json',
    {
      name: 'tools',
      command: ['print-manual', '--json'],
      variables: { KEY: 'env:DEPLOY' },
      environment: ['LANG'],
      paths: 'any',
      relativePrograms: true,
      continueOnFailure: true,
      timeoutMs: 5_000,
    },
  ],

  programs: { path: ['bin'], environment: { MODE: 'test', KEY: 'env:DEPLOY' }, pass: ['SSH_*'] },
  shell: {
    enabled: true,
    timeoutMs: 1_000,
    maxTimeoutMs: 2_000,
    yieldMs: 500,
    globs: false,
    aiCommands: { aider: { answer: 'stderr' } },
  },
  snapshots: 'required',
  sandbox: {
    mode: 'required',
    network: ['API.example.org.:443', '*.example.org:80'],
    credentials: { API_TOKEN: { from: 'env:HTTP', hosts: ['api.example.org:443'], headers: ['X-Key'] } },
    readable: ['shared'],
    writable: ['out'],
    workspace: 'read-only',
    commands: { 'gmail *': { network: false }, 'shell npm': { mode: 'auto', writable: ['cache'] } },
  },
  policy: 'rules/policy.json',
  approvals: { directory: '../asked', expiresMs: 60_000 },
  credentials: { deploy: 'env:DEPLOY', sign: 'file:secrets/bob' },
  allow: ['calendar *', 'gmail *', 'x-report'],
  deny: ['gmail delegates'],
  callers: {
    alice: { token: 'env:ALICE', may: ['*'], scopes: ['mail.read'] },
    bob: { token: 'file:secrets/bob' },
  },
  limits: {
    characters: 5_000,
    arguments: 50,
    argumentCharacters: 4_000,
    timeoutMs: 30_000,
    rate: { perMinute: 60 },
    concurrency: 8,
    processes: 4,
    background: 5,
    outputBytes: 1_000_000,
    previewBytes: 1_000,
    graceMs: 0,
    program: { cpuSeconds: 10, memoryBytes: 1_073_741_824, processes: 50, fileBytes: 1_000, openFiles: 64 },
    sandbox: { processes: 500, memoryBytes: 1_073_741_824, freeDiskBytes: 1_000_000 },
    responseBytes: 100_000,
  },
  ledger: {
    directory: '../memory',
    url: 'env:TEST_DATABASE',
    sync: 'full',
    keepDays: 7,
    keepBytes: 2_000_000,
    keepLogDays: 365,
  },
  audit: { file: 'logs/audit.jsonl' },
  http: {
    host: '0.0.0.0',
    port: 8080,
    token: 'env:HTTP',
    allowedHosts: ['gate.example.com:8080', '[::1]'],
    allowedOrigins: ['https://app.example.com'],
    oauth: {
      issuers: ['https://login.example.com'],
      resource: 'https://gate.example.com/mcp',
      audience: [],
      requiredScopes: ['notes:read'],
      callers: { editor: { scopes: ['notes:write'], claims: { groups: 'staff' }, may: ['notes *'] }, reader: {} },
    },
  },
};

const around = {
  'work/.keep': '',
  'secrets/bob': 'token-of-bob\n',
  'handles/one.json': '',
  'handles/more.yaml': '',
  'manuals/one.json': '',
  'bin/.keep': '',
  'commands/b.ts': '',
  'commands/deep/a.js': '',
  'commands/types.d.ts': '',
  'commands/node_modules/dependency.js': '',
  'extra.mjs': '',
};

test.each([
  ['cmdgate.config.json', JSON.stringify(complete)],
  ['cmdgate.config.yaml', `# in YAML, JSON is a style of its own\n${JSON.stringify(complete, null, 1)}`],
  ['cmdgate.config.js', `export default ${JSON.stringify(complete)};`],
])('%s with every key is resolved to absolute paths and real secrets', async (name, text) => {
  const directory = writeFiles({ ...around, 'package.json': '{"type":"module"}', [name]: text });

  const configuration = await loadConfiguration({
    directory: join(directory, 'commands/deep'),
    environment: {
      TEST_DATABASE: 'postgres://localhost/test',
      ALICE: 'token-of-alice',
      HTTP: 'token-of-http',
      DEPLOY: 'token-of deploy',
    },
  });

  expect(JSON.parse(JSON.stringify(configuration))).toEqual({
    file: join(directory, name),
    name: 'office',
    version: '1.2.3',
    description: 'Calendar and mail',
    introduction: {
      title: 'The office',
      website: 'https://example.com/office',
      icons: [{ src: 'https://example.com/office.svg', mimeType: 'image/svg+xml', sizes: ['any'], theme: 'dark' }],
      tools: 'each',
      logs: 'client',
    },
    workspace: join(directory, 'work'),
    projectRoot: join(directory, 'work'),
    commandFiles: ['commands/b.ts', 'commands/deep/a.js', 'extra.mjs'].map((file) => join(directory, file)),
    untrustedFiles: [],
    handlerProcess: true,
    strict: true,
    handles: [
      {
        files: [join(directory, 'handles/one.json')],
        paths: 'workspace',
        environment: [],
        pass: [],
        relativePrograms: false,
        inherit: false,
        newlines: false,
        characters: 'text',
      },
      {
        files: [join(directory, 'handles/more.yaml')],
        paths: 'any',
        environment: ['PATH'],
        pass: ['HOME', 'LC_*'],
        relativePrograms: true,
        inherit: true,
        newlines: true,
        characters: 'strict',
      },
    ],
    utcp: [
      {
        from: { files: [join(directory, 'manuals/one.json')] },
        paths: 'workspace',
        relativePrograms: false,
        continueOnFailure: false,
        variables: {},
        environment: [],
      },
      {
        name: 'tools',
        from: { command: ['print-manual', '--json'], timeoutMs: 5_000 },
        paths: 'any',
        relativePrograms: true,
        continueOnFailure: true,
        variables: {},
        environment: ['LANG'],
      },
    ],
    programPath: [join(directory, 'bin')],
    warnings: [],
    allow: ['calendar *', 'gmail *', 'x-report'],
    deny: ['gmail delegates'],
    callers: [
      { caller: { name: 'alice', may: ['*'], scopes: ['mail.read'] }, token: '[REDACTED]' },
      { caller: { name: 'bob', may: 'everything' }, token: '[REDACTED]' },
    ],
    limits: complete.limits,
    programEnvironment: { MODE: 'test', KEY: '[REDACTED]' },
    programPass: ['SSH_*'],
    shell: complete.shell,
    snapshots: 'required',
    sandbox: {
      mode: 'required',
      network: ['api.example.org:443', '*.example.org:80'],
      credentials: { API_TOKEN: { hosts: ['api.example.org:443'], headers: ['x-key'], value: '[REDACTED]' } },
      readable: [join(directory, 'shared')],
      writable: [join(directory, 'out')],
      workspace: 'read-only',
      commands: {
        'gmail *': { network: false },
        'shell npm': { mode: 'auto', writable: [join(directory, 'cache')] },
      },
    },
    policy: { file: join(directory, 'rules/policy.json') },
    approvals: { directory: join(directory, '../asked'), expiresMs: 60_000 },
    ledger: {
      directory: join(directory, '../memory'),
      url: '[REDACTED]',
      sync: 'full',
      keepDays: 7,
      keepBytes: 2_000_000,
      keepLogDays: 365,
      auditFile: join(directory, 'logs/audit.jsonl'),
    },
    http: {
      ...complete.http,
      token: '[REDACTED]',
      oauth: {
        ...complete.http.oauth,
        callers: [
          { caller: { name: 'editor', may: ['notes *'] }, scopes: ['notes:write'], claims: { groups: 'staff' } },
          { caller: { name: 'reader', may: 'everything' }, scopes: [], claims: {} },
        ],
      },
      tokenVariables: ['HTTP', 'ALICE'],
    },
  });
  expect(configuration?.callers.map(({ token }) => token.reveal())).toEqual(['token-of-alice', 'token-of-bob']);
  expect(configuration?.http.token?.reveal()).toBe('token-of-http');
  const credentials = ['deploy', 'sign', 'unknown'].map((one) => configuration?.credential(one));
  expect(credentials.map((found) => found?.ok && found.secret.reveal())).toEqual([
    'token-of deploy',
    'token-of-bob',
    undefined,
  ]);
  expect(`${inspect(configuration, { depth: 9, showHidden: true })} ${configuration?.http.token}`).not.toContain(
    'token-of',
  );
});

test('a configuration in TypeScript is read in a plain Node process', async () => {
  const directory = writeFiles({
    'cmdgate.config.ts': [
      "import { CommandError } from 'cmdgate';",
      'const name: string = typeof CommandError;',
      'export default { name, audit: false };',
    ].join('\n'),
    'broken.ts': `export default {\n  http: { token: '${secret}' oops },\n};`,
  });

  const result = await runInNode({
    module: 'src/configuration/load-configuration.ts',
    dependencies: 'installed',
    script: `
      const directory = ${JSON.stringify(directory)};
      const { name, ledger, workspace } = await subject.loadConfiguration({ directory });
      const error = await subject.loadConfiguration({ directory, file: 'broken.ts' }).catch((error) => error);
      return { name, ledger, workspace, problems: error.problems };`,
  });

  expect(result).toEqual({
    name: 'function',
    ledger: false,
    workspace: directory,
    problems: [
      {
        file: join(directory, 'broken.ts'),
        line: 2,
        column: expect.any(Number),
        key: '',
        message: 'The file could not be loaded: Unexpected token, expected ",".',
        fix: 'Fix the program; it must run on its own.',
      },
    ],
  });
});

test('a configuration in JSON needs neither the YAML parser nor the TypeScript loader', async () => {
  const directory = writeFiles({ 'cmdgate.config.json': '{"name": "lean"}' });

  const result = await runInNode({
    module: 'src/configuration/load-configuration.ts',
    dependencies: 'missing',
    script: `return (await subject.loadConfiguration({ directory: ${JSON.stringify(directory)} })).name;`,
  });

  expect(result).toBe('lean');
});

test('an empty object keeps every default', async () => {
  const directory = writeFiles({ 'cmdgate.config.json': '{}' });

  expect(await loadConfiguration({ directory })).toEqual({
    file: join(directory, 'cmdgate.config.json'),
    name: undefined,
    version: undefined,
    description: undefined,
    introduction: { title: undefined, website: undefined, icons: undefined, tools: 'one', logs: 'owner' },
    workspace: directory,
    commandFiles: [],
    untrustedFiles: [],
    handlerProcess: true,
    strict: false,
    handles: [],
    utcp: [],
    programPath: undefined,
    credential: expect.any(Function),
    warnings: [],
    allow: 'everything',
    deny: [],
    callers: [],
    limits: {},
    programEnvironment: {},
    programPass: [],
    shell: {},
    sandbox: { mode: 'auto' },
    snapshots: 'off',
    policy: undefined,
    approvals: {},
    ledger: usualLedger(directory),
    http: {
      host: '127.0.0.1',
      port: undefined,
      token: undefined,
      allowedHosts: [],
      allowedOrigins: [],
      tokenVariables: [],
    },
  });
});

test('a shell that may run longer than it may is told', async () => {
  const directory = writeFiles({ 'cmdgate.config.json': '{ "shell": { "timeoutMs": 2000000 } }' });

  expect((await failureOf(directory)).problems).toMatchObject([
    { key: 'shell.timeoutMs', message: 'Must not be more than maxTimeoutMs, which is 1800000.' },
  ]);
});

test('the workspace is a real path, and the ledger of audit: true stands in it', async () => {
  const directory = writeFiles({ 'real/.keep': '', 'cmdgate.config.yaml': 'workspace: link\naudit: true\n' });
  symlinkSync('real', join(directory, 'link'));

  const { workspace, ledger } = (await loadConfiguration({ directory })) ?? {};

  expect({ workspace, ledger }).toEqual({
    workspace: join(directory, 'real'),
    ledger: usualLedger(join(directory, 'real')),
  });
});

test('without a file there is no configuration, and the nearest file upwards counts', async () => {
  const directory = writeFiles({
    'cmdgate.config.json': '{"name": "outer"}',
    'inner/cmdgate.config.yaml': 'name: inner\n',
    'inner/deep/er/.keep': '',
    'other/.keep': '',
  });

  expect((await loadConfiguration({ directory: join(directory, 'inner/deep/er') }))?.name).toBe('inner');
  expect((await loadConfiguration({ directory: join(directory, 'other') }))?.name).toBe('outer');
  expect((await loadConfiguration({ directory, file: 'inner/cmdgate.config.yaml' }))?.name).toBe('inner');
  expect(await loadConfiguration({ directory: '/' })).toBe(undefined);
});

test('one report lists every problem with its place, in the order of the file', async () => {
  const directory = writeFiles({
    'cmdgate.config.json': [
      '{',
      '  "nmae": "office",',
      '  "workspace": "missing",',
      '  "commands": ["nothing/*.ts"],',
      '  "allow": "gmail *",',
      '  "deny": ["gmail  send", "gmail*", "*"],',
      '  "limits": { "rate": { "perMinute": 0 }, "timeoutMs": "30s" },',
      '  "limits": { "rate": { "perMinute": 0.5 } },',
      `  "http": { "port": 70000, "token": "${secret}" },`,
      '  "timeoutMs": 5',
      '}',
    ].join('\n'),
  });

  const error = await failureOf(directory);

  expect(error.message.replaceAll(directory, '<here>')).toMatchInlineSnapshot(`
    "The configuration has 11 problems.

    <here>/cmdgate.config.json:2:3 at nmae
      Unknown key "nmae".
      Did you mean "name"?

    <here>/cmdgate.config.json:3:16 at workspace
      The directory "<here>/missing" cannot be used (it does not exist).
      Name a directory that exists, relative to the configuration file.

    <here>/cmdgate.config.json:4:16 at commands[0]
      "nothing/*.ts" matches no file.
      Write it relative to "<here>", for example "commands/*.ts".

    <here>/cmdgate.config.json:5:12 at allow
      Must be a list, not text.
      Write a list, even for one item: ["gmail *"].

    <here>/cmdgate.config.json:6:12 at deny[0]
      Must be a command pattern: words separated by single spaces, with an optional final *, not "gmail  send".
      For example: "gmail *".

    <here>/cmdgate.config.json:6:27 at deny[1]
      Must be a command pattern: words separated by single spaces, with an optional final *, not "gmail*".
      For example: "gmail *".

    <here>/cmdgate.config.json:8:3 at limits
      The key "limits" appears twice.
      Keep one of the two.

    <here>/cmdgate.config.json:8:38 at limits.rate.perMinute
      Must be a whole number from 1 to 1000000, not 0.5.
      Write a number in that range, without quotes or units.

    <here>/cmdgate.config.json:9:21 at http.port
      Must be a whole number from 0 to 65535, not 70000.
      Write a number in that range, without quotes or units.

    <here>/cmdgate.config.json:9:37 at http.token
      Must be a reference to the secret, "env:NAME" or "file:path", never the secret itself.
      Write "env:CMDGATE_HTTP_TOKEN" and set that environment variable, or "file:path" and put the secret into that file.

    <here>/cmdgate.config.json:10:3 at timeoutMs
      Unknown key "timeoutMs".
      Did you mean "limits.timeoutMs"?"
  `);
});

test.each([
  ['JSON', 'cmdgate.config.json', '{\n "http": {\n  "tokne": "x" } }', '3:3 '],
  ['YAML', 'cmdgate.config.yaml', 'http:\n  host: localhost\n  tokne: x\n', '3:3 '],
  ['JavaScript', 'cmdgate.config.js', 'module.exports = { http: { tokne: "x" } };', ''],
])('an unknown key in %s is refused with the nearest name', async (_kind, name, text, place) => {
  expect(await problemsOf(name, text)).toEqual([
    `${place}http.tokne | Unknown key "tokne" in http. | Did you mean "token"?`,
  ]);
});

test('a key of the top level that is written in an object is told where it belongs', async () => {
  const error = await failureOf(writeFiles({ 'cmdgate.config.json': '{"shell": {"programs": []}}' }));

  expect(error.problems.map(({ fix }) => fix)).toEqual([
    expect.stringMatching(/^The keys are: .*"programs" belongs to the top level of the configuration\.$/),
  ]);
});

test.each([
  ['perMinute', 'Did you mean "limits.rate.perMinute"?'],
  ['Limits', 'Did you mean "limits"?'],
  ['constructor', expect.stringContaining('The keys are: name, version, ')],
  ['__proto__', expect.stringContaining('The keys are: name, version, ')],
])('the unknown key %s is explained', async (key, fix) => {
  const error = await failureOf(writeFiles({ 'cmdgate.config.json': `{"${key}": {}}` }));

  expect(error.problems.map((problem) => [problem.key, problem.message, problem.fix])).toEqual([
    [key, `Unknown key "${key}".`, fix],
  ]);
});

test.each([
  ['name', '5', 'Must be text, not a number.', 'Put it in quotes.'],
  ['name', '" "', 'Must be one line of text, not " ".', 'For example: "office".'],
  ['name', '"a\\u001b[31m"', 'Must be one line of text, not "a\\u001b[31m".', 'For example: "office".'],
  ['version', 'null', 'Must be text, not empty.', 'Give it a value, or remove the key.'],
  ['commands', '{}', 'Must be a list, not an object.', 'Write a list, even for one item: ["commands/**/*.ts"].'],
  ['audit', '"yes"', 'Must be true, false or an object, not text.', 'Fix the value, or remove the key.'],
  [
    'callers',
    '["alice"]',
    'Must be an object, not a list.',
    'Its keys are names; each value has the keys token, may, scopes.',
  ],
  [
    'http',
    'true',
    'Must be an object, not a boolean.',
    'Its keys: host, port, requests, connections, token, allowedHosts, allowedOrigins, oauth.',
  ],
])('%s: %s is refused', async (key, value, message, fix) => {
  expect(await problemsOf('cmdgate.config.json', `{"${key}": ${value}}`)).toEqual([
    `1:${key.length + 6} ${key} | ${message} | ${fix}`,
  ]);
});

test.each([
  ['"gmail"', true],
  ['"gmail delegates"', true],
  ['"gmail *"', true],
  ['"*"', true],
  ['"x-my_co list2 *"', true],
  ['""', false],
  ['" gmail"', false],
  ['"gmail "', false],
  ['"gmail  send"', false],
  ['"gmail*"', false],
  ['"* gmail"', false],
  ['"gmail * send"', false],
  ['"gmail **"', false],
  ['"1password"', false],
  ['"gmail\\tsend"', false],
  ['"gmail\\n"', false],
  ['"--all"', false],
])('the pattern %s is accepted: %s', async (pattern, accepted) => {
  const directory = writeFiles({ 'cmdgate.config.json': `{"allow": [${pattern}]}` });
  const load = loadConfiguration({ directory });

  if (accepted) expect((await load)?.allow).toEqual([JSON.parse(pattern)]);
  else await expect(load).rejects.toThrow(/allow\[0\]\n {2}Must be a command pattern/);
});

test.each([
  ['limits.characters', 0, '1 to 10000000'],
  ['limits.arguments', 1e9, '1 to 100000'],
  ['limits.argumentCharacters', -1, '1 to 10000000'],
  ['limits.timeoutMs', 2 ** 31, '1 to 2147483647'],
  ['limits.rate.perMinute', 1.5, '1 to 1000000'],
  ['limits.concurrency', 0, '1 to 10000'],
  ['limits.responseBytes', 99, '100 to 1000000000'],
  ['http.port', -1, '0 to 65535'],
])('%s: %d is refused with the range %s', async (key, value, range) => {
  const file = key.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);

  expect(await problemsOf('cmdgate.config.json', JSON.stringify(file))).toEqual([
    `1:${JSON.stringify(file).indexOf(String(value)) + 1} ${key} | Must be a whole number from ${range}, not ${value}. | ` +
      'Write a number in that range, without quotes or units.',
  ]);
});

test.each([
  ['{"callers": {"alice": {"token": "hunter2-do-not-print"}}}'],
  ['{"callers": {"alice": {"token": "env:hunter2-do-not-print"}}}'],
  ['{"callers": {"alice": {"token": "$hunter2-do-not-print"}}}'],
  ['{"callers": {"alice": {"token": ["hunter2-do-not-print"]}}}'],
  ['{"callers": {"alice": "hunter2-do-not-print"}}'],
  ['{"callers": "hunter2-do-not-print"}'],
  ['{"http": {"token": "hunter2-do-not-print"}}'],
  ['{"http": {"tokn": "hunter2-do-not-print"}}'],
  ['{"http": {"port": "hunter2-do-not-print"}}'],
  ['{"http": {"token": "hunter2-do-not-print}}'],
  ['{"http": {"token": hunter2-do-not-print}}'],
])('no report of %s shows the secret', async (text) => {
  for (const name of ['cmdgate.config.json', 'cmdgate.config.yaml', 'cmdgate.config.js']) {
    const source = name.endsWith('.js') ? `module.exports = ${text};` : text;
    const error = await failureOf(writeFiles({ [name]: source }));

    expect(inspect({ message: error.message, problems: error.problems }, { depth: 9 })).not.toContain('hunter2');
  }
});

test('a secret written out is refused with the reference to use', async () => {
  const text = `callers:\n  alice-2:\n    token: ${secret}\nhttp:\n  token: 12345\n`;

  expect(await problemsOf('cmdgate.config.yaml', text)).toEqual([
    '3:12 callers.alice-2.token | Must be a reference to the secret, "env:NAME" or "file:path", never the secret itself. | ' +
      'Write "env:CMDGATE_ALICE_2_TOKEN" and set that environment variable, or "file:path" and put the secret into that file.',
    '5:10 http.token | Must be a reference to the secret, "env:NAME" or "file:path", never the secret itself. | ' +
      'Write "env:CMDGATE_HTTP_TOKEN" and set that environment variable, or "file:path" and put the secret into that file.',
  ]);
});

test('references that lead nowhere are named, without values', async () => {
  const references = {
    a: 'env:MISSING',
    b: 'env:EMPTY',
    c: 'file:missing',
    d: 'file:.',
    e: 'file:empty',
    f: 'env:BLANKS',
    g: 'env:toString',
  };
  const directory = writeFiles({
    empty: '\n',
    'cmdgate.config.json': JSON.stringify({
      callers: Object.fromEntries(Object.entries(references).map(([name, token]) => [name, { token }])),
    }),
  });

  const { problems } = await failureOf(directory, undefined, { EMPTY: '', BLANKS: `${secret} ${secret}` });

  expect(problems.map(({ key, message }) => `${key} ${message.replaceAll(directory, '<here>')}`)).toEqual([
    'callers.a.token The environment variable MISSING is not set.',
    'callers.b.token The environment variable EMPTY is empty.',
    'callers.c.token The secret file "<here>/missing" cannot be read (it does not exist).',
    'callers.d.token The secret file "<here>" is not a file.',
    'callers.e.token The secret file "<here>/empty" is empty.',
    'callers.f.token The environment variable BLANKS contains a space, a line break or a non-ASCII character, which a token cannot have.',
    'callers.g.token The environment variable toString is not set.',
  ]);
});

test('two callers with one token, and a caller with the token of the door, are refused', async () => {
  const text = [
    'callers:',
    '  alice: { token: env:ONE }',
    '  bob: { token: env:SAME }',
    '  carol: { token: env:DOOR }',
    'http: { token: env:DOOR }',
  ].join('\n');

  expect(await problemsOf('cmdgate.config.yaml', text, { ONE: secret, SAME: secret, DOOR: 'other' })).toEqual([
    '3:17 callers.bob.token | The caller "bob" has the same token as the caller "alice". | Give each its own token.',
    '4:19 callers.carol.token | The caller "carol" has the same token as http.token. | Give each its own token.',
  ]);
});

test('a caller needs a plain name and a token', async () => {
  const text = 'callers:\n  "a b":\n    token: env:ONE\n  carol:\n    may: [gmail *]\n';

  expect(await problemsOf('cmdgate.config.yaml', text, { ONE: secret })).toEqual([
    '2:3 callers["a b"] | "a b" is not a plain name. | Start with a letter, then use letters, digits, "_", "-" and "."; at most 64 characters.',
    '4:3 callers.carol | The key "token" is missing. | Add it.',
  ]);
});

test.each([
  ['cmdgate.config.json', '', ' | The file is empty. | Write {} to keep all defaults.'],
  ['cmdgate.config.json', ' \n\t', ' | The file is empty. | Write {} to keep all defaults.'],
  ['cmdgate.config.yaml', '# nothing yet\n', ' | The file is empty. | Write {} to keep all defaults.'],
  ['cmdgate.config.json', '[]', expect.stringContaining('1:1  | Must be an object, not a list. | Its keys: name, ')],
  ['cmdgate.config.json', 'null', expect.stringContaining('1:1  | Must be an object, not empty. | Its keys: name, ')],
  ['cmdgate.config.yaml', 'just text', expect.stringContaining('1:1  | Must be an object, not text. | ')],
  ['cmdgate.config.yaml', 'name: a\nname: b\n', '2:1  | This key appears twice. | Keep one of the two.'],
  [
    'cmdgate.config.yaml',
    'name: a\n---\nname: b\n',
    expect.stringContaining('The file contains more than one document.'),
  ],
  ['cmdgate.config.yaml', 'http:\n\tport: 1\n', '2:1  | Tabs cannot indent YAML. | Use spaces.'],
  ['cmdgate.config.yaml', 'deny: [*]\n', expect.stringContaining('1:8  | ')],
  ['cmdgate.config.yaml', 'name: !!js/function "x"\n', expect.stringContaining('1:7  | Unknown tag.')],
  ['cmdgate.config.js', 'module.exports = () => ({});', ' | Must be an object, not a function. | '],
  ['cmdgate.config.js', 'module.exports = new Map();', ' | Must be an object, not an instance of a class. | '],
  [
    'cmdgate.config.js',
    'throw new Error("no network");',
    ' | The file could not be loaded: no network. | Fix the program; it must run on its own.',
  ],
  ['cmdgate.config.js', 'throw null;', ' | The file could not be loaded: It threw something that is not an Error. | '],
])('%s holding %j is one readable problem', async (name, text, problem) => {
  expect(await problemsOf(name, text)).toEqual([
    typeof problem === 'string' && name.endsWith('.js') ? expect.stringContaining(problem) : problem,
  ]);
});

test('aliases that multiply are refused instead of filling the memory', async () => {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const items =
      level === 0
        ? '[gmail, gmail]'
        : `[${Array(9)
            .fill(`*l${level - 1}`)
            .join(', ')}]`;
    return `l${level}: &l${level} ${items}`;
  });

  expect(await problemsOf('cmdgate.config.yaml', levels.join('\n'))).toEqual([
    ' | The aliases of this file repeat too much, or refer to nothing. | Write the values instead.',
  ]);
});

test('files that cannot be used are refused by name', async () => {
  const directory = writeFiles({ 'notes.toml': 'a = 1', 'large.json': ' '.repeat(1024 * 1024 + 1) });
  mkdirSync(join(directory, 'folder.json'));
  symlinkSync('nowhere', join(directory, 'link.json'));
  const load = async (file: string) => (await failureOf(directory, file)).problems.map(({ message }) => message);

  expect(await load('missing.json')).toEqual(['The file cannot be read (it does not exist).']);
  expect(await load('link.json')).toEqual(['The file cannot be read (it does not exist).']);
  expect(await load('folder.json')).toEqual(['This is not a file.']);
  expect(await load('notes.toml')).toEqual(['Unknown file type.']);
  expect(await load('large.json')).toEqual(['The file is larger than 1048576 bytes.']);
});

test('of two configuration files side by side the first counts, and the other one is told of', async () => {
  const directory = writeFiles({ 'cmdgate.config.json': '{}', 'cmdgate.config.yaml': 'name: x', 'below/.keep': '' });

  expect(await loadConfiguration({ directory: join(directory, 'below') })).toMatchObject({
    file: join(directory, 'cmdgate.config.json'),
    warnings: [`${join(directory, 'cmdgate.config.yaml')} is ignored: cmdgate.config.json is used.`],
  });
  expect((await loadConfiguration({ directory, file: 'cmdgate.config.yaml' }))?.name).toBe('x');
});

test('a file that is nearly named right is reported, not passed over', async () => {
  const directory = writeFiles({ 'cmdgate.config.json': '{}', 'inner/cmdgate.config.yml': 'deny: ["*"]' });

  expect((await failureOf(join(directory, 'inner'))).problems).toEqual([
    {
      file: join(directory, 'inner/cmdgate.config.yml'),
      key: '',
      message: 'This name is not one of cmdgate.config.json, .yaml, .ts and .js.',
      fix: 'Rename the file to cmdgate.config.yaml.',
    },
  ]);
});

test('a workspace, an audit file or a glob of the wrong kind is refused', async () => {
  const directory = writeFiles({
    'notes/readme.md': '',
    'cmdgate.config.json': '{"workspace": "notes/readme.md", "audit": {"file": "notes"}, "commands": ["notes/*"]}',
  });

  const { problems } = await failureOf(directory);

  expect(problems.map(({ key, message }) => `${key} ${message.replaceAll(directory, '<here>')}`)).toEqual([
    'workspace "<here>/notes/readme.md" is not a directory.',
    'audit.file "<here>/notes" is a directory.',
    'commands[0] "notes/*" matches files, but no .ts, .js or .mjs module.',
  ]);
});

test('a byte order mark is no obstacle, bytes that are not UTF-8 are', async () => {
  const directory = writeFiles({ 'cmdgate.config.json': '\ufeff{"name": "marked"}' });
  writeFileSync(join(directory, 'latin.json'), Buffer.from('{"name": "B\xfcro"}', 'latin1'));

  expect((await loadConfiguration({ directory }))?.name).toBe('marked');
  expect((await failureOf(directory, 'latin.json')).problems.map(({ message }) => message)).toEqual([
    'The file is not UTF-8 text.',
  ]);
});

test.each([
  [{}, 'off'],
  [{ shell: { enabled: true } }, 'on'],
  [{ shell: { enabled: true }, snapshots: false }, 'off'],
  [{ snapshots: true }, 'on'],
  [{ snapshots: 'required' }, 'required'],
] as const)('%j has its snapshots %s', async (settings, snapshots) => {
  const directory = writeFiles({ 'cmdgate.config.json': JSON.stringify(settings) });
  expect((await loadConfiguration({ directory }))?.snapshots).toBe(snapshots);
});
