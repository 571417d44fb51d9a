// Builds dist/ of both packages: JavaScript in few files, because each file costs start-up time, and type declarations.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeLicenses } from './write-licenses.mjs';
import { writeTypes } from './write-types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const checks = 'packages/checks';
for (const dist of ['dist', `${checks}/dist`]) rmSync(root + dist, { recursive: true, force: true });

// What is loaded together anyway is one file: thirty small ones cost as much as Node itself. What is not, is imported by
// `import()` where it is needed, and so says the code itself. A module that comes with several belongs to the first.
// The bundler makes these files in the order of their names, each with all that its modules import and no other file
// has yet: `library` and `opening` have to come after `gate`. test/start counts what is loaded.
const together = [
  // Every start of the command line.
  ['core', 'src/surfaces/cli/main.ts'],
  // Every gate, whoever opens it: what both of the next two need.
  ['gate', 'src/index.ts', 'src/surfaces/cli/configured-workspace.ts'],
  ['gate', 'src/index.ts', 'src/gate/opening/open-configured-policy.ts'],
  ['gate', 'src/index.ts', 'src/gate/opening/open-configured-sandbox.ts'],
  ['library', 'src/index.ts'],
  ['display', 'src/surfaces/cli/run-display.ts'],
  ['display', 'src/execution/handler/watchdog.ts'],
  // Every gate that a configuration describes.
  ['opening', 'src/surfaces/cli/configured-workspace.ts'],
  ['opening', 'src/gate/opening/open-configured-policy.ts'],
  ['opening', 'src/gate/opening/open-configured-sandbox.ts'],
  ['exec', 'src/surfaces/cli/exec.ts'],
];

/** A command of the owner is loaded by itself, and its file has the name of its folder. */
const folders = /\/src\/(owner)\/([\w-]+)\//;

/** What is installed beside a package. All else is built in, as far as it is used: that is smaller, and starts sooner. */
function outside(manifest) {
  const { dependencies } = JSON.parse(readFileSync(root + manifest, 'utf8'));
  const names = [...Object.keys(dependencies), 'pg', 'cmdgate-checks'];
  return (id) => isBuiltin(id) || names.some((name) => id === name || id.startsWith(`${name}/`));
}

// Names stay, so that a stack trace can be read.
const minify = { compress: true, mangle: false, codegen: { removeWhitespace: true } };

// One character beyond Latin-1 makes V8 keep and read a whole file with two bytes for each.
const charset = 'ascii';

const fileOf = new Map();

/** The name of the file that a module belongs into, where it comes with one of these. */
function togetherWith(id, modules) {
  if (fileOf.size === 0) {
    for (const [name, entry, other = entry] of together) {
      const alsoLoaded = loadedWith(root + other, modules);
      for (const one of loadedWith(root + entry, modules)) if (alsoLoaded.has(one)) setOnce(one, name);
    }
  }
  return fileOf.get(id);
}

function nameOf({ name, moduleIds }) {
  if (together.some(([known]) => known === name)) return name;
  const id = moduleIds.find((one) => folders.test(one));
  return id === undefined ? name : folders.exec(id).slice(1).join('-');
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

/** The validator of JSON Schema is needed at once by whoever needs it, so it is loaded with `require`, as a file. */
const validator = {
  name: 'ajv/dist/2020.js',
  transform: (code) => code.replaceAll(`'${validator.name}'`, "'../ajv.cjs'"),
};
const bundleOfValidator = await rolldown({ cwd: root, platform: 'node', input: validator.name });
const { output: validatorOutput } = await bundleOfValidator.write({
  file: 'dist/ajv.cjs',
  format: 'cjs',
  minify,
  charset,
});
await bundleOfValidator.close();

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
    'handler-process': 'src/gate/isolation/handler-process.ts',
    'relay-process': 'src/execution/sandbox/network/relay/relay-process.mjs',
    'connector-process': 'src/execution/sandbox/session-network/connector-process.mjs',
  },
  external: outside('package.json'),
  // Which file a module is in is said above.
  checks: { ineffectiveDynamicImport: false },
  plugins: [validator],
  resolve: {
    alias: {
      '@modelcontextprotocol/server/_shims': `${root}scripts/mcp-sdk-shims.mjs`,
      // Its main file looks for its parts when it runs, which only works where they are installed.
      'jsonc-parser': `${root}node_modules/jsonc-parser/lib/esm/main.js`,
    },
  },
});
const { output } = await bundle.write({
  dir: 'dist',
  format: 'esm',
  minify,
  charset,
  entryFileNames: ({ name }) => (name.endsWith('-process') ? '[name].mjs' : '[name].js'),
  chunkFileNames: (chunk) => `chunks/${nameOf(chunk)}-[hash].js`,
  codeSplitting: {
    groups: [
      { name: togetherWith, debugName: 'together' },
      { name: 'mcp-sdk', test: /\/node_modules\/(?:@modelcontextprotocol\/(?:server|core)|zod)\// },
      { name: 'yaml', test: /\/node_modules\/yaml\// },
    ],
  },
});
await bundle.close();
writeLicenses([...output, ...validatorOutput], `${root}dist/licenses.txt`);
await writeForOldNodes();

// A thread with little to do: what it shares with others comes with all that they load.
const bundleOfThread = await rolldown({
  cwd: root,
  platform: 'node',
  input: 'src/ledger/snapshots/snapshot-thread.ts',
});
await bundleOfThread.write({ file: 'dist/snapshot-thread.mjs', format: 'esm', minify, charset });
await bundleOfThread.close();

const bundleOfChecks = await rolldown({
  cwd: root,
  platform: 'node',
  input: `${checks}/src/index.ts`,
  external: outside(`${checks}/package.json`),
});
await bundleOfChecks.write({ file: `${checks}/dist/index.js`, format: 'esm', minify, charset });
await bundleOfChecks.close();

const entries = [
  'index',
  'surfaces/mcp/index',
  'tool-form/index',
  'surfaces/library/utcp/index',
  'surfaces/cli/stdout',
];
writeTypes(root, [
  { from: 'src', entries: entries.map((entry) => `${entry}.d.ts`), to: 'dist/types' },
  { from: '.', entries: [`${checks}/src/index.d.ts`], to: `${checks}/dist/types` },
]);
