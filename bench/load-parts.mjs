import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { packageRoot } from './package-root.mjs';

/** Modules that are no exports of the package, built together into the directory. */
export async function loadParts(directory, modules) {
  const entry = join(packageRoot, 'parts');
  const source = modules.map((module) => `export * from './${module}';`).join('\n');
  const bundle = await rolldown({
    cwd: packageRoot,
    platform: 'node',
    input: 'parts',
    external: (id) => !/^(?:\.|\/|src\/|parts$)/.test(id),
    plugins: [
      {
        name: 'parts',
        resolveId: (id) => (id === 'parts' ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  });
  // Beside node_modules, where what it imports is found.
  const file = join(directory, 'parts.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return import(pathToFileURL(file).href);
}
