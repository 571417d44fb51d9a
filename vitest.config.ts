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
  /\/docs\//,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => name.test(moduleId));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
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
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    // A copy of the example that a test works in.
    exclude: ['**/node_modules/**', 'examples/.*/**'],
    // Nothing of the tests gets into the home of whoever runs them.
    env: { XDG_STATE_HOME: join(tmpdir(), `cmdgate-tests-${userInfo().uid}`) },
    // Tells the tests that need it where a PostgreSQL server is, and starts it for the first of them.
    globalSetup: ['test/ledger/index/postgresql/global-setup.ts'],
    // Most of them wait for processes: on two cores, three at a time keep both busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
