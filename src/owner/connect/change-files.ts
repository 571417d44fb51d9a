// The files of a client: read, changed in memory, and written as a whole where something changes.

import { lstatSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { toReason } from '../../documents/to-reason.js';
import { exposureOf } from '../../machine/files/exposure.js';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { replaceWhole } from '../../machine/files/whole-file.js';
import { whyUnwritable } from '../../machine/files/writable.js';
import { realPathSoFar } from '../../machine/paths/real-path.js';
import { CommandError, type GateError } from '../../vocabulary/gate-error.js';
import type { Setting } from './clients.js';
import { removeFromJson, setInJson } from './edit-json.js';
import { removeFromToml, setInToml } from './edit-toml.js';
import { UnreadableSettings } from './edited.js';

/** Larger is no file of settings. */
const mostBytes = 16 * 1024 * 1024;

export interface FileChange {
  readonly file: string;
  /** Undefined where there is none. */
  readonly before: string | undefined;
  /** Undefined where it is to be removed: nothing of it would be left. */
  readonly after: string | undefined;
}

/** What each file would become; those that stay as they are come with the same text. `stale` is taken out first. */
export function planChanges(
  settings: readonly Setting[],
  action: 'set' | 'remove',
  stale: readonly Setting[] = [],
): readonly FileChange[] | GateError {
  const files = [...new Set(settings.map(({ file }) => file))];
  const changes: FileChange[] = [];
  for (const file of files) {
    const ours = settings.filter((setting) => setting.file === file);
    const old = stale.filter((setting) => setting.file === file);
    try {
      const before = readPlainFile(file, mostBytes)?.toString('utf8');
      const cleaned = old.length === 0 ? before : edit(file, before, old, 'remove');
      changes.push({ file, before, after: edit(file, cleaned, ours, action) });
    } catch (error) {
      return unreadable(file, error, ours);
    }
  }
  return changes;
}

function edit(file: string, before: string | undefined, ours: readonly Setting[], action: 'set' | 'remove') {
  const isToml = file.endsWith('.toml');
  if (action === 'set') return (isToml ? setInToml : setInJson)(before ?? '', ours);
  if (before === undefined) return undefined;
  const after = (isToml ? removeFromToml : removeFromJson)(before, ours);
  return after !== before && /^\s*(?:\{\s*\})?\s*$/.test(after) ? undefined : after;
}

export function isChanged({ before, after }: FileChange): boolean {
  return before !== after;
}

/** Links are followed: dotfiles are often kept elsewhere. */
export function writeChanges(changes: readonly FileChange[]): GateError | undefined {
  for (const { file, before, after } of changes.filter(isChanged)) {
    const problem = whyUnwritable(dirname(realPathSoFar(file)), 'directory') ?? whyForeign(file);
    if (problem) return unwritable(file, problem);
    try {
      if (after === undefined) {
        rmSync(file);
        continue;
      }
      mkdirSync(dirname(file), { recursive: true });
      const target = realPathSoFar(file);
      const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600;
      replaceWhole(target, after, {
        mode: mode & 0o777,
        survivesPowerCut: true,
        check: () => {
          if (readPlainFile(file, mostBytes)?.toString('utf8') !== before) throw new Error('it changed meanwhile');
        },
      });
    } catch (error) {
      return unwritable(file, error instanceof Error && !('code' in error) ? error.message : toReason(error));
    }
  }
  return undefined;
}

/** Whoever owns it would lose it to this user. */
function whyForeign(file: string): string | undefined {
  if (!lstatSync(file, { throwIfNoEntry: false })) return undefined;
  const exposure = exposureOf(file);
  return exposure?.kind === 'owned' ? exposure.message : undefined;
}

function unwritable(file: string, why: string): GateError {
  return new CommandError('FILE_NOT_WRITABLE', `${file} cannot be written: ${why}`, {
    hint: 'Fix that, or run connect with --print and add the text yourself',
    exitCode: 4,
  });
}

function unreadable(file: string, error: unknown, ours: readonly Setting[]): GateError {
  const isText = error instanceof UnreadableSettings;
  const where = isText && error.line !== undefined ? `${file}:${error.line}` : file;
  const why = isText ? error.message : error instanceof Error && !('code' in error) ? error.message : toReason(error);
  return new CommandError('SETTINGS_UNREADABLE', `${where} cannot be changed: ${why}. Nothing was written`, {
    hint: `Fix the file and run connect again, or add this by hand: ${byHand(ours)}`,
    exitCode: 4,
  });
}

function byHand(ours: readonly Setting[]): string {
  return ours.map(({ path, value }) => `${path.join('.')} = ${JSON.stringify(value)}`).join('; ');
}
