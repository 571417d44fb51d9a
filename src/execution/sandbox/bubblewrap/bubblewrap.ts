// Runs programs where nothing exists that was not mounted.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../machine/paths/is-inside.js';
import type { InsideStart, ProgramPlan } from '../../../vocabulary/program.js';
import { nameByLink } from '../../process/name-by-link.js';
import type { Mount } from '../mounts.js';
import type { NetworkSpace } from '../session-network/network-space.js';
import { makeCallFilter } from '../system-calls/call-filter.js';
import { callFilterFile } from '../system-calls/filter-file.js';
import { refusedWithoutSockets } from '../system-calls/refused-calls.js';
import { makeEtc, systemView } from '../system-view.js';
import type { Place, Sandboxed, Scope, Tier } from '../tier.js';
import { bubblewrapArguments, channelDescriptor, controlDescriptor } from './bubblewrap-arguments.js';
import { splitEnvironment } from './bubblewrap-environment.js';
import { type PlaceCheck, startText } from './starter/start-text.js';
import { findStarter, type Starter } from './starter/starter.js';

export class Bubblewrap implements Tier {
  readonly name = 'bubblewrap';
  readonly ownPlaces = ['/tmp'];
  readonly #program: string;

  constructor(program: string) {
    this.#program = program;
  }

  enclose(plan: ProgramPlan, limited: ProgramPlan, scope: Scope, place: Place): Sandboxed {
    const { network, temporary, joined } = place;
    const starter = findStarter(temporary);
    const words = starter ? startedBy(starter, plan, limited) : startedAlone(plan, limited, place);
    const [first, ...rest] = words;
    const handedOn = [...(starter ? [controlDescriptor] : []), ...(plan.line ? [channelDescriptor] : [])];
    const started = network?.start(first, rest, handedOn) ?? { program: first, args: rest };
    const callFilter = callFilterFile(temporary);
    const { outside, inside } = splitEnvironment(plan.environment);
    const view = {
      mounts: [...mountsOf(scope, plan, place), ...(network?.mounts ?? [])],
      // Of a shared network bubblewrap is in already.
      network: scope.network || joined !== undefined,
      filtersCalls: callFilter !== undefined,
      hasStarter: starter?.file !== undefined,
      directory: plan.directory,
      variables: inside,
    };
    const [program, ...args] = [
      ...(joined?.enter ?? []),
      this.#program,
      ...bubblewrapArguments(view, started.program, started.args),
    ] as const;
    return {
      plan: {
        ...limited,
        program,
        name: 'bwrap',
        args,
        directory: '/',
        environment: outside,
        wrapper: 'bubblewrap',
        writable: scope.writable,
        ...(callFilter !== undefined && { callFilter }),
        ...(starter && { start: insideStart(starter, plan, scope, temporary) }),
      },
      release: () => undefined,
    };
  }

  async openNetwork(): Promise<NetworkSpace | string> {
    const { openNetworkSpace } = await import('../session-network/network-space.js');
    return await openNetworkSpace(this.#program);
  }
}

type Words = readonly [program: string, ...args: string[]];

/** What is started for limits comes before the starter, which comes before nobody but the program. */
function startedBy({ words }: Starter, plan: ProgramPlan, limited: ProgramPlan): Words {
  if (limited === plan) return words;
  // The program and its arguments are the last words of what limits it.
  const before = limited.args.slice(0, limited.args.length - plan.args.length - 1);
  return [limited.program, ...before, ...words];
}

/** Bubblewrap gives a program the path it starts as its name. */
function startedAlone(plan: ProgramPlan, limited: ProgramPlan, { names }: Place): Words {
  const named = limited === plan ? nameByLink(plan.program, plan.name, names) : limited.program;
  return [named, ...limited.args];
}

function insideStart(starter: Starter, plan: ProgramPlan, scope: Scope, directory: string): InsideStart {
  const { program, name, args, line } = plan;
  const checks = checksOf(scope.kept);
  const filter = scope.sockets ? undefined : filterForSockets();
  return {
    starter: starter.file,
    text: startText({ program, name, args, checks, filter, kept: line && channelDescriptor }),
    directory,
    plan,
    checked: checks.map(({ path }) => path),
  };
}

/** That bubblewrap mounted what was meant: between a look at a path and its mount, a program could put a link there. */
function checksOf(kept: readonly Mount[]): readonly PlaceCheck[] {
  return kept.flatMap((mount): PlaceCheck[] => {
    const { path, kind } = mount;
    if (!('identity' in mount) || !mount.identity) return [];
    return [{ path, ...mount.identity, differs: kind === 'empty' }];
  });
}

let socketFilter: { readonly made: Buffer | undefined } | undefined;

function filterForSockets(): Buffer | undefined {
  socketFilter ??= { made: makeCallFilter(process.arch, refusedWithoutSockets) };
  return socketFilter.made;
}

function mountsOf({ writable, readable, kept, network }: Scope, plan: ProgramPlan, place: Place): Mount[] {
  const { temporary, names, gitSettings } = place;
  const seen = [...writable, ...readable];
  const toMounts = (paths: readonly string[], kind: 'readable' | 'writable'): Mount[] =>
    paths.map((path) => ({ kind, path }));
  const ofSystem = systemView(network);
  return [
    ...ofSystem,
    makeEtc(temporary, [...ofSystem.map(({ path }) => path), ...seen], gitSettings),
    ...emptyHome(plan, seen),
    // What lies in a place that can be written to is seen there already.
    ...toMounts(
      readable.filter((path) => !writable.some((root) => isInside(path, root))),
      'readable',
    ),
    ...toMounts(writable, 'writable'),
    ...toMounts(existsSync(names) ? [names] : [], 'readable'),
    // What other programs print is there.
    ...(seen.some((path) => isInside(temporary, path)) ? [emptied(temporary)] : []),
    ...kept,
  ];
}

/** Programs look for their settings there, and would rather find none than no directory. */
function emptyHome({ environment: { HOME } }: ProgramPlan, seen: readonly string[]): readonly Mount[] {
  if (HOME === undefined || !HOME.startsWith('/') || HOME === '/') return [];
  return seen.some((path) => isInside(HOME, path)) ? [] : [emptied(join(HOME))];
}

function emptied(path: string): Mount {
  return { kind: 'private', path };
}
