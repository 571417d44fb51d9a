// Which hosts a call cannot do without, as far as its arguments, its variables and the settings of the workspace say it.
// It decides nothing: what is left out here is refused by the proxy when it is asked for, and told then.

import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isInside } from '../../../machine/paths/is-inside.js';
import { findProgram } from '../find-program.js';
import type { Step, Understanding } from '../understand.js';
import { addressOf, hasUrlScheme } from './address.js';
import { gitNeed } from './git-remotes.js';
import { readNpmRegistries } from './npm-settings.js';
import { type PackageManager, packageManagers } from './package-managers.js';
import { CallWords, split } from './read-words.js';
import { wrappers } from './wrappers.js';

export interface NetworkNeed {
  /** As a person would call it: `npm install`, `curl`. */
  readonly what: string;
  /** The file of the program that wants it. */
  readonly program: string | undefined;
  /** As `host:port`. */
  readonly hosts: readonly string[];
  /** The preset that has the hosts a program of this kind usually needs. */
  readonly preset: string | undefined;
  /** It gets something from the hosts, and these are all that it asks: it sends nothing that others see then. */
  readonly isFetch: boolean;
}

export interface NeedsPlace {
  readonly directory: string;
  readonly workspace: string;
  /** Of the program. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Fetch what their arguments name, and take an address without a scheme for one of HTTP. */
const fetchers = new Set(['curl', 'wget', 'http', 'https', 'xh', 'aria2c', 'axel', 'lynx', 'links', 'w3m', 'elinks']);

/** Options with which these only get what is named. By whole names: an abbreviation may mean another one. */
const fetching: Readonly<Record<string, RegExp>> = {
  curl: /^-(?:[sSfLvikIOgN46#]*(?:[omA].*)?|-(?:silent|show-error|fail|fail-with-body|location|verbose|include|insecure|head|remote-name|globoff|no-buffer|no-progress-meter|compressed|create-dirs|output|max-time|connect-timeout|user-agent|retry|retry-delay|retry-connrefused|retry-all-errors|retry-max-time|url)(?:=.*)?)$/,
  wget: /^-(?:[qcNSv46]*(?:[OPTt].*)?|nv|nc|-(?:quiet|no-verbose|continue|timestamping|no-clobber|spider|show-progress|output-document|directory-prefix|timeout|tries)(?:=.*)?)$/,
};

/** With them a request goes another way than to the host that it names. */
const otherWays =
  /^(?:-x|--proxy|--preproxy|--socks\w*|--doh-url|--resolve|--connect-to|--unix-socket|--abstract-unix-socket)(?:=|$)/;

export function findNeeds(understanding: Understanding, place: NeedsPlace): readonly NetworkNeed[] {
  if (!understanding.effects.has('network')) return [];
  const told = toldIn(understanding);
  return understanding.steps.flatMap((step) => needOf(step, told, place) ?? []).filter(({ hosts }) => hosts.length > 0);
}

/** The hosts that a call fetches from, where it is known to do nothing else with the network. */
export function findSources(understanding: Understanding, place: NeedsPlace): readonly string[] | undefined {
  if (!understanding.effects.has('network')) return [];
  const { steps } = understanding;
  const [step] = steps.slice(-1);
  const isAlone = steps.slice(0, -1).every(({ program = '' }) => wrappers.has(basename(program)));
  const need = step && isAlone ? needOf(step, toldIn(understanding), place) : undefined;
  return need?.isFetch ? need.hosts : undefined;
}

/** Whether one of its programs is known to talk to others, and not known only to fetch: it may send something. */
export function maySend(understanding: Understanding, place: NeedsPlace): boolean {
  if (!understanding.effects.has('network')) return false;
  const told = toldIn(understanding);
  return understanding.steps.some((step) => needOf(step, told, place)?.isFetch === false);
}

function toldIn({ evidence }: Understanding): ReadonlySet<string> {
  return new Set(evidence.flatMap(({ effect, argument }) => (effect === 'network' && argument ? argument : [])));
}

function needOf(step: Step, told: ReadonlySet<string>, place: NeedsPlace): NetworkNeed | undefined {
  const known = findProgram(step.name, step.program)?.name ?? basename(step.name);
  const program = step.program;
  if (fetchers.has(known)) {
    if (step.args.some((word) => otherWays.test(word))) {
      return { what: known, program, hosts: [], preset: undefined, isFetch: false };
    }
    const hosts = step.args
      .filter((word) => told.has(word))
      .map((word) => addressOf(word.replace(/^--url=/, ''), 'http'));
    const options = step.args.filter((word) => word.startsWith('-'));
    const isFetch = options.every((word) => fetching[known]?.test(word) === true) && Object.hasOwn(fetching, known);
    return {
      what: known,
      program,
      hosts: outside(hosts),
      preset: undefined,
      isFetch: isFetch && hosts.length > 0 && areTold(hosts),
    };
  }
  if (known === 'git') {
    const need = gitNeed(step.args, place.directory, place.workspace);
    if (!need) return undefined;
    const addresses = need.urls.map((url) => addressOf(url));
    const hosts = [...new Set(addresses.flatMap((address) => address ?? []))];
    const isFetch =
      need.command !== 'push' && need.areAll && areTold(need.urls.map((url, at) => addresses[at] ?? localPath(url)));
    return {
      what: `git ${need.command}`,
      program,
      hosts,
      preset: hosts.includes('github.com:443') ? 'github' : undefined,
      isFetch,
    };
  }
  const [name, args] = /^python/.test(known) ? asModule(step.args) : [known, step.args];
  const manager = Object.hasOwn(packageManagers, name) ? packageManagers[name] : undefined;
  return manager && needOfManager(manager, name, args, program, place);
}

/** `python3 -m pip install`. */
function asModule(args: readonly string[]): readonly [string, readonly string[]] {
  const at = args.indexOf('-m');
  return at === -1 ? ['', []] : [args[at + 1] ?? '', args.slice(at + 2)];
}

function needOfManager(
  manager: PackageManager,
  name: string,
  args: readonly string[],
  program: string | undefined,
  place: NeedsPlace,
): NetworkNeed | undefined {
  const words = new CallWords(args, manager.valued ?? '');
  if (manager.offline !== undefined && words.has(manager.offline)) return undefined;
  const [command, operands] = commandOf(manager, name, words.operands);
  if (command === undefined) return undefined;
  const runs = manager.runs === '*' || split(manager.runs).includes(command);
  const fetches =
    manager.commands === '*' || (command === '' ? manager.alone : split(manager.commands).includes(command));
  if (!fetches && !(runs && isMissing(operands[0], place))) return undefined;
  const what = [name, manager.runs === '*' ? '' : command].filter((word) => word !== '').join(' ');
  const named = operands
    .filter((word) => hasUrlScheme(word.replace(/^git\+/, '')))
    .map((word) => addressOf(word.replace(/^git\+/, '')));
  const hosts = [...registries(manager, words, place), ...named.flatMap((host) => host ?? [])];
  const sends = manager.sends === '*' || split(manager.sends).includes(command);
  return { what, program, hosts: [...new Set(hosts)], preset: manager.preset, isFetch: !sends && areTold(named) };
}

/** Whether of all that is named can be told where it leads. */
function areTold(addresses: readonly (string | undefined)[]): boolean {
  return addresses.every((address) => address !== undefined);
}

/** What git takes for a file of this machine. */
function localPath(url: string): string | undefined {
  return url.includes(':') ? undefined : url;
}

/** `uv pip install` and `go mod tidy` have two words. */
function commandOf(
  manager: PackageManager,
  name: string,
  operands: readonly string[],
): readonly [string | undefined, readonly string[]] {
  if (manager.runs === '*') return ['', operands];
  const [first, second, ...rest] = operands;
  if (name === 'uv' && first === 'pip')
    return [/^(?:install|sync|compile)$/.test(second ?? '') ? 'add' : undefined, rest];
  if (name === 'go' && first === 'mod')
    return [/^(?:download|tidy|vendor)$/.test(second ?? '') ? 'get' : undefined, rest];
  return [first ?? '', operands.slice(1)];
}

/** A program of a package that lies in no `node_modules` here has to be fetched. */
function isMissing(name: string | undefined, { directory, workspace }: NeedsPlace): boolean {
  if (name === undefined) return false;
  const plain = name.replace(/(?<=.)@[^/]*$/, '').replace(/^@[^/]*\//, '');
  for (let here = directory; isInside(here, workspace); here = dirname(here)) {
    if (existsSync(`${here}/node_modules/.bin/${plain}`)) return false;
    if (here === workspace) break;
  }
  return true;
}

function registries(manager: PackageManager, words: CallWords, place: NeedsPlace): readonly string[] {
  const { environment, directory, workspace } = place;
  const ofVariables = (names: string | undefined) =>
    split(names).flatMap((name) => (Object.hasOwn(environment, name) ? (environment[name] ?? []) : []));
  const npm = manager.npmrc ? readNpmRegistries(directory, workspace, environment) : undefined;
  const chosen = [
    words.valuesOf(manager.registryOptions ?? '').slice(-1),
    ofVariables(manager.registryVariables).slice(0, 1),
    npm?.usual === undefined ? [] : [npm.usual],
  ].find((values) => values.length > 0);
  const also = [
    ...words.valuesOf(manager.alsoOptions ?? ''),
    ...ofVariables(manager.alsoVariables),
    ...(npm?.ofScopes ?? []),
  ];
  const read = (values: readonly string[]) =>
    values.flatMap((value) => value.split(/[\s,|]+/)).flatMap((value) => addressOf(value) ?? []);
  return [...(chosen ? read(chosen) : manager.hosts), ...read(also)];
}

const ofSandbox = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\]):\d+$/;

/** Where a program talks to this machine, it talks to its own sandbox, where servers of the same agent are. */
function outside(hosts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(hosts.flatMap((host) => (host === undefined || ofSandbox.test(host) ? [] : host)))];
}
