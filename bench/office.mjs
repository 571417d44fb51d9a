// The example workspace, as somebody has it who installed the package: its audit log stays out of this one.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.mjs';
import { inTemporaryDirectory } from './temporary-directory.mjs';

export async function inOffice(use) {
  return await inTemporaryDirectory((directory) => {
    const filter = (source) => !source.includes('.cmdgate') && !source.endsWith('.test.ts');
    cpSync(join(packageRoot, 'examples', 'office'), directory, { recursive: true, filter });
    const modules = join(directory, 'node_modules');
    mkdirSync(modules);
    symlinkSync(packageRoot, join(modules, 'cmdgate'));
    symlinkSync(join(packageRoot, 'node_modules', 'zod'), join(modules, 'zod'));
    return use(directory);
  });
}
