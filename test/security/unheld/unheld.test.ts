// Where nothing holds a program: recipes of an attacker, each judged by the gate as its owner would start it.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConfiguredGate, createGate } from '../../../src/index.js';
import { runsUnasked } from '../runs-unasked.js';
import { recipes } from './recipes.js';
import { openStage } from './stage.js';

describe.runIf(process.platform === 'linux')('without a sandbox', () => {
  let gate: ConfiguredGate;
  let stage: ReturnType<typeof openStage>;

  beforeAll(async () => {
    stage = openStage();
    const config = { shell: { enabled: true }, audit: false, sandbox: 'off' } as const;
    gate = await createGate({ config, directory: stage.workspace, environment: { PATH: process.env.PATH } });
  });

  afterAll(async () => {
    await gate.close();
    rmSync(stage.root, { recursive: true, force: true });
  });

  const all = Object.entries(recipes).map(([about, lines]) => [about, lines.trim().split(/\n\s*/)] as const);

  test('there are enough recipes to mean something', () => {
    expect(all.flatMap(([, lines]) => lines).length).toBeGreaterThan(300);
  });

  test.each(all)('%s: nothing runs unasked', async (_about, lines) => {
    const unasked: string[] = [];
    for (const line of lines) if (await runsUnasked(gate, stage, line)) unasked.push(line);
    expect(unasked).toEqual([]);
  });

  test('what is known in full does', async () => {
    for (const line of ['ls -la', 'cat README.md', 'git status', 'tee made << x', 'cp README.md made'])
      expect([line, await runsUnasked(gate, stage, line)]).toEqual([line, true]);
  });
});
