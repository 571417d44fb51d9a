// The files of the index. None is ever used a second time: whoever still has one open that was removed, and closes it,
// would take the other files of its name along. So each gets a name of its own, and the one with the last name counts.

import { closeSync, constants, lstatSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIfThere } from '../../../machine/files/names-in.js';
import { makeTrustedDirectory } from '../../../machine/files/trusted-directory.js';
import { newId } from '../../../vocabulary/new-id.js';
import { sqliteDialect } from '../tables.js';

/** What SQLite puts beside a file. */
const companions = ['-wal', '-shm', '-journal'];

/** Another version has files of its own. */
const { version } = sqliteDialect;
const isName = new RegExp(`^v${version}-[0-9a-z]+\\.sqlite$`);

export class IndexFiles {
  readonly #ledger: string;
  readonly #directory: string;

  constructor(ledger: string) {
    this.#ledger = ledger;
    this.#directory = join(ledger, 'index');
  }

  exists(): boolean {
    return namesIfThere(this.#directory).some((name) => isName.test(name));
  }

  /** The one that counts. Where there is none, one is made; those before it are removed. */
  find(): string {
    for (const directory of [this.#ledger, this.#directory]) makeTrustedDirectory(directory, 'The index');
    for (;;) {
      const names = readdirSync(this.#directory)
        .filter((name) => isName.test(name))
        .sort();
      const last = names.pop();
      for (const name of names) this.remove(join(this.#directory, name));
      if (last !== undefined) return join(this.#directory, last);
      // Another process may make one in the same moment: then it shows which of them comes last.
      this.make();
    }
  }

  /** Takes the place of those that an earlier version made: a gate of that version that still runs makes its own again. */
  make(): void {
    for (const name of readdirSync(this.#directory)) if (isEarlier(name)) this.remove(join(this.#directory, name));
    const file = join(this.#directory, `v${version}-${newId()}.sqlite`);
    const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    // SQLite makes those beside it with the same rights.
    closeSync(openSync(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600));
  }

  remove(file: string): void {
    for (const path of withCompanions(file)) rmSync(path, { recursive: true, force: true });
  }
}

function isEarlier(name: string): boolean {
  const [, made] = /^v(\d{1,6})-[0-9a-z]+\.sqlite$/.exec(name) ?? [];
  return made !== undefined && Number(made) < version;
}

/** Tells a file from another one in its place; undefined where there is none, or where it is in other hands. */
export function identify(file: string): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return stats?.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
}

/** Whether only this user can read and write it, and no link leads elsewhere. Never opens it: that would end SQLite's locks. */
export function isOwnFile(file: string): boolean {
  return withCompanions(file).every((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return path !== file;
    const isOwn = process.getuid === undefined || stats.uid === process.getuid();
    return stats.isFile() && isOwn && (stats.mode & 0o077) === 0;
  });
}

function withCompanions(file: string): readonly string[] {
  return [file, ...companions.map((end) => `${file}${end}`)];
}
