import { basename } from 'node:path';
import { pathWithin } from '../../machine/paths/is-inside.js';

/** How this process was started, for lines that can be pasted: by name where it is installed, else by its file. */
export function invocationOf(name: string, directory: string): readonly string[] {
  const script = process.argv[1];
  if (script === undefined || basename(script) === name) return [name];
  return ['node', pathWithin(script, directory) ?? script];
}
