import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { readEnvironment } from '../../../planning/read-environment.js';
import { isBelow } from '../../../policy/real-path.js';
import type { CallTemplate, UtcpHost } from '../tool.js';
import type { CallValues } from './call-values.js';
import type { Findings } from './findings.js';
import { joined, type Piece } from './piece.js';

export interface BuiltEnvironment {
  readonly environment: Readonly<Record<string, string>>;
  /** What the template sets, in pieces. */
  readonly set: readonly (readonly Piece[])[];
  /** The names of those whose values are not the author's and the owner's alone. */
  readonly decided: readonly string[];
}

/** The environment of a program, from nothing: what the template sets wins over what it inherits. */
export function buildEnvironment(
  { environment: written, inherited, inheritsNothing = false }: CallTemplate,
  host: UtcpHost,
  workspace: string,
  values: CallValues,
  findings: Findings,
): BuiltEnvironment {
  const set = new Map<string, readonly Piece[]>();
  for (const [name, parts] of written) {
    const [only] = parts;
    const isLeftOut = parts.length === 1 && only?.kind === 'input' && values.given(only.name) === undefined;
    if (!isLeftOut) set.set(name, values.fill(parts));
  }
  const texts = [...set].map(([name, pieces]) => [name, joined(pieces)] as const);
  const isWritten = (name: string) => written.get(name)?.every(({ kind }) => kind === 'text' || kind === 'variable');
  const own = texts.filter(([name]) => isWritten(name));
  const foreign = texts.filter(([name]) => !isWritten(name));
  const names = (entries: typeof texts) => entries.map(([name]) => name);
  const read = [
    // Author and owner may set what changes a program; what comes from elsewhere may not.
    readEnvironment(Object.fromEntries(own), { allow: names(own), fromArguments: new Set() }),
    readEnvironment(Object.fromEntries(foreign), { allow: [], fromArguments: new Set(names(foreign)) }),
  ];
  for (const one of read) if (!one.ok) findings.obstacles.push(...one.problems);
  const passed = inherited.flatMap((name) => {
    const value = host.environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    environment: Object.assign(
      Object.create(null),
      inheritsNothing ? {} : { PATH: searchPathOf(host, workspace).join(delimiter) },
      Object.fromEntries(passed),
      ...read.map((one) => (one.ok ? one.environment : {})),
    ),
    set: [...set.values()],
    decided: names(foreign),
  };
}

/** Where whoever works in the workspace could put a program, none is looked for, unless the owner listed it. */
function searchPathOf({ searchPath, ownSearchPath }: UtcpHost, workspace: string): readonly string[] {
  const directories = searchPath.filter(isAbsolute);
  return ownSearchPath ? directories : directories.filter((directory) => !isBelow(realOf(directory), workspace));
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
