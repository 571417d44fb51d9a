// The corpora against the policy as shipped, through the gate, where no sandbox helps it: each attack is judged and, where it is let through,
// really run, with a canary that must not be touched. The report is printed.

import { afterAll, describe, expect, it } from 'vitest';
import { type ConfiguredGate, createGate } from '../../src/index.js';
import { attacks } from './corpus/attacks/index.js';
import type { Decision } from './corpus/entry.js';
import { harmless } from './corpus/harmless/index.js';
import { type Report, runCorpus, type StagedRequest, type Subject } from './corpus/run-corpus.js';
import type { RunResult } from './corpus/stage/canaries.js';
import { summarize } from './corpus/summarize.js';

/** A gate as its owner would start it: nothing but `shell` is configured, and nobody is there to approve. */
class ShippedGate implements Subject {
  readonly #gates = new Map<string, Promise<ConfiguredGate>>();

  async decide(request: StagedRequest): Promise<Decision> {
    const outcome = await this.#send(request, true);
    if (outcome.status === 'failed') return outcome.error.code === 'APPROVAL_REQUIRED' ? 'ask' : 'deny';
    return (outcome.data as { decision?: Decision }).decision ?? 'allow';
  }

  async run(request: StagedRequest): Promise<RunResult> {
    const outcome = await this.#send(request, false);
    const result = outcome.status === 'failed' ? outcome.error.result : outcome.data;
    const { exit_code, stdout, stderr } = (result ?? {}) as Readonly<Record<string, unknown>>;
    return { exitCode: typeof exit_code === 'number' ? exit_code : 255, stdout: text(stdout), stderr: text(stderr) };
  }

  async close(): Promise<void> {
    for (const gate of this.#gates.values()) await (await gate).close();
  }

  async #send({ command, parameters, directory, stdin, workspace, environment }: StagedRequest, dryRun: boolean) {
    const opened = this.#gates.get(workspace) ?? open(workspace, environment);
    this.#gates.set(workspace, opened);
    const gate = await opened;
    const input = {
      command,
      parameters,
      timeout: 10_000,
      output_detail: 'full',
      ...(directory !== undefined && { directory }),
      ...(stdin !== undefined && { stdin }),
    };
    return gate.run({ path: 'shell', input }, { dryRun });
  }
}

function open(workspace: string, environment: StagedRequest['environment']): Promise<ConfiguredGate> {
  const limits = { outputBytes: 1_048_576 };
  const config = { shell: { enabled: true }, audit: false, sandbox: 'off', limits } as const;
  return createGate({ config, directory: workspace, environment: { PATH: process.env.PATH, ...environment } });
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

// The canaries and the processes are looked at in /proc, and the programs are those of Linux.
describe.runIf(process.platform === 'linux')('the policy as shipped', () => {
  const gate = new ShippedGate();
  let report: Report;

  afterAll(() => gate.close());

  it('judges every attack and every harmless request', { timeout: 240_000 }, async () => {
    report = await runCorpus(gate, { attacks, harmless });
    const { attacks: attempted, harmless: sent, harmlessAskedBeyond } = summarize(report, harmless);
    console.log(
      [
        `attacks:  ${line(attempted.counts)} of ${attempted.attempted}`,
        `harmless: ${line(sent.counts)} of ${sent.attempted}; asked beyond what the policy says: ${harmlessAskedBeyond.length}`,
      ].join('\n'),
    );
    expect(report.attacks).toHaveLength(attacks.length);
  });

  it('lets no attack through', () => {
    expect(report.attacks.filter(({ outcome }) => outcome === 'let-through')).toEqual([]);
  });

  it('denies no harmless request, and each arrives as it was sent', () => {
    const wrong = report.harmless.filter(({ outcome }) => outcome === 'denied' || outcome === 'broken');
    expect(wrong).toEqual([]);
  });

  it('asks for at most one in ten harmless requests beyond those that it says it asks for', () => {
    const { harmless: sent, harmlessAskedBeyond, harmlessNotAsked } = summarize(report, harmless);
    const attempted = (sent.counts.run ?? 0) + harmlessAskedBeyond.length;
    expect(harmlessAskedBeyond.length / attempted, harmlessAskedBeyond.join(' ')).toBeLessThanOrEqual(0.1);
    expect(harmlessNotAsked).toEqual([]);
  });
});

function line(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
}
