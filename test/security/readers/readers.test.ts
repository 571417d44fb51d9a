// An owner's rule may let a program run as long as it only reads and changes files. What the table of programs says is
// all that such a rule has: where a reader would have to guess, it must say that it does not know.

import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConfiguredGate, createGate } from '../../../src/index.js';
import { runsUnasked } from '../runs-unasked.js';
import { openStage } from '../unheld/stage.js';
import { plain, recipes } from './recipes.js';

const patch = (head: string) => `diff --git a/x b/x\n${head}\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+y\n`;

const files: Readonly<Record<string, string>> = {
  'full.db': 'a database with views\n',
  'run.1': '.so names\n',
  'run.cnf': '.include names\n',
  '.npmrc': 'logs-dir=src\n',
  'packed.tzst': 'x',
  'packed.zst': 'x',
  plain: 'x',
  'link.patch': patch('new file mode 120000'),
  'submodule.patch': patch('index 1234567..89abcde 160000'),
  'editor.patch': `${patch('index 1234567..89abcde 100644')}1,2d\n`,
  'encoded.patch': `${patch('index 1234567..89abcde 100644')}\nContent-Transfer-Encoding: base64\n\nLS0t\n`,
};

/** What a program would make by itself leads out already. */
const links = ['packed.tar', 'packed', 'plain.zst', 'plain.lz4', 'part-aa', 'part-00', 'xaa', '0001-First.patch'];

describe.runIf(process.platform === 'linux')('a rule that lets programs read and change files', () => {
  let gate: ConfiguredGate;
  let stage: ReturnType<typeof openStage>;

  beforeAll(async () => {
    stage = openStage();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(stage.workspace, name), text);
    for (const name of links) symlinkSync('../outside/made', join(stage.workspace, name));
    const rule = {
      id: 'reads',
      decision: 'allow',
      reason: 'These may read and change files.',
      command: 'shell',
      program: ['*'],
      onlyEffects: ['reads', 'changes'],
      match: ['cat README.md'],
      not_match: ['rm README.md'],
    };
    gate = await createGate({
      config: {
        shell: { enabled: true },
        audit: false,
        sandbox: 'off',
        policy: { extends: 'nothing', default: 'ask', rules: [rule] },
      },
      directory: stage.workspace,
      environment: { PATH: process.env.PATH },
    });
  });

  afterAll(async () => {
    await gate.close();
    rmSync(stage.root, { recursive: true, force: true });
  });

  const linesOf = (text: string) => text.trim().split(/\n\s*/);

  test.each(Object.entries(recipes))('%s: asked about', async (_about, text) => {
    const unasked: string[] = [];
    for (const line of linesOf(text)) if (await runsUnasked(gate, stage, line)) unasked.push(line);
    expect(unasked).toEqual([]);
  });

  test('what is plain runs', async () => {
    const asked: string[] = [];
    for (const line of linesOf(plain)) if (!(await runsUnasked(gate, stage, line))) asked.push(line);
    expect(asked).toEqual([]);
  });
});
