// Where git itself may write the settings of a repository, they are compared when it has ended. Those that could make it
// run, read or reach something else are put back, unless a person agreed to them.

import { lstatSync } from 'node:fs';
import { readPlainFile } from '../../../machine/files/read-plain-file.js';
import { replaceWhole } from '../../../machine/files/whole-file.js';
import { settingsPutBack } from './guard-messages.js';
import type { Quarantine } from './quarantine.js';

export type MaySet = (before: string | undefined, after: string | undefined) => boolean;

interface Content {
  readonly bytes: Buffer;
  readonly mode: number;
}

/** `unreadable`: a link, a directory, or more than settings are. */
type Found = Content | 'unreadable' | undefined;

const mostBytes = 1024 * 1024;

export class ChangedSettings {
  readonly #before: ReadonlyMap<string, Found>;
  readonly #maySet: MaySet;

  /** Reads them as they are now. */
  constructor(files: readonly string[], maySet: MaySet) {
    this.#before = new Map(files.map((file) => [file, read(file)]));
    this.#maySet = maySet;
  }

  /** Gives what is told of those that were put back. Never throws. */
  putBack(root: string, quarantine: Quarantine): readonly string[] {
    return [...this.#before].flatMap(([file, before]) => {
      const after = read(file);
      if (isSame(before, after) || before === 'unreadable') return [];
      if (after !== 'unreadable' && this.#maySet(textOf(before), textOf(after))) return [];
      const to = quarantine.take(file, root);
      return [settingsPutBack(file, to, restore(file, before))];
    });
  }
}

function restore(file: string, before: Content | undefined): boolean {
  if (!before) return true;
  try {
    replaceWhole(file, before.bytes, { mode: before.mode });
    return true;
  } catch {
    return false;
  }
}

function read(file: string): Found {
  try {
    const bytes = readPlainFile(file, mostBytes, 'refused');
    return bytes && { bytes, mode: lstatSync(file).mode & 0o777 };
  } catch {
    return 'unreadable';
  }
}

function isSame(before: Found, after: Found): boolean {
  if (!before || !after || before === 'unreadable' || after === 'unreadable') return before === after;
  return before.bytes.equals(after.bytes);
}

function textOf(content: Content | undefined): string | undefined {
  return content?.bytes.toString('utf8');
}
