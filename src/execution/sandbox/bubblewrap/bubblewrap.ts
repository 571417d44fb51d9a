// Runs programs where nothing exists that was not mounted.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { nameByLink } from '../../process/planning/name-by-link.js';
import { MissingPaths } from '../missing-paths.js';
import { isWithin, type Mount } from '../mounts.js';
import { callFilterFile } from '../system-calls/filter-file.js';
import { makeEtc, systemView } from '../system-view.js';
import type { Place, Sandboxed, Scope, Tier } from '../tier.js';
import { bubblewrapArguments } from './bubblewrap-arguments.js';
import { splitEnvironment } from './bubblewrap-environment.js';

export class Bubblewrap implements Tier {
  readonly name = 'bubblewrap';
  readonly ownPlaces = ['/tmp'];
  readonly #program: string;
  readonly #missing = new MissingPaths();

  constructor(program: string) {
    this.#program = program;
  }

  enclose(plan: ProgramPlan, limited: ProgramPlan, scope: Scope, place: Place): Sandboxed {
    const { network, names, temporary } = place;
    // Bubblewrap gives a program the path it starts as its name.
    const named = limited === plan ? nameByLink(plan.program, plan.name, names) : limited.program;
    const started = network?.start(named, limited.args) ?? { program: named, args: limited.args };
    const held = this.#missing.hold(scope.missing);
    const callFilter = callFilterFile(temporary);
    const { outside, inside } = splitEnvironment(plan.environment);
    const mounts = mountsOf(scope, plan, place).filter(({ path }) => !scope.missing.includes(path) || held.has(path));
    const view = {
      mounts: [...mounts, ...(network?.mounts ?? [])],
      network: scope.network,
      filtersCalls: callFilter !== undefined,
      directory: plan.directory,
      variables: inside,
    };
    return {
      plan: {
        ...limited,
        program: this.#program,
        name: 'bwrap',
        args: bubblewrapArguments(view, started.program, started.args),
        directory: '/',
        environment: outside,
        wrapper: 'bubblewrap',
        writable: scope.writable,
        ...(callFilter !== undefined && { callFilter }),
      },
      release: () => this.#missing.release(held),
    };
  }
}

function mountsOf({ writable, readable, kept, network }: Scope, plan: ProgramPlan, place: Place): Mount[] {
  const { temporary, names } = place;
  const seen = [...writable, ...readable];
  const toMounts = (paths: readonly string[], kind: 'readable' | 'writable'): Mount[] =>
    paths.map((path) => ({ kind, path }));
  const ofSystem = systemView(network);
  return [
    ...ofSystem,
    makeEtc(join(temporary, 'etc'), [...ofSystem.map(({ path }) => path), ...seen]),
    ...emptyHome(plan, seen),
    // What lies in a place that can be written to is seen there already.
    ...toMounts(
      readable.filter((path) => !writable.some((root) => isWithin(path, root))),
      'readable',
    ),
    ...toMounts(writable, 'writable'),
    ...toMounts(existsSync(names) ? [names] : [], 'readable'),
    // What other programs print is there.
    ...(seen.some((path) => isWithin(temporary, path)) ? [emptied(temporary)] : []),
    ...kept,
  ];
}

/** Programs look for their settings there, and would rather find none than no directory. */
function emptyHome({ environment: { HOME } }: ProgramPlan, seen: readonly string[]): readonly Mount[] {
  if (HOME === undefined || !HOME.startsWith('/') || HOME === '/') return [];
  return seen.some((path) => isWithin(HOME, path)) ? [] : [emptied(join(HOME))];
}

function emptied(path: string): Mount {
  return { kind: 'private', path };
}
