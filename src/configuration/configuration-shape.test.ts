import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { policyFileShape } from '../policy/rules/policy-shape.js';
import { toSchemaDocument } from '../shape/to-json-schema.js';
import { checkConfiguration } from './check-configuration.js';
import { configurationShape } from './configuration-shape.js';

const configurationSchema = toSchemaDocument('cmdgate configuration', configurationShape);

const samples: unknown[] = [
  {},
  [],
  null,
  { $schema: './config.json', name: 'a', version: '1', description: 'x', workspace: '.', commands: ['*.ts'] },
  { name: 5 },
  { name: ' ' },
  { name: 'a\nb' },
  { name: 'x'.repeat(101) },
  { naem: 'x' },
  { workspace: '' },
  { workspace: 'a\0' },
  { commands: 'x.ts' },
  { allow: ['*', 'gmail *', 'gmail send'] },
  { allow: ['gmail*'] },
  { allow: ['gmail\n'] },
  { callers: { alice: { token: 'env:A', may: [] } } },
  { callers: { alice: { may: [] } } },
  { callers: { alice: { token: 'written out' } } },
  { callers: { 'a b': { token: 'file:b' } } },
  { callers: { ['x'.repeat(65)]: { token: 'file:b' } } },
  { limits: { timeoutMs: 1, rate: { perMinute: 1 } } },
  { limits: { timeoutMs: 0 } },
  { limits: { timeoutMs: 1.5 } },
  { limits: { rate: 5 } },
  { limits: { processes: 1, graceMs: 0, previewBytes: 256, outputBytes: 1_024, program: { openFiles: 8 } } },
  { limits: { program: { cpuSecond: 8 } } },
  { handles: ['a.json', { files: ['b.yaml'], paths: 'any', environment: ['GIT_*'], inherit: true }] },
  { handles: 'a.json' },
  { handles: [{ paths: 'any' }] },
  { handles: [{ files: ['a'], paths: 'all' }] },
  { handles: [{ files: ['a'], pass: ['A=B'] }] },
  { handles: [5] },
  { utcp: ['a.json', { name: 'a', file: 'b.yaml', variables: { A: 'x', B: 'env:B' }, environment: ['LANG'] }] },
  { utcp: [{ command: ['a', ''], timeoutMs: 1 }, { variables: {} }] },
  { utcp: 'a.json' },
  { utcp: [{ name: 'a b', file: 'a' }] },
  { utcp: [{ file: 'a', variables: { 'A-B': 'x' } }] },
  { utcp: [{ file: 'a', environment: ['GIT_*'] }] },
  { utcp: [{ command: 'a b' }] },
  { programs: { path: ['/usr/bin'] } },
  { sandbox: { network: true } },
  { sandbox: { network: ['example.org:443'] } },
  { sandbox: { network: 'example.org:443' } },
  { sandbox: { network: [443] } },
  { sandbox: { network: {} } },
  { sandbox: { credentials: { TOKEN: { hosts: ['example.org:443'], from: 'env:KEY', headers: ['x-key'] } } } },
  { sandbox: { credentials: { TOKEN: {} } } },
  { sandbox: { credentials: { 'A-B': { hosts: [] } } } },
  { sandbox: { credentials: { TOKEN: { hosts: [], from: 'written out' } } } },
  { sandbox: { credentials: { TOKEN: { hosts: [], headers: ['a b'] } } } },
  { credentials: { key: 'env:KEY' } },
  { credentials: { key: 'written out' } },
  { credentials: { 'a b': 'env:KEY' } },
  { audit: true },
  { audit: {} },
  { audit: { file: 'a' } },
  { audit: { path: 'a' } },
  { audit: 'a' },
  { http: { host: '::1', port: 0, token: 'file:x', allowedHosts: ['[::1]:80'], allowedOrigins: ['http://a'] } },
  { http: { allowedHosts: ['http://a'] } },
  { http: { allowedOrigins: ['http://a/'] } },
  { http: { port: 65_536 } },
];

const policySchema = toSchemaDocument('cmdgate policy', policyFileShape);

// Once for all: to compile it takes longer than to check any of them.
const validate = new Ajv2020({ strict: true }).addSchema(policySchema, 'policy.json').compile(configurationSchema);

test.each(samples.map((sample) => [sample]))('an editor judges %j as cmdgate does', (sample) => {
  let problems = 0;
  checkConfiguration(sample, () => {
    problems += 1;
  });

  expect(validate(sample)).toBe(problems === 0);
});
