// Programs that were not installed by the system, where the owner's search path leads to them: with what they need to
// run, and without what lies beside them in a home.

import { existsSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { isInside } from '../../machine/paths/is-inside.js';
import type { ProgramPlan } from '../../vocabulary/program.js';
import { isOfSystem } from './system-view.js';

/** These keep programs that start other ones from elsewhere in them. Nobody's secrets are there. */
const managers = /^(.*\/(?:\.(?:pyenv|rbenv|nodenv|goenv|asdf|volta)|\.local\/share\/(?:mise|fnm)))\//;

/** Beside `bin`, as installers lay it out. */
const beside = ['lib', 'lib64', 'libexec'];

export class ProgramDirectories {
  readonly #searchPath: readonly string[];
  readonly #home: string | undefined;
  readonly #found = new Map<string, readonly string[]>();

  /** The owner's. What an agent says has no influence. */
  constructor(searchPath: readonly string[], home: string | undefined) {
    this.#searchPath = searchPath;
    this.#home = home;
  }

  /** Of those only where the program itself lies, and where it finds others. */
  for({ program, name, environment: { PATH = '' } }: ProgramPlan): readonly string[] {
    const places = [...PATH.split(delimiter), dirname(program), dirname(name)];
    const key = places.join('\n');
    const known = this.#found.get(key);
    if (known) return known;
    const meant = new Set(places);
    const found = programDirectories(
      this.#searchPath.filter((directory) => meant.has(directory)),
      this.#home,
    );
    this.#found.set(key, found);
    return found;
  }
}

export function programDirectories(searchPath: readonly string[], home: string | undefined): readonly string[] {
  const found = searchPath
    .filter((directory) => !isOfSystem(directory) && !(home !== undefined && isInside(home, directory)))
    .flatMap(partsOf)
    .filter((directory) => existsSync(directory));
  const unique = [...new Set(found)];
  return unique.filter((one) => !unique.some((other) => other !== one && isInside(one, other)));
}

function partsOf(directory: string): readonly string[] {
  const manager = managers.exec(`${directory}/`)?.[1];
  if (manager !== undefined) return [manager];
  if (basename(directory) !== 'bin') return [directory];
  const installation = dirname(directory);
  // Rust's programs are one program, which finds the others here; the owner's tokens lie beside `bin`.
  if (basename(installation) === '.cargo') return [directory, join(dirname(installation), '.rustup')];
  return [directory, ...beside.map((name) => join(installation, name))];
}
