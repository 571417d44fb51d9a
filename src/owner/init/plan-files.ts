// Which files a new workspace gets, what is there already, and what stands in the way. Nothing is written here.

import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configurationsIn } from '../../configuration/nearest-configurations.js';
import { whyUnwritable } from '../../machine/files/writable.js';
import { isInside } from '../../machine/paths/is-inside.js';
import { realPathSoFar } from '../../machine/paths/real-path.js';
import type { Choices, WorkspaceStart } from './choices.js';
import { configurationText, exampleOf, policyText } from './example-files.js';
import { planExecutable } from './plan-executable.js';

export interface PlannedFile {
  /** Relative to the directory. */
  readonly path: string;
  readonly text: string;
  readonly about: string;
}

export interface LeftAlone {
  readonly path: string;
  readonly why: string;
}

export interface Plan {
  readonly files: readonly PlannedFile[];
  readonly leftAlone: readonly LeftAlone[];
  /** Why nothing can be written. */
  readonly problems: readonly string[];
  /** What is there already, and would be replaced. */
  readonly existing: readonly string[];
}

const policyFile = 'cmdgate.policy.json';

export function planFiles(directory: string, { start, ...choices }: Choices): Plan {
  return start === 'executable'
    ? planExecutable(directory, choices.name)
    : planWorkspace(directory, { ...choices, start });
}

function planWorkspace(directory: string, choices: Choices & { readonly start: WorkspaceStart }): Plan {
  const leftAlone: LeftAlone[] = [];
  const files: PlannedFile[] = [];
  const example = exampleOf(choices.start);
  let pattern: string | undefined;
  if (example) {
    const { folder, text, about } = example;
    const [file, extension] = split(example.file);
    const taken = namesIn(join(directory, folder));
    if (taken.includes(example.file)) leftAlone.push({ path: `${folder}/${example.file}`, why: 'it is yours' });
    const free = [example.file, `${file}-example${extension}`, `${file}-example-2${extension}`].find(
      (name) => !taken.includes(name),
    );
    const path = `${folder}/${free ?? `${file}-${taken.length}${extension}`}`;
    // What else is in that folder need not be for cmdgate.
    pattern = taken.length > 0 ? path : `${folder}/*${extension}`;
    files.push({ path, text, about });
  }
  if (isThere(join(directory, policyFile))) {
    leftAlone.push({ path: policyFile, why: 'it is used as it is' });
  } else {
    files.push({
      path: policyFile,
      text: policyText(choices.policy, choices.start),
      about: 'the policy: what runs, what asks you, what is denied',
    });
  }
  const configuration = {
    path: 'cmdgate.config.json',
    text: configurationText(choices, pattern, policyFile),
    about: 'the configuration',
  };
  const all = [configuration, ...files];
  return {
    files: all,
    leftAlone,
    problems: [...new Set(all.flatMap(({ path }) => whyNot(directory, path) ?? []))],
    existing: configurationsIn(directory),
  };
}

/** Why a file cannot be written, where it is not there already. */
export function whyNot(directory: string, path: string): string | undefined {
  const file = join(directory, path);
  if (!isInside(realPathSoFar(dirname(file)), realPathSoFar(directory))) {
    return `${dirname(path)} is a link that leads out of this directory`;
  }
  return isThere(file) ? undefined : whyUnwritable(file, 'file');
}

function split(file: string): readonly [string, string] {
  const at = file.lastIndexOf('.');
  return [file.slice(0, at), file.slice(at)];
}

/** A link that leads nowhere is there, too. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Something on the way is no directory, or cannot be entered: that is told when it is to be written.
    return false;
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** What the gate is called without another wish: as the package, or as the directory. */
export function usualName(directory: string): string {
  const name = packageName(directory) ?? directory.slice(directory.lastIndexOf('/') + 1);
  const allowed = name
    .replace(/^@[^/]*\//, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return allowed === '' ? 'gate' : allowed;
}

function packageName(directory: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { name?: unknown };
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}
