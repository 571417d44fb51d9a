// Who the owner is to git: name and e-mail of his own settings, and nothing else of them. Read by the gate, because inside
// of a sandbox they are not there; git is not started for it.

import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readGitSettings } from '../../documents/read-git-settings.js';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { leadsInside } from '../../machine/paths/real-path.js';

type Environment = Readonly<Record<string, string | undefined>>;

type Key = 'name' | 'email';

export type OwnerIdentity = Readonly<Partial<Record<Key, string>>>;

const mostBytes = 256 * 1024;
const deepestInclude = 10;
/** Longer names are no names. */
const longestValue = 200;

export class OwnerIdentities {
  readonly #environment: Environment;
  /** By file: what it held when it was like this. */
  readonly #read = new Map<string, { readonly glance: string; readonly text: string }>();

  /** Of the gate. */
  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Settings that programs could have written are not the owner's. Never throws. */
  of(workspace: string): OwnerIdentity {
    const identity: Partial<Record<Key, string>> = {};
    for (const file of this.#files()) if (!leadsInside(file, workspace)) this.#add(file, workspace, identity, 0);
    return identity;
  }

  /** The last one wins. */
  #files(): readonly string[] {
    const { HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM } = this.#environment;
    const home = HOME !== undefined && isAbsolute(HOME) ? HOME : undefined;
    const shared = XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : undefined;
    const config = shared ?? (home && join(home, '.config'));
    const own = [...(config ? [join(config, 'git/config')] : []), ...(home ? [join(home, '.gitconfig')] : [])];
    return [
      ...(GIT_CONFIG_NOSYSTEM === undefined ? [GIT_CONFIG_SYSTEM ?? '/etc/gitconfig'] : []),
      ...(GIT_CONFIG_GLOBAL === undefined ? own : [GIT_CONFIG_GLOBAL]),
    ].filter(isAbsolute);
  }

  #add(file: string, workspace: string, identity: Partial<Record<Key, string>>, depth: number): void {
    for (const { section, subsection, name, value = '' } of readGitSettings(this.#text(file)) ?? []) {
      if (section === 'user' && subsection === undefined && (name === 'name' || name === 'email')) {
        const shown = plain(value);
        if (shown !== '') identity[name] = shown;
      }
      const counts =
        section === 'include' ||
        (section === 'includeif' && holds(subsection ?? '', file, workspace, this.#environment));
      if (!counts || name !== 'path' || depth >= deepestInclude) continue;
      const included = atHome(value, dirname(file), this.#environment);
      if (!leadsInside(included, workspace)) this.#add(included, workspace, identity, depth + 1);
    }
  }

  #text(file: string): string {
    const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
    if (!stats?.isFile()) return '';
    const glance = `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
    const known = this.#read.get(file);
    if (known?.glance === glance) return known.text;
    const text = textOf(file);
    this.#read.set(file, { glance, text });
    return text;
  }
}

/** As settings of git. */
export function settingsOf(identity: OwnerIdentity): string {
  const lines = Object.entries(identity).map(([key, value]) => `\t${key} = "${value.replaceAll(/["\\]/g, '\\$&')}"\n`);
  return lines.length === 0 ? '' : `[user]\n${lines.join('')}`;
}

/** Other conditions than where the repository lies depend on what is in it, and that is not the owner's to say. */
function holds(condition: string, file: string, workspace: string, environment: Environment): boolean {
  const [, insensitive, written] = /^gitdir(\/i)?:(.+)$/s.exec(condition) ?? [];
  if (written === undefined) return false;
  const placed = /^(?:~|\.)\//.test(written) ? atHome(written, dirname(file), environment) : written;
  const end = written.endsWith('/') ? '/' : '';
  const anywhere = placed.startsWith('/') ? placed : `**/${placed}`;
  const pattern = anywhere.endsWith('/') ? `${anywhere}**` : `${anywhere}${end}${end && '**'}`;
  return new RegExp(`^${toExpression(pattern)}$`, insensitive ? 'is' : 's').test(join(workspace, '.git'));
}

function toExpression(pattern: string): string {
  return pattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => wildcards.get(part) ?? part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&'))
    .join('');
}

const wildcards = new Map([
  ['**/', '(?:.*/)?'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
]);

function atHome(path: string, base: string, { HOME = '/nonexistent' }: Environment): string {
  return path.startsWith('~/') ? join(HOME, path.slice(2)) : resolve(base, path);
}

/** On one line, without what could steer anything. */
function plain(value: string): string {
  return value
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, longestValue);
}

function textOf(file: string): string {
  try {
    return readPlainFile(file, mostBytes)?.toString('utf8') ?? '';
  } catch {
    return '';
  }
}
