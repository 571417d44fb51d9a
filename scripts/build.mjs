// Builds dist/: JavaScript in few files, because each file costs start-up time, and type declarations.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });

// What is loaded together anyway is one file: thirty small ones cost as much as Node itself. What is not, is imported by
// `import()` where it is needed, and so says the code itself. A module that comes with several belongs to the first.
const together = [
  // Every start of the command line.
  ['core', 'src/surfaces/cli/main.ts'],
  ['library', 'src/index.ts'],
  ['display', 'src/surfaces/cli/run-display.ts'],
  ['display', 'src/execution/handler/watchdog.ts'],
  ['exec', 'src/surfaces/cli/exec.ts'],
];

const fileOf = new Map();

/** The name of the file that a module belongs into, where it comes with one of these. */
function togetherWith(id, modules) {
  if (fileOf.size === 0) {
    for (const [name, entry] of together) for (const one of loadedWith(root + entry, modules)) setOnce(one, name);
  }
  return fileOf.get(id);
}

function setOnce(id, name) {
  if (!fileOf.has(id)) fileOf.set(id, name);
}

function loadedWith(id, modules) {
  const loaded = new Set([id]);
  for (const one of loaded) for (const next of modules.getModuleInfo(one)?.importedIds ?? []) loaded.add(next);
  return loaded;
}

/**
 * A static import is read before anything runs, so that a Node that is too old would only show what it cannot read. It
 * finds these files instead, by the conditions in package.json: they have the same names, and answer.
 */
async function writeForOldNodes() {
  copyFileSync(`${root}src/surfaces/cli/refuse-old-node.mjs`, `${root}dist/refuse-old-node.js`);
  mkdirSync(`${root}dist/any-node`);
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  for (const { 'module-sync': entry } of Object.values(exports).filter((one) => one['module-sync'])) {
    const name = entry.slice('./dist/'.length, -'.js'.length);
    const names = name === 'stdout' ? [] : Object.keys(await import(`${root}dist/${name}.js`));
    const check = "import '../refuse-old-node.js';\n";
    const problem = `Import cmdgate with Node itself, or with a tool that knows the condition "module-sync" of packages.`;
    const stub = `throw new Error(${JSON.stringify(problem)});\nexport let ${names.join(', ')};\n`;
    const load = `const { ${names.join(', ')} } = await import('../${name}.js');\nexport { ${names.join(', ')} };\n`;
    // One for Node 12, and one for tools that choose as Node 14 to 18 did, on a Node that is new enough.
    writeFileSync(`${root}dist/any-node/${name}-old.js`, check + (names.length > 0 ? stub : ''));
    writeFileSync(
      `${root}dist/any-node/${name}.js`,
      check + (names.length > 0 ? load : `await import('../${name}.js');\n`),
    );
  }
}

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: {
    index: 'src/index.ts',
    cli: 'src/surfaces/cli/main.ts',
    mcp: 'src/surfaces/mcp/index.ts',
    'tool-form': 'src/tool-form/index.ts',
    utcp: 'src/surfaces/library/utcp/index.ts',
    stdout: 'src/surfaces/cli/stdout.ts',
    // Not imported by anything: processes of their own.
    'keeper-process': 'src/execution/process/keeper/program/keeper-process.mjs',
    'handler-process': 'src/gateway/isolation/handler-process.ts',
    'relay-process': 'src/execution/sandbox/network/relay/relay-process.mjs',
  },
  external: (id) => !/^(?:\.|\/|src\/)/.test(id),
});
await bundle.write({
  dir: 'dist',
  format: 'esm',
  // Names stay, so that a stack trace can be read.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  entryFileNames: ({ name }) => (name.endsWith('-process') ? '[name].mjs' : '[name].js'),
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: { groups: [{ name: togetherWith, debugName: 'together' }] },
});
await bundle.close();
await writeForOldNodes();

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const types = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' });
process.exit(types.status ?? 1);
