import { expect, test } from 'vitest';
import { type Finders, findTier } from './find-tier.js';
import type { Tier } from './tier.js';

const tier = (name: Tier['name']): Tier => ({
  name,
  ownPlaces: [],
  enclose: () => {
    throw new Error('Nothing is run here.');
  },
});
const there: Finders = {
  bubblewrap: () => ({ ok: true, tier: tier('bubblewrap') }),
  landlock: () => ({ ok: true, tier: tier('landlock') }),
};
const noBubblewrap = { ok: false, reason: 'bubblewrap is not installed.', remedy: 'install it' } as const;
const noLandlock = { ok: false, reason: 'Landlock does not work.', remedy: 'another kernel' } as const;

test('bubblewrap comes first', () => {
  expect(findTier({ workspace: 'read-only', hosts: [] }, there, 'linux')).toMatchObject({
    ok: true,
    tier: { name: 'bubblewrap' },
  });
});

test('without it Landlock holds programs that cannot write to the workspace, and no others', () => {
  const finders = { ...there, bubblewrap: () => noBubblewrap };
  expect(findTier({ workspace: 'read-only', hosts: [] }, finders, 'linux')).toMatchObject({
    ok: true,
    tier: { name: 'landlock' },
  });
  expect(findTier({ workspace: 'writable', hosts: [] }, finders, 'linux')).toEqual({
    ok: false,
    reason:
      'bubblewrap is not installed. Landlock is available, but only for programs that cannot write to the workspace and reach no host.',
    remedy: 'install it',
  });
});

test('where there is neither, the better one is asked for', () => {
  const finders = { ...there, bubblewrap: () => noBubblewrap, landlock: () => noLandlock };
  expect(findTier({ workspace: 'read-only', hosts: [] }, finders, 'linux')).toEqual(noBubblewrap);
});

test('other systems than Linux have none, and are told so', () => {
  expect(findTier({ workspace: 'writable', hosts: [] }, there, 'darwin')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('work only on Linux'),
  });
});

test('a list of hosts is for bubblewrap alone', () => {
  const some = { workspace: 'read-only', hosts: ['example.org:443'] } as const;
  expect(findTier(some, there, 'linux')).toMatchObject({ ok: true });
  expect(findTier(some, { ...there, bubblewrap: () => noBubblewrap }, 'linux')).toMatchObject({ ok: false });
});
