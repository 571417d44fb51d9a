// How often a person is asked about what is harmless, where the sandbox holds.

import { afterAll, expect, test } from 'vitest';
import { type ConfiguredGate, createGate } from '../../../src/index.js';
import { harmless } from '../corpus/harmless/index.js';
import { runCorpus, type StagedRequest } from '../corpus/run-corpus.js';

const gates = new Map<string, Promise<ConfiguredGate>>();

afterAll(async () => {
  for (const gate of gates.values()) await (await gate).close();
});

async function decide({ command, parameters, directory, stdin, workspace, environment }: StagedRequest) {
  const config = { shell: { enabled: true }, audit: false, sandbox: 'required' } as const;
  const variables = { PATH: process.env.PATH, ...environment };
  const opened = gates.get(workspace) ?? createGate({ config, directory: workspace, environment: variables });
  gates.set(workspace, opened);
  const more = { ...(directory !== undefined && { directory }), ...(stdin !== undefined && { stdin }) };
  const outcome = await (await opened).run(
    { path: 'shell', input: { command, parameters, ...more } },
    { dryRun: true },
  );
  if (outcome.status === 'failed') return outcome.error.code === 'APPROVAL_REQUIRED' ? 'ask' : 'deny';
  return (outcome.data as { decision?: 'ask' | 'deny' }).decision ?? 'allow';
}

/** Only the judgement counts here: that they work inside is tried elsewhere. */
const run = async () => ({ stdout: '', stderr: '', exitCode: 0 });

test('fewer than one in fifty harmless requests asks, and none is denied', { timeout: 120_000 }, async () => {
  const ordinary = harmless.filter(({ expect: expected }) => expected === 'run');
  const report = await runCorpus({ decide, run }, { attacks: [], harmless: ordinary });
  const judged = report.harmless.filter(({ outcome }) => outcome !== 'not-installed');
  const asked = judged.filter(({ outcome }) => outcome === 'asked').map(({ id }) => id);
  console.log(`with a sandbox: ${asked.length} of ${judged.length} harmless requests ask`);
  expect(judged.filter(({ outcome }) => outcome === 'denied')).toEqual([]);
  expect(asked.length / judged.length, asked.join(' ')).toBeLessThan(0.02);
});
