import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const tests = fileURLToPath(new URL('..', import.meta.url));

// Files that share a process load a helper once, and vitest knows only the first of them for such a hook.
test('no helper of the tests has hooks of its own: it cleans up with afterEachFile', () => {
  const helpers = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const withHooks = helpers.filter((name) =>
    /^(?:before|after)(?:All|Each)\(/m.test(readFileSync(join(tests, name), 'utf8')),
  );

  expect(helpers.length).toBeGreaterThan(50);
  expect(withHooks).toEqual(['fixtures/set-up-file.ts']);
});
