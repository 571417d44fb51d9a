// What vouches for approvals lies outside of every workspace: whoever can make files in a workspace, with `git checkout`
// for example, can then neither forge an answer nor bring a used one back.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { GateError } from '../../vocabulary/gate-error.js';
import { newId } from '../../vocabulary/new-id.js';
import { makeTrustedDirectory } from './trusted-directory.js';

const keyBytes = 32;

/** Longer than any approval can wait. */
const rememberedMs = 25 * 24 * 60 * 60 * 1_000;

export class OwnState {
  readonly #directory: string;
  readonly #workspace: string;
  #key: Buffer | undefined;

  /** `workspace` is a real path: what was sealed for one workspace means nothing in another. */
  constructor(workspace: string, directory = ownDirectory(workspace)) {
    this.#workspace = workspace;
    this.#directory = directory;
  }

  seal(kind: string, text: string): string {
    return createHmac('sha256', this.#openKey()).update([this.#workspace, kind, text].join('\0')).digest('hex');
  }

  isSealed(kind: string, text: string, seal: string): boolean {
    const expected = Buffer.from(this.seal(kind, text));
    const given = Buffer.from(seal);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  /** Whether it is used for the first time. Remembered for longer than it could be used again. */
  use(id: string): boolean {
    makeTrustedDirectory(this.#directory);
    const used = join(this.#directory, 'used');
    mkdirSync(used, { recursive: true, mode: 0o700 });
    forgetOld(used);
    try {
      writeFileSync(join(used, this.seal('used', id)), '', { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  #openKey(): Buffer {
    if (this.#key) return this.#key;
    makeTrustedDirectory(this.#directory);
    const file = join(this.#directory, 'approvals.key');
    const key = readKey(file) ?? makeKey(file);
    if (key.length !== keyBytes) throw untrusted(file, 'it is no key', `remove it: rm '${file}'`);
    this.#key = key;
    return key;
  }
}

function readKey(file: string): Buffer | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if ((stats.mode & 0o077) !== 0) throw untrusted(file, 'others can read it', `run: rm '${file}'`);
  return readFileSync(file);
}

/** The first of several who make one at the same moment is the one that all of them use. */
function makeKey(file: string): Buffer {
  const next = `${file}.${newId()}`;
  try {
    writeFileSync(next, randomBytes(keyBytes), { flag: 'wx', mode: 0o600 });
    linkSync(next, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(next, { force: true });
  }
  return readFileSync(file);
}

function forgetOld(directory: string): void {
  const oldest = Date.now() - rememberedMs;
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < oldest) rmSync(file, { force: true });
  }
}

/** Where this user's programs keep what they need from one time to the next; never below the workspace. */
function ownDirectory(workspace: string): string {
  const state = process.env.XDG_STATE_HOME;
  const home = homeDirectory();
  const candidates = [
    ...(state !== undefined && isAbsolute(state) ? [join(state, 'cmdgate')] : []),
    ...(home === undefined ? [] : [join(home, '.local', 'state', 'cmdgate')]),
    join(tmpdir(), `cmdgate-${process.getuid?.() ?? 'user'}`),
  ];
  return candidates.find((directory) => isOutside(directory, workspace)) ?? '/var/tmp/cmdgate';
}

/** Of the user, not of the environment: a terminal may have another HOME than the gate. */
function homeDirectory(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return process.env.HOME;
  }
}

function isOutside(path: string, workspace: string): boolean {
  const way = relative(workspace, path);
  return way.startsWith('..') || isAbsolute(way);
}

function untrusted(file: string, what: string, fix: string): GateError {
  return new GateError('UNAVAILABLE', `Approvals cannot be trusted: ${file}: ${what}`, {
    hint: `The owner has to ${fix}`,
  });
}
