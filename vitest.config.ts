import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What takes longest begins first, so that nothing is waited for at the end. */
const longest = [
  /\/examples\/contract\//,
  /\/contract-check\//,
  /\/corpus\//,
  /\/escapes\//,
  /\/conformance\//,
  /\/keeper\.test/,
  /\/docs\/blocks\./,
];

/**
 * What belongs to a whole process. A file that says any of it gets a process of its own: it starts others, listens, or
 * changes what every file there has. So does one that uses helpers from elsewhere: some clean up after the first file
 * that loads them.
 */
const needsProcess =
  /child_process|worker_threads|node:(?:https?|net|inspector)'|\bprocess\.(?!cwd|pid|platform|version|execPath|nextTick)|globalThis|\bvi\.|\/test\/(?!fixtures)|support\/(?:agent|workspace)/;

/**
 * The tests of functions, and of what is written about them. A new process with all modules for each of hundreds of small
 * files takes longer than the tests themselves, so these share a few.
 */
const units = ['src', 'packages/checks/src', 'test/architecture', 'test/docs', 'test/pins', 'test/types']
  .flatMap((folder) =>
    readdirSync(source(folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith('.test.ts') && !needsProcess.test(readFileSync(source(name), 'utf8')));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => name.test(moduleId));
    const sorted = await super.sort(files);
    const of = (name: string) => sorted.filter((file) => file.project.name === name && !isLong(file));
    // The units one after the other: a process goes on with the next file only where both may share it.
    return [...sorted.filter(isLong), ...of('whole'), ...of('units')];
  }
}

export default defineConfig({
  resolve: {
    // Tests and examples import what a user would import; here that is the source, not the last build.
    alias: [
      { find: /^cmdgate$/, replacement: source('./src/index.ts') },
      { find: /^cmdgate\/mcp$/, replacement: source('./src/surfaces/mcp/index.ts') },
      { find: /^cmdgate\/tool-form$/, replacement: source('./src/tool-form/index.ts') },
      { find: /^cmdgate\/utcp$/, replacement: source('./src/surfaces/library/utcp/index.ts') },
      { find: /^cmdgate-checks$/, replacement: source('./packages/checks/src/index.ts') },
    ],
  },
  test: {
    projects: [
      { extends: true, test: { name: 'units', include: units, isolate: false } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
          // A copy of the example that a test works in.
          exclude: ['**/node_modules/**', 'examples/.*/**', ...units],
          // Tells the tests that need it where a PostgreSQL server is, and starts it for the first of them.
          globalSetup: ['test/ledger/index/postgresql/global-setup.ts'],
        },
      },
    ],
    setupFiles: ['test/fixtures/set-up-file.ts'],
    // Nothing of the tests gets into the home of whoever runs them.
    env: { XDG_STATE_HOME: join(tmpdir(), `cmdgate-tests-${userInfo().uid}`) },
    // Most of them wait for processes: on two cores, three at a time keep both busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes from other processes, and a busy machine needs more than the one second of vitest.
    expect: { poll: { timeout: 30_000 } },
  },
});
