import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupNames } from './group-names.js';

const patterns = (names: readonly string[], prefix = '') =>
  groupNames(names, prefix, 'word').map(({ pattern }) => pattern);

test('names are grouped by their first word; one that stands alone is itself', () => {
  expect(groupNames(['user-create', 'user-delete', 'file_list', 'file_copy', 'status', 'user'], '', 'word')).toEqual([
    { pattern: 'user-*', names: ['user-create', 'user-delete'] },
    { pattern: 'file_*', names: ['file_list', 'file_copy'] },
    { pattern: 'status', names: ['status'] },
    { pattern: 'user', names: ['user'] },
  ]);
});

test('below a prefix they are grouped by how they go on', () => {
  expect(patterns(['user-role-add', 'user-role-remove', 'user-create'], 'user-')).toEqual([
    'user-role-*',
    'user-create',
  ]);
});

test('where words do not tell them apart, letters do', () => {
  expect(patterns(['alpha', 'beta', ...Array.from({ length: 80 }, (_, index) => `c${index}`)])).toContain('c*');
  expect(patterns(['app-one', 'app-two', 'app-three'])).toEqual(['app-one', 'app-t*']);
});

test('every name is in exactly one group whose pattern it fits, and groups get smaller', () => {
  const name = fc
    .string({ unit: fc.constantFrom(...'abAB01-_'), minLength: 1, maxLength: 8 })
    .map((text) => `k${text}`);
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 120 }), (names) => {
      const groups = groupNames(names, '', 'word');
      expect(groups.flatMap((group) => group.names).sort()).toEqual([...names].sort());
      expect(groups.length).toBeGreaterThan(1);
      for (const { pattern, names: members } of groups) {
        const prefix = pattern.replace(/\*$/, '');
        // What `help <prefix>*` will list is what the group announced.
        if (pattern.endsWith('*')) expect(names.filter((text) => text.startsWith(prefix))).toEqual(members);
        else expect(members).toEqual([pattern]);
      }
    }),
  );
});
