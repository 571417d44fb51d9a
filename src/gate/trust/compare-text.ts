// What changed in a file, as far as it matters: whether the change can make anybody do anything, and a few lines of it.

import { dirname, resolve } from 'node:path';
import { type GitSetting, readGitSettings } from '../../documents/read-git-settings.js';
import { classifySetting } from '../../policy/understanding/git/classify-setting.js';
import { redactText } from '../../vocabulary/look-alikes.js';
import type { Watched } from './watched.js';

const mostLines = 6;
const longestLine = 160;

/** Undefined: it is missing, or no text. */
export type Text = string | undefined;

/** A branch that follows another one, a name, a color: git writes these itself, all the time. */
export function isHarmlessChange({ form, path }: Watched, before: Text, after: Text): boolean {
  if (form === 'text') return false;
  if (form === 'settings') return isHarmlessSettings(before, after);
  const leadsTo = after === undefined ? dirname(path) : resolve(dirname(path), after.trim());
  return leadsTo === form.leadsTo || (before === undefined && leadsTo === dirname(path));
}

/** Whether nothing changed in these settings of a repository that makes git run, read or reach anything else. */
export function isHarmlessSettings(before: Text, after: Text): boolean {
  const known = remotesIn(readGitSettings(before ?? '') ?? []);
  const isNewRemote = ({ sign, setting: { section, subsection = '', name, value = '' } }: ChangedSetting) =>
    sign === '+' && section === 'remote' && name === 'url' && !known.has(subsection) && !byHelper.test(value);
  return changedSettings(before, after)?.every((change) => isHarmless(change) || isNewRemote(change)) ?? false;
}

/** `ext::…` reaches a repository by running a program. */
const byHelper = /^[\w-]+::/;

function remotesIn(settings: readonly GitSetting[]): ReadonlySet<string> {
  return new Set(settings.flatMap(({ section, subsection }) => (section === 'remote' && subsection ? subsection : [])));
}

/** Lines as a patch has them, with nothing in them that could steer a terminal or hide text. */
export function describeChange({ form }: Watched, before: Text, after: Text): readonly string[] {
  const settings = form === 'settings' ? changedSettings(before, after) : undefined;
  const lines = settings
    ? settings.filter((setting) => !isHarmless(setting)).map(({ sign, key, value }) => `${sign} ${key} = ${value}`)
    : changedLines(linesOf(before), linesOf(after));
  const shown = lines.slice(0, mostLines).map(plainLine);
  return lines.length > mostLines ? [...shown, `… ${lines.length - mostLines} more lines`] : shown;
}

interface ChangedSetting {
  readonly sign: '+' | '-';
  readonly setting: GitSetting;
  readonly key: string;
  readonly value: string;
}

function isHarmless({ setting: { section, subsection, name } }: ChangedSetting): boolean {
  return classifySetting(section, subsection, name) === 'harmless';
}

/** Undefined where git itself might not be able to read one of them. */
function changedSettings(before: Text, after: Text): readonly ChangedSetting[] | undefined {
  const earlier = readGitSettings(before ?? '');
  const later = readGitSettings(after ?? '');
  if (!earlier || !later) return undefined;
  const removed = without(earlier, later).map((setting) => ({ sign: '-' as const, setting, ...shown(setting) }));
  const added = without(later, earlier).map((setting) => ({ sign: '+' as const, setting, ...shown(setting) }));
  // Of one name the last value counts: where only the order changed, something else may count now.
  return removed.length + added.length > 0 || sameOrder(earlier, later) ? [...removed, ...added] : undefined;
}

function shown({ section, subsection, name, value }: GitSetting): { readonly key: string; readonly value: string } {
  return { key: [section, subsection, name].filter((part) => part !== undefined).join('.'), value: value ?? 'true' };
}

const identity = (setting: GitSetting) =>
  JSON.stringify([setting.section, setting.subsection ?? null, setting.name, setting.value ?? null]);

function without(these: readonly GitSetting[], those: readonly GitSetting[]): readonly GitSetting[] {
  const left = those.map(identity);
  return these.filter((setting) => {
    const at = left.indexOf(identity(setting));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function sameOrder(these: readonly GitSetting[], those: readonly GitSetting[]): boolean {
  return these.map(identity).join() === those.map(identity).join();
}

function linesOf(text: Text): readonly string[] {
  return text === undefined ? [] : text.split('\n').filter((line) => line.trim() !== '');
}

/** Without what both begin and end with. */
function changedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const removed = before.slice(start, before.length - end).map((line) => `- ${line}`);
  const added = after.slice(start, after.length - end).map((line) => `+ ${line}`);
  // What is there now is what counts.
  return [...added, ...removed];
}

function plainLine(line: string): string {
  const visible = redactText(line.slice(0, 4 * longestLine)).replace(/[^\x20-\x7e\p{L}\p{N}]/gu, '\uFFFD');
  return visible.length <= longestLine ? visible : `${visible.slice(0, longestLine)}…`;
}
