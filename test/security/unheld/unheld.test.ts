// Where nothing holds a program: recipes of an attacker, each judged by the gate as its owner would start it.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenize } from '../../../src/command-line/tokenize.js';
import { type ConfiguredGate, createGate } from '../../../src/index.js';
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

  async function runsUnasked(recipe: string): Promise<boolean> {
    const [line = '', stdin] = recipe
      .replaceAll('{workspace}', stage.workspace)
      .replaceAll('{outside}', `${stage.root}/outside`)
      .split(' << ');
    const words = tokenize(line);
    if (!Array.isArray(words)) throw new Error(`${line} cannot be read`);
    const [command = '', ...parameters] = words as string[];
    const input = { command, parameters, ...(stdin !== undefined && { stdin }) };
    const outcome = await gate.run({ path: 'shell', input }, { dryRun: true });
    if (outcome.status === 'failed') return false;
    return (outcome.data as { decision?: string }).decision !== 'ask';
  }

  const all = Object.entries(recipes).map(([about, lines]) => [about, lines.trim().split(/\n\s*/)] as const);

  test('there are enough recipes to mean something', () => {
    expect(all.flatMap(([, lines]) => lines).length).toBeGreaterThan(300);
  });

  test.each(all)('%s: nothing runs unasked', async (_about, lines) => {
    const unasked: string[] = [];
    for (const line of lines) if (await runsUnasked(line)) unasked.push(line);
    expect(unasked).toEqual([]);
  });

  test('what is known in full does', async () => {
    for (const line of ['ls -la', 'cat README.md', 'git status', 'tee made << x', 'cp README.md made'])
      expect([line, await runsUnasked(line)]).toEqual([line, true]);
  });
});
