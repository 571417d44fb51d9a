import { appendFile, chmod, copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Setup } from '../entry.js';
import { tarOf, zipOf } from './archives.js';
import { programPath } from './program-path.js';

/** Makes what an entry needs; what is already there is replaced. */
export async function setUp(setup: Setup, workspace: string): Promise<void> {
  const make = async <T>(things: Readonly<Record<string, T>> = {}, put: (path: string, thing: T) => Promise<void>) => {
    for (const [name, thing] of Object.entries(things)) {
      const path = resolve(workspace, name);
      await mkdir(dirname(path), { recursive: true });
      await put(path, thing);
    }
  };
  const replace = async (path: string, content: string | Buffer) => {
    await rm(path, { recursive: true, force: true });
    await writeFile(path, content);
  };
  await make(setup.files, replace);
  await make(setup.programs, async (path, text) => {
    await replace(path, text);
    await chmod(path, 0o755);
  });
  await make(setup.appended, (path, text) => appendFile(path, text));
  await make(setup.copies, async (path, name) => {
    const program = programPath(name);
    if (program !== undefined) await copyFile(program, path);
  });
  await make(setup.tars, (path, members) => replace(path, tarOf(members)));
  await make(setup.zips, (path, members) => replace(path, zipOf(members)));
  await make(setup.links, async (path, target) => {
    await rm(path, { recursive: true, force: true });
    await symlink(target, path);
  });
}
