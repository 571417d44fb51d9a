// How a program is started by the relay, and what has to be seen in the sandbox for that.

import { existsSync, realpathSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ofEveryProgram } from '../../bubblewrap/bubblewrap-environment.js';
import type { Mount } from '../../mounts.js';
import { homeOfProgram } from '../../system-view.js';
import { perlRelay } from './perl-relay.js';

/** In the source, and beside or above the file that holds this code in a build. */
const places = ['./relay-process.mjs', '../relay-process.mjs'];

/** Few programs listen there, and many people know it as the place of a proxy. */
export const relayPort = 3128;

const socketInside = '/run/cmdgate/network.socket';
const relayInside = '/run/cmdgate/relay.mjs';

const perlPlaces = ['/usr/bin/perl', '/bin/perl'];

/** It passes bytes on and little else. */
const nodeOptions = ['--max-old-space-size=64', '--max-semi-space-size=1', '--v8-pool-size=1'];

/** Read by Node or Perl: the program is to have them, and not the relay. */
const ofRelay = /^(?:NODE_|UV_|OPENSSL_|SSL_CERT_|PERL)/;

const prefix = '_CMDGATE_PROGRAM_';

type Variables = Readonly<Record<string, string>>;

/** `handedOn` are descriptors that the program gets beside the usual ones, in their order. */
export function startByRelay(
  program: string,
  args: readonly string[],
  handedOn: readonly number[] = [],
  port: number = relayPort,
) {
  const perl = findPerl();
  const started = perl === undefined ? [node(), ...nodeOptions, relayInside] : [perl, '-f', '-e', perlRelay, '--'];
  const [relay = '', ...words] = started;
  return {
    program: relay,
    args: [...words, String(port), socketInside, prefix, handedOn.join(','), program, ...args],
  };
}

/** Whether these are the words of a process that is a relay, or of one that wants to be taken for it. */
export function isRelay(words: readonly string[]): boolean {
  return words.includes(socketInside) && words.includes(prefix);
}

/** The variables as the relay gets them, to give them to the program as they are. */
export function variablesForRelay(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [isForRelay(name) ? name : prefix + name, value]),
  );
}

function isForRelay(name: string): boolean {
  return !ofRelay.test(name) && !ofEveryProgram.test(name);
}

export function relayMounts(socket: string): readonly Mount[] {
  if (findPerl() !== undefined) return [{ kind: 'readable', path: socketInside, source: socket }];
  const home = homeOfProgram(node());
  return [
    ...(home === undefined ? [] : [{ kind: 'readable', path: home } as const]),
    { kind: 'readable', path: relayInside, source: findRelay() },
    { kind: 'readable', path: socketInside, source: socket },
  ];
}

/** Of the system: what lies elsewhere is not in the sandbox. */
function findPerl(): string | undefined {
  return perlPlaces.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

function node(): string {
  return realpathSync.native(process.execPath);
}

function findRelay(): string {
  const candidates = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`The relay's program is not there: ${candidates.join(', ')}`);
  return found;
}
