import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { loadConfiguredPolicy } from '../opening/load-configured-policy.js';
import { readOwnFile, replaceFile } from './replace-file.js';
import { RulesFile } from './rules-file.js';
import type { WrittenRule } from './write-rule.js';

let directory: string;

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-rules-')));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const path = (name: string) => join(directory, name);
const text = (name: string) => readFileSync(path(name), 'utf8');

const rule: WrittenRule = {
  id: 'npm-test',
  decision: 'allow',
  reason: 'It was approved.',
  command: 'shell',
  program: 'npm',
  arguments: ['test'],
  match: ['npm test'],
};

const another: WrittenRule = { ...rule, id: 'npm-build', arguments: ['run', 'build'], match: ['npm run build'] };

async function configure(configuration: object, files: Readonly<Record<string, string>> = {}, name = 'json') {
  const written = name === 'json' ? JSON.stringify(configuration) : `export default ${JSON.stringify(configuration)}`;
  writeFileSync(path(`cmdgate.config.${name}`), written);
  for (const [file, content] of Object.entries(files)) writeFileSync(path(file), content);
  const loaded = await loadConfiguration({ directory });
  if (!loaded) throw new Error('There is no configuration.');
  return loaded;
}

test('a rule is added to the JSON file of the configuration, which keeps its indentation and its permissions', async () => {
  const configuration = await configure(
    { policy: 'rules.json' },
    { 'rules.json': '{\n\t"default": "ask",\n\t"rules": []\n}' },
  );
  chmodSync(path('rules.json'), 0o640);

  await new RulesFile(configuration).add([rule]);

  expect(text('rules.json')).toBe(JSON.stringify({ default: 'ask', rules: [rule] }, null, '\t'));
  expect(statSync(path('rules.json')).mode & 0o777).toBe(0o640);
  expect((await loadConfiguredPolicy(configuration)).rules.map(({ id }) => id)).toContain('npm-test');
  expect(readdirSync(directory).sort()).toEqual(['cmdgate.config.json', 'rules.json']);
});

test('a file without rules gets a list of them', async () => {
  const configuration = await configure({ policy: 'rules.json' }, { 'rules.json': '\ufeff{"default":"deny"}\n' });

  await new RulesFile(configuration).add([rule, another]);

  expect(text('rules.json')).toBe(`\ufeff${JSON.stringify({ default: 'deny', rules: [rule, another] }, null, 2)}\n`);
});

test('comments of a YAML file stay', async () => {
  const yaml = `# Who may do what.
default: ask # unless a rule says otherwise
rules:
  # Tests are wanted.
  - id: make
    decision: allow
    reason: "It builds."
    program: make
    arguments: [all]
    match: [make all] # as typed
# The end.
`;
  const configuration = await configure({ policy: 'rules.yaml' }, { 'rules.yaml': yaml });

  await new RulesFile(configuration).add([rule]);

  const after = text('rules.yaml');
  for (const line of yaml.trim().split('\n').slice(0, 10)) expect(after).toContain(line);
  expect(after).toContain('# The end.');
  expect(after).toContain('  - id: npm-test\n    decision: allow\n    reason: It was approved.\n');
  expect((await loadConfiguredPolicy(configuration)).rules.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['make', 'npm-test']),
  );
});

test.each([
  ['default: ask\nrules: []\n', 'default: ask\nrules:\n  - id: npm-test\n'],
  ['default: ask\n', 'default: ask\nrules:\n  - id: npm-test\n'],
])('YAML %j gets its first rule', async (before, beginning) => {
  const configuration = await configure({ policy: 'rules.yaml' }, { 'rules.yaml': before });

  await new RulesFile(configuration).add([rule]);

  expect(text('rules.yaml').slice(0, beginning.length)).toBe(beginning);
});

test('without a policy of its own, the configuration gets a new file beside it and is not touched', async () => {
  const configuration = await configure({ shell: { enabled: true } });
  const before = text('cmdgate.config.json');
  const file = new RulesFile(configuration);

  await file.add([rule]);
  await file.add([another]);

  expect(JSON.parse(text('policy.json'))).toEqual({ default: 'ask', rules: [rule, another] });
  expect(text('cmdgate.config.json')).toBe(before);
  expect(file.next).toBe(
    'Nothing reads it yet: write "policy": "policy.json" into cmdgate.config.json and restart the gates.',
  );
});

test('rules that stand in the configuration go into the new file as well', async () => {
  const configuration = await configure({ policy: { default: 'deny', rules: [another] } }, {}, 'js');
  const file = new RulesFile(configuration);

  await file.add([rule]);

  expect(JSON.parse(text('policy.json'))).toEqual({ default: 'deny', rules: [another, rule] });
  expect(file.next).toContain("write policy: 'policy.json' into cmdgate.config.js in place of the rules there");
});

test('a new file never takes the place of another one', async () => {
  const configuration = await configure({}, { 'policy.json': 'somebody else wrote this' });

  await expect(new RulesFile(configuration).add([rule])).rejects.toMatchObject({
    code: 'RULE_NOT_WRITTEN',
    message: `${path('policy.json')} exists, but the configuration does not name it`,
  });
  expect(text('policy.json')).toBe('somebody else wrote this');
});

test('a link is not followed', async () => {
  const configuration = await configure({ policy: 'rules.json' }, { 'real.json': '{"default":"ask"}' });
  symlinkSync('real.json', path('rules.json'));

  await expect(new RulesFile(configuration).add([rule])).rejects.toThrow('it is a symbolic link');
  expect(lstatSync(path('rules.json')).isSymbolicLink()).toBe(true);
  expect(text('real.json')).toBe('{"default":"ask"}');
});

test.each([
  ['a name that is taken', { ...another, id: 'npm-test' }, 'rules[1].id: rules[0] already has the name "npm-test".'],
  ['an example that does not hold', { ...another, match: ['make'] }, 'Rule "npm-build": The rule does not match'],
])('a rule with %s is not written', async (_what, wrong, message) => {
  const configuration = await configure(
    { policy: 'rules.json' },
    { 'rules.json': JSON.stringify({ default: 'ask', rules: [rule] }) },
  );
  const before = text('rules.json');

  await expect(new RulesFile(configuration).add([wrong])).rejects.toThrow(message);
  expect(text('rules.json')).toBe(before);
  expect(readdirSync(directory).sort()).toEqual(['cmdgate.config.json', 'rules.json']);
});

test('what somebody else wrote meanwhile is not lost', async () => {
  writeFileSync(path('rules.json'), 'before');
  const before = readOwnFile(path('rules.json'));

  const replaced = replaceFile(path('rules.json'), 'mine', before, async () =>
    writeFileSync(path('rules.json'), 'theirs'),
  );

  await expect(replaced).rejects.toThrow('somebody else has changed it in the meantime');
  expect(text('rules.json')).toBe('theirs');
  expect(readdirSync(directory)).toEqual(['rules.json']);
});

test('what somebody else made meanwhile is not lost', async () => {
  const made = replaceFile(path('rules.json'), 'mine', undefined, async () =>
    writeFileSync(path('rules.json'), 'theirs'),
  );

  await expect(made).rejects.toThrow('EEXIST');
  expect(text('rules.json')).toBe('theirs');
  expect(readdirSync(directory)).toEqual(['rules.json']);
});
