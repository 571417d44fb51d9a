import { expect, test } from 'vitest';
import type { KeyPath } from '../documents/document.js';
import { resolveOwnSandbox, resolveSandbox } from './resolve-sandbox.js';
import type { Surroundings } from './surroundings.js';

function resolver(environment: Readonly<Record<string, string>> = {}) {
  const problems: string[] = [];
  const report = (path: KeyPath, { message, fix }: { message: string; fix: string }) =>
    void problems.push(`${path.join('.')} | ${message} | ${fix}`);
  const surroundings = { file: '/office/cmdgate.config.json', environment, report } as unknown as Surroundings;
  return { problems, surroundings };
}

test('hosts have one spelling, and each that cannot be read is told', () => {
  const { problems, surroundings } = resolver();
  const network = ['Example.ORG.:443', 'example.org', 'https://example.org', '*.example.org:80'];
  expect(resolveSandbox({ network }, ['sandbox'], surroundings)).toEqual({
    network: ['example.org:443', '*.example.org:80'],
  });
  expect(problems).toEqual([
    'sandbox.network.1 | Has no port. | Write "example.org:443".',
    'sandbox.network.2 | Must be a host and a port, without the other parts of a URL. | Write "example.org:443".',
  ]);
});

test('a secret comes from the variable of its name, for hosts of the list, into the usual fields', () => {
  const { problems, surroundings } = resolver({ TOKEN: 'a-long-token' });
  const credentials = { TOKEN: { hosts: ['api.example.org:443'] } };
  const resolved = resolveSandbox({ network: ['*.example.org:443'], credentials }, ['sandbox'], surroundings);
  expect([resolved.credentials, problems]).toMatchObject([
    { TOKEN: { hosts: ['api.example.org:443'], headers: ['authorization', 'x-api-key', 'private-token'] } },
    [],
  ]);
  expect(resolved.credentials?.TOKEN?.value.reveal()).toBe('a-long-token');
  expect(JSON.stringify(resolved)).not.toContain('a-long-token');
});

test('everything that is wrong with secrets is told at once', () => {
  const { problems, surroundings } = resolver({ SHORT: 'short', TOKEN: 'a-long-token' });
  const credentials = {
    MISSING: { hosts: ['example.org:443'] },
    SHORT: { hosts: ['*.example.org:443'] },
    OTHER: { from: 'env:TOKEN', hosts: ['elsewhere.net:443', 'example.org'] },
  };
  resolveSandbox({ network: ['example.org:443', '*.example.org:443'], credentials }, ['sandbox'], surroundings);
  expect(problems).toEqual([
    'sandbox.credentials.MISSING | The environment variable MISSING is not set. | Set MISSING before you start.',
    'sandbox.credentials.SHORT | The secret has fewer than 8 characters, and would be found where it does not occur. | Use a longer one.',
    'sandbox.credentials.SHORT.hosts.0 | A secret can only be for named hosts. | Name each of them, without *.',
    'sandbox.credentials.OTHER.hosts.0 | Is not a host that "network" lists. | Add it to "network", which must be a list: without a proxy, the secret could not be inserted.',
    'sandbox.credentials.OTHER.hosts.1 | Has no port. | Write "example.org:443".',
  ]);
  expect(problems.join()).not.toContain('a-long-token');
});

test('secrets of some programs are for hosts that these reach', () => {
  const { problems, surroundings } = resolver({ TOKEN: 'a-long-token' });
  const credentials = { TOKEN: { hosts: ['example.org:443'] } };
  const own = (sandbox: object, ofAll: object) => resolveOwnSandbox({ sandbox }, ofAll, ['handles', 0], surroundings);
  own({ credentials }, { network: ['example.org:443'] });
  expect(problems).toEqual([]);
  own({ credentials, network: true }, { network: ['example.org:443'] });
  own({ credentials }, {});
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(
    Array(2).fill('handles.0.sandbox.credentials.TOKEN.hosts.0'),
  );
});

test('a preset stands for its hosts, each of them once, beside others', () => {
  const { problems, surroundings } = resolver();
  const network = ['npm', 'api.example.org:443', 'registry.npmjs.org:443'];
  expect(resolveSandbox({ network }, ['sandbox'], surroundings)).toEqual({
    network: ['registry.npmjs.org:443', 'registry.yarnpkg.com:443', 'api.example.org:443'],
  });
  expect(problems).toEqual([]);
});

test('a word that is no preset is told with the one that was probably meant', () => {
  const { problems, surroundings } = resolver();
  resolveSandbox({ network: ['githb', 'intranet'] }, ['sandbox'], surroundings);
  const all = 'the presets are "npm", "pypi", "github", "crates", "go", "debian".';
  expect(problems).toEqual([
    `sandbox.network.0 | Is neither a host and a port nor a preset. | Did you mean "github"? A host is written like "api.example.org:443"; ${all}`,
    `sandbox.network.1 | Is neither a host and a port nor a preset. | A host is written like "api.example.org:443"; ${all}`,
  ]);
});

test('a secret is for hosts that are named, and not for a preset', () => {
  const { problems, surroundings } = resolver({ TOKEN: 'a-long-token' });
  const credentials = { TOKEN: { hosts: ['npm'] } };
  resolveSandbox({ network: ['npm'], credentials }, ['sandbox'], surroundings);
  expect(problems).toHaveLength(1);
  const named = { TOKEN: { hosts: ['registry.npmjs.org:443'] } };
  resolveSandbox({ network: ['npm'], credentials: named }, ['sandbox'], surroundings);
  expect(problems).toHaveLength(1);
});
