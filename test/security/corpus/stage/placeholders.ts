import { programPath } from './program-path.js';

export interface Places {
  readonly workspace: string;
  readonly outside: string;
  readonly home: string;
  readonly canary: string;
  readonly port: string;
  /** The id of a process of the same user that has the gate's secrets in its environment. */
  readonly process: string;
}

const placeholder = /\{(workspace|outside|home|canary|port|process|program:[\w.+[-]+)\}/g;

/** Fills in the placeholders of every text in an entry. */
export function fillIn<T>(value: T, places: Places): T {
  if (typeof value === 'string') {
    return value.replace(placeholder, (_, name: string) =>
      name.startsWith('program:')
        ? (programPath(name.slice('program:'.length)) ?? `/not-installed/${name}`)
        : places[name as keyof Places],
    ) as T;
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, places)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [fillIn(key, places), fillIn(item, places)]),
  ) as T;
}

/** Names in braces that look like a placeholder and are none. */
export function unknownPlaceholders(entry: unknown): string[] {
  const rest = JSON.stringify(entry).replace(placeholder, '');
  return rest.match(/\{(?:work|out|home|can|port|proc|prog)[\w:-]*\}/g) ?? [];
}
