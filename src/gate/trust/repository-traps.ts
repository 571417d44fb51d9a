// What git would run for whoever works in a repository: settings that name a program, and hooks. Programs may make
// repositories below a workspace; what lies in wait there is named.

import { join } from 'node:path';
import { readGitSettings } from '../../documents/read-git-settings.js';
import { glanceAt, readHeld } from '../../machine/files/file-digest.js';
import { namesIn } from '../../machine/files/names-in.js';
import { classifySetting } from '../../policy/understanding/git/classify-setting.js';

const mostBytes = 256 * 1024;

export class RepositoryTraps {
  readonly #path: string;
  #glance = '';
  #known: ReadonlySet<string> = new Set();

  /** `unseen`: all that is in it is new. */
  constructor(path: string, state: 'seen' | 'unseen' = 'seen') {
    this.#path = path;
    if (state === 'seen') this.look();
  }

  /** What is new since the last look, as a person would name it. */
  look(): readonly string[] {
    const directories = [join(this.#path, '.git'), this.#path];
    const places = directories.flatMap((directory) => [join(directory, 'config'), join(directory, 'hooks')]);
    const glance = places.map(glanceAt).join('\n');
    if (glance === this.#glance) return [];
    this.#glance = glance;
    const now = new Set(directories.flatMap((directory) => [...settingsIn(directory), ...hooksIn(directory)]));
    const added = [...now].filter((trap) => !this.#known.has(trap));
    this.#known = now;
    return added;
  }
}

/** Addresses of remotes are in every clone, and files that it names are only read. */
const told = new Set(['runs', 'guarded', 'remote', 'includes']);

function settingsIn(directory: string): readonly string[] {
  const { bytes } = readHeld(join(directory, 'config'));
  if (!bytes || bytes.length > mostBytes) return [];
  const settings = readGitSettings(bytes.toString('utf8')) ?? [];
  return settings
    .filter(({ section, subsection, name }) => told.has(classifySetting(section, subsection, name)))
    .map(({ section, subsection, name }) => plain([section, subsection, name].filter(Boolean).join('.')));
}

function hooksIn(directory: string): readonly string[] {
  return namesIn(join(directory, 'hooks'))
    .filter((name) => !name.endsWith('.sample'))
    .map((name) => plain(`hooks/${name}`));
}

function plain(text: string): string {
  return text.slice(0, 80).replaceAll(/[^\x20-\x7e]|[`*|<>]/g, '\uFFFD');
}
