import { expect, test } from 'vitest';
import type { Scope } from '../tier.js';
import { seatbeltProfile } from './seatbelt-profile.js';

const scope: Scope = {
  readable: ['/opt/tool'],
  writable: ['/srv/workspace'],
  kept: [
    { kind: 'pinned', path: '/srv/workspace/.git' },
    { kind: 'protected', path: '/srv/workspace/.git/hooks' },
    { kind: 'empty', path: '/srv/workspace/.cmdgate' },
  ],
  hidden: ['/srv/workspace/.cmdgate', '/private/ledger'],
  sockets: false,
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
  expect(rulesFor('/srv/workspace')).toEqual([`(allow ${toRead} (subpath it))`, '(allow file-write* (subpath it))']);
  expect(rulesFor('/srv/workspace/.git')).toEqual(['(deny file-write-unlink (literal it))']);
  expect(rulesFor('/srv/workspace/.git/hooks')).toEqual(['(deny file-write* (subpath it))']);
  expect(rulesFor('/srv/workspace/.cmdgate')).toEqual([`(deny ${toRead} file-write* (subpath it))`]);
  const lines = seatbeltProfile(scope).text.trim().split('\n');
  const lastAllowed = lines.findLastIndex((line) => line.startsWith('(allow'));
  const firstDenied = lines.findIndex((line, index) => index > 1 && line.startsWith('(deny'));
  expect(lastAllowed).toBeLessThan(firstDenied);
});

test('no path is part of the text', () => {
  const strange = '/srv/workspace/")) (allow default) ((literal "';
  const profile = seatbeltProfile({ ...scope, writable: [strange] });
  expect(profile.text).not.toContain('allow default');
  expect(Object.values(profile.parameters)).toContain(strange);
});
