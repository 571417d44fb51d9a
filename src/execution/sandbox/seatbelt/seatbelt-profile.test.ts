import { expect, test } from 'vitest';
import type { Scope } from '../tier.js';
import { seatbeltProfile } from './seatbelt-profile.js';

const scope: Scope = {
  readable: ['/opt/tool'],
  writable: ['/work'],
  kept: [
    { kind: 'pinned', path: '/work/.git' },
    { kind: 'protected', path: '/work/.git/hooks' },
    { kind: 'empty', path: '/work/.cmdgate' },
  ],
  hidden: ['/work/.cmdgate', '/private/ledger'],
  missing: [],
  network: false,
};

/** The rules about one path, in their order. */
function rulesFor(path: string, { text, parameters } = seatbeltProfile(scope)): readonly string[] {
  const names = Object.keys(parameters).filter((name) => parameters[name] === path);
  return text.split('\n').flatMap((line) => {
    const name = names.find((one) => line.includes(`(param "${one}")`));
    return name === undefined ? [] : [line.replace(`(param "${name}")`, 'it')];
  });
}

const toRead = 'file-read* file-map-executable process-exec*';

test('nothing is allowed that is not named', () => {
  expect(seatbeltProfile(scope).text).toMatch(/^\(version 1\)\n\(deny default\)\n/);
  expect(seatbeltProfile(scope).text).not.toMatch(/network|\(allow default/);
  expect(seatbeltProfile({ ...scope, network: true }).text).toContain('\n(allow network*)\n');
});

test('what is kept is denied after what is around it is allowed, for the later rule counts', () => {
  expect(rulesFor('/opt/tool')).toEqual([`(allow ${toRead} (subpath it))`]);
  expect(rulesFor('/work')).toEqual([`(allow ${toRead} (subpath it))`, '(allow file-write* (subpath it))']);
  expect(rulesFor('/work/.git')).toEqual(['(deny file-write-unlink (literal it))']);
  expect(rulesFor('/work/.git/hooks')).toEqual(['(deny file-write* (subpath it))']);
  expect(rulesFor('/work/.cmdgate')).toEqual([`(deny ${toRead} file-write* (subpath it))`]);
  const lines = seatbeltProfile(scope).text.trim().split('\n');
  const lastAllowed = lines.findLastIndex((line) => line.startsWith('(allow'));
  const firstDenied = lines.findIndex((line, index) => index > 1 && line.startsWith('(deny'));
  expect(lastAllowed).toBeLessThan(firstDenied);
});

test('no path is part of the text', () => {
  const strange = '/work/")) (allow default) ((literal "';
  const profile = seatbeltProfile({ ...scope, writable: [strange] });
  expect(profile.text).not.toContain('allow default');
  expect(Object.values(profile.parameters)).toContain(strange);
});
