// What the gate itself obeys: its configuration, its policy, and what it loads by them.

import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { configurationNames } from '../../configuration/configuration-names.js';
import { realPlace } from '../../configuration/trust/require-trust.js';
import { findImports } from '../../sources/typescript/find-imports.js';
import type { Watched, WatchedSet } from './watched.js';

export interface GateFiles {
  /** The configuration and the policy. */
  readonly rules: readonly string[];
  /** Modules, handles, manuals, and programs that print manuals. */
  readonly sources: readonly string[];
  /** Where a new file may be one of them tomorrow. */
  readonly folders: readonly string[];
}

const noFiles: GateFiles = { rules: [], sources: [], folders: [] };

const ofSources = new Set(['.ts', '.js', '.mjs', '.cjs', '.mts', '.cts', '.json', '.yaml', '.yml']);

export function findGateFiles(workspace: string, given: GateFiles = noFiles): WatchedSet {
  const rules = new Set(given.rules.map(realPlace));
  // One of these is found by its name when somebody starts a gate here without naming a configuration.
  const others = configurationNames.map((name) => join(workspace, name));
  const beside = given.folders.flatMap((folder) => sourcesIn(folder));
  const loaded = findImports([...given.rules, ...given.sources, ...beside]);
  const watch = (path: string): Watched => ({ path, obeyedBy: rules.has(path) ? 'rules' : 'reload', form: 'text' });
  return { files: [...new Set([...rules, ...others, ...loaded])].map(watch), folders: given.folders };
}

function sourcesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ofSources.has(extname(name)))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
