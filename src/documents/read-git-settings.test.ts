import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type GitSetting, readGitSettings } from './read-git-settings.js';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
const file = join(folder, 'config');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What git itself reads, one `key` or `key\nvalue` for each. */
function asGit(text: string): readonly string[] | undefined {
  writeFileSync(file, text);
  const { status, stdout } = spawnSync('git', ['config', '--file', file, '--list', '--null'], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\0').slice(0, -1) : undefined;
}

function asHere(text: string): readonly string[] | undefined {
  return readGitSettings(text)?.map(({ section, subsection, name, value }: GitSetting) => {
    const key = subsection === undefined ? `${section}.${name}` : `${section}.${subsection}.${name}`;
    return value === undefined ? key : `${key}\n${value}`;
  });
}

const files: Record<string, string> = {
  'an empty file': '',
  'the usual': '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.invalid:a/b.git\n',
  'names in capitals': '[CORE]\nHooksPath=x\n[Filter "Big"]\nCLEAN=y\n',
  'a value on the line of its section': '[core]fsmonitor=x\n[a "b"] c = d\n',
  'the old way to write a subsection': '[Filter.Big.x]\nclean = y\n',
  'a line that goes on': '[core]\nfsmonitor = a \\\n b\\\nc\n',
  'a line that goes on in a comment': '[core]\n# note \\\nfsmonitor = x\n',
  'quotes and what is escaped': '[a "x\\"y\\\\z]"]\nb = " c ; # \\" \\\\ \\t\\n" d  e  \n',
  comments: '; one\n[a] # two\nb = c # three\nd = "e # f" ; four\n',
  'names alone': '[a]\nb\nc =\nd=\n',
  'line ends of another system': '\uFEFF[core]\r\n\tfsmonitor = x\r\n\tb\r\n',
  'a file without a last line end': '[a]\nb = c',
  'a comment behind a name alone': '[a]\nb ; c\n',
  'a quote that stays open': '[a]\nb = "c\n',
  'an escape that git does not know': '[a]\nb = \\q\n',
  'a name with a character that it cannot have': '[a]\nb_c = d\n',
  'a section that stays open': '[a\nb = c\n',
  'a subsection over two lines': '[a "b\nc"]\nd = e\n',
};

test.each(Object.entries(files))('reads as git does: %s', (_, text) => {
  expect(asHere(text)).toEqual(asGit(text));
});

test('whatever git reads, it reads the same or refuses', () => {
  const pieces = fc.constantFrom(...'[]"\\=#; \t\n.-ab', '[a]\n', '[a "b"]\n', 'c = d\n', 'c', '\\\n', '\r\n', '"x"');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const here = asHere(parts.join(''));
      if (here !== undefined) expect(here).toEqual(asGit(parts.join('')) ?? here);
    }),
    { numRuns: 300 },
  );
});

test('a NUL and a name without a section are refused, whatever git makes of them', () => {
  expect(readGitSettings('[a]\nb = c\0d\n')).toBeUndefined();
  expect(readGitSettings('b = c\n')).toBeUndefined();
});
