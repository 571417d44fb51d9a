import { expect, test } from 'vitest';
import { combine } from './sandbox-settings.js';

const credential = { hosts: ['a:1'], headers: [], value: { reveal: () => '' } };

test('without a word about it there is no network', () => {
  expect(combine({})).toMatchObject({ network: false, hosts: [] });
});

test('hosts in a list are not the network: whoever knows only the network has none', () => {
  expect(combine({ network: ['a:1'] })).toMatchObject({ network: false, hosts: ['a:1'] });
});

test('what is said about some programs replaces what is said about all', () => {
  expect(combine({ network: true }, { network: ['a:1'] })).toMatchObject({ network: false, hosts: ['a:1'] });
  expect(combine({ network: ['a:1'] }, { network: true })).toMatchObject({ network: true, hosts: [] });
  expect(combine({ network: ['a:1'] }, { network: false })).toMatchObject({ network: false, hosts: [] });
  expect(combine({ network: ['a:1'] }, { network: ['b:2'] })).toMatchObject({ hosts: ['b:2'] });
});

test('credentials are added', () => {
  const { credentials } = combine({ credentials: { A: credential } }, { credentials: { B: credential } });
  expect(Object.keys(credentials)).toEqual(['A', 'B']);
});
