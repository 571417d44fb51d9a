// Reads the configuration again while its gate is open. All of it is read and checked beside what is in force, and takes
// its place as a whole or not at all. Whoever asks for it, what a run of an agent may have written needs a person first:
// neither a signal nor a file that changed says who was there.

import type { Configuration } from '../../configuration/configuration.js';
import { isAgreed, refuse, type Untrusted } from '../../configuration/trust/require-trust.js';
import { UntrustedConfiguration } from '../../configuration/trust/untrusted-configuration.js';
import { TrustStore } from '../../ledger/trust/trust-store.js';
import { changedAtMs, readHeld } from '../../machine/files/file-digest.js';
import { isInside } from '../../machine/paths/is-inside.js';
import { findImports } from '../../sources/typescript/find-imports.js';
import { forgetModules } from '../../sources/typescript/import-module.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { loadingProblem } from '../opening/loading-problem.js';
import type { ConfiguredGate } from '../opening/open-configured-gate.js';
import { trustedFiles } from '../opening/open-configured-policy.js';
import { findObeyed, isSame, type Obeyed, readObeyed, readObeyedSince } from './obeyed-files.js';
import { findRestartKeys } from './restart-keys.js';

export type Reloaded =
  /** The names of commands that came and went. */
  | {
      readonly status: 'reloaded';
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly warnings: readonly string[];
    }
  | { readonly status: 'unchanged' }
  /** What was in force still is. */
  | { readonly status: 'refused'; readonly error: GateError };

export interface ReloaderOptions {
  readonly opened: ConfiguredGate;
  /** What is in force. */
  readonly configuration: Configuration;
  /** When it was about to be read, in milliseconds. */
  readonly readAt: number;
  /** Reads it again. */
  readonly load: () => Promise<Configuration | undefined>;
}

/** What is written while it is read is seen a moment later, and read again. */
const mostAttempts = 3;

export class Reloader {
  readonly #options: ReloaderOptions;
  #configuration: Configuration;
  #obeyed: Obeyed;
  /** What a person has to look at first. */
  #awaited: readonly string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ReloaderOptions) {
    this.#options = options;
    this.#configuration = options.configuration;
    this.#obeyed = readObeyedSince(findObeyed(options.configuration), options.readAt);
  }

  /** What to look at: files, and directories in which a new file may belong to it. */
  get watched(): { readonly files: readonly string[]; readonly folders: readonly string[] } {
    const store = new TrustStore(this.#configuration.workspace);
    const answers = this.#awaited.map((path) => store.verdictFile(path));
    return { files: [...this.#obeyed.keys(), ...answers], folders: trustedFiles(this.#configuration).folders };
  }

  /** Never rejects. One after the other; `ifChanged` reads nothing again where no file holds anything else. */
  reload(ifChanged = false): Promise<Reloaded> {
    const next = this.#last.then(() => this.#reload(ifChanged));
    this.#last = next;
    return next;
  }

  async #reload(ifChanged: boolean): Promise<Reloaded> {
    const before = this.#names();
    try {
      for (let attempt = 1; ; attempt++) {
        const result = await this.#attempt(ifChanged);
        if (result === 'unchanged') return { status: 'unchanged' };
        if (result === 'reloaded') break;
        if (attempt === mostAttempts) throw alwaysChanging();
      }
    } catch (error) {
      this.#awaited = error instanceof UntrustedConfiguration ? [...error.files.keys()] : [];
      return { status: 'refused', error: error instanceof Untaken ? error.problem : loadingProblem(error) };
    }
    this.#awaited = [];
    const after = this.#names();
    return {
      status: 'reloaded',
      added: [...after].filter((name) => !before.has(name)),
      removed: [...before].filter((name) => !after.has(name)),
      warnings: this.#options.opened.gate.warnings,
    };
  }

  async #attempt(ifChanged: boolean): Promise<'reloaded' | 'unchanged' | 'changing'> {
    const { opened, load } = this.#options;
    const { file } = this.#configuration;
    // Before anything of it is run: it may be a program.
    const own = findImports([file]);
    this.#requireOwners(own);
    forgetModules(own);
    const next = await load();
    if (!next) throw new Untaken(isGone(file));
    const paths = findObeyed(next);
    const obeyed = readObeyed(paths);
    if (ifChanged && isSame(obeyed, this.#obeyed)) return 'unchanged';
    this.#requireOwners(paths);
    const keys = findRestartKeys(this.#configuration, next);
    if (keys.length > 0) throw new Untaken(needsRestart(keys));
    forgetModules(paths);
    try {
      await opened.takeOver(next, () => {
        if (!isSame(readObeyed(findObeyed(next)), obeyed)) throw new Changing();
        this.#requireOwners(paths);
      });
    } catch (error) {
      if (error instanceof Changing) return 'changing';
      throw error;
    }
    this.#configuration = next;
    this.#obeyed = obeyed;
    return 'reloaded';
  }

  /** Throws an UntrustedConfiguration that names each file that changed while something was running. */
  #requireOwners(paths: readonly string[]): void {
    const { file, workspace } = this.#configuration;
    const { activity } = this.#options.opened.gate;
    const untrusted = paths.flatMap((path): Untrusted[] => {
      const { digest } = readHeld(path);
      if (digest === this.#obeyed.get(path) || !isInside(path, workspace)) return [];
      if (!activity.covers(changedAtMs(path)) || isAgreed(path, digest)) return [];
      return [{ path, digest, why: 'It changed while a command was running, which may have written it.' }];
    });
    if (untrusted.length > 0) this.#remember(untrusted);
    refuse(file, untrusted);
  }

  /** For a gate that is started later: it cannot know when this one had something running. */
  #remember(untrusted: readonly Untrusted[]): void {
    const store = new TrustStore(this.#configuration.workspace);
    try {
      if (!store.isUsed) store.writeSnapshot(this.#obeyed);
      for (const one of untrusted) store.writeVerdict({ ...one, state: 'distrusted' });
    } catch {
      // It is refused here in any case.
    }
  }

  #names(): ReadonlySet<string> {
    const { registry } = this.#options.opened.gate;
    return new Set(registry.commands.filter(({ builtIn }) => !builtIn).map(({ path }) => path.join(' ')));
  }
}

class Changing extends Error {}

/** Why it is not taken over, other than that something in it is wrong. */
class Untaken extends Error {
  readonly problem: GateError;

  constructor(problem: GateError) {
    super(problem.message);
    this.problem = problem;
  }
}

function needsRestart(keys: readonly string[]): GateError {
  const names = keys.map((key) => `"${key}"`).join(', ');
  return new GateError('UNAVAILABLE', `A restart is required for what changed in ${names}`, {
    hint: 'Restart the server. Until then, nothing of the new configuration is used',
  });
}

function isGone(file: string): GateError {
  return new GateError('UNAVAILABLE', `${file} is gone`, { hint: 'Put it back, or stop the server' });
}

function alwaysChanging(): Untaken {
  return new Untaken(
    new GateError('UNAVAILABLE', 'The files keep changing while they are being read', {
      hint: 'Wait until nothing writes to them, and send SIGHUP',
    }),
  );
}
