// loadManual(): a UTCP manual for a program that wants to call its tools.

import { resolve } from 'node:path';
import type { Document } from '../../../documents/document.js';
import { readManual } from '../../../gate/opening/load-configured-utcp.js';
import { checkKept } from '../../../gate/opening/remember-in.js';
import { defaultSearchPath } from '../../../planning/default-search-path.js';
import { loadManuals, type ManualSource } from '../../../sources/utcp/load-manuals.js';
import type { UtcpHost } from '../../../sources/utcp/tool.js';
import { trustedDirectory } from '../shell-session.js';
import type { Manual } from './manual.js';
import { ManualError } from './manual-error.js';
import { checkSettings, type LoadOptions, toManualOptions } from './manual-settings.js';
import { OpenManual } from './open-manual.js';

/** What messages call a manual that was given as an object. */
const givenObject = 'manual';

/**
 * Reads a file, or takes what stands in one. A tool that cannot be used is left out, and `problems` says why; where
 * there is no manual at all, a ManualError is thrown. Throws a TypeError for options that are none.
 */
export async function loadManual(source: string | object, options: LoadOptions = {}): Promise<Manual> {
  checkSettings(options);
  const directory = trustedDirectory(options.workspace ?? process.cwd(), 'the manual');
  checkKept(directory, options);
  const host: UtcpHost = {
    searchPath: options.path ?? defaultSearchPath(process.env),
    ownSearchPath: options.path !== undefined,
    environment: process.env,
  };
  const { manuals, problems } = loadManuals([await readSource(source, options)], host);
  const [loaded] = manuals;
  if (!loaded) throw new ManualError(problems);
  return new OpenManual(loaded, problems, { options, host, directory });
}

async function readSource(source: string | object, options: LoadOptions): Promise<ManualSource> {
  const manualOptions = toManualOptions(options);
  if (typeof source === 'string') return await readManual(resolve(source), options.name, manualOptions);
  return {
    name: options.name ?? givenObject,
    origin: givenObject,
    document: asDocument(source),
    options: manualOptions,
    isFile: false,
  };
}

/** As it would stand in a file: a copy, without what is undefined. */
function asDocument(source: object): Document {
  let value: unknown;
  try {
    value = JSON.parse(JSON.stringify(source) ?? 'null');
  } catch (cause) {
    throw new TypeError('loadManual needs the path of a file, or an object that can be serialized as JSON.', { cause });
  }
  return { value, problems: [], locate: () => undefined };
}
