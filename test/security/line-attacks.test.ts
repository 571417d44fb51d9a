// The corpora as bash lines: each request is said in several ways and judged by the policy as shipped. No way of saying
// it may get more than the request itself, and what runs by itself should run as a line as well. The numbers are printed.
// Which ways a request is said in depends on its text, so that all of them occur; with CMDGATE_ALL_WAYS=1 it is each of
// them, which takes minutes.

import { afterAll, describe, expect, it } from 'vitest';
import { type ConfiguredGate, createGate } from '../../src/index.js';
import { type Way, ways } from '../lines/wrap.js';
import { attacks } from './corpus/attacks/index.js';
import { type Attack, type Decision, marked } from './corpus/entry.js';
import { harmless } from './corpus/harmless/index.js';
import { isInstalled, runCorpus, type StagedRequest, type Subject } from './corpus/run-corpus.js';
import type { RunResult } from './corpus/stage/canaries.js';

const isComplete = process.env.CMDGATE_ALL_WAYS === '1';

/** What is said so is refused as a line, whatever it would do. */
const refused = new Set([
  'function',
  'background',
  'process substitution',
  'name from a program',
  'name from base64',
  'eval',
  'command',
  'exec',
]);

const readable = ways.filter(({ name }) => !refused.has(name));

/** How many ways are taken for a request, and from which one on. */
interface Sample {
  readonly first: number;
  readonly most: number;
}

interface Said {
  readonly way: string;
  readonly line: string;
}

/** The same ones for the same request in every run, far from each other in the list, so that they are of several kinds. */
function sayings(request: StagedRequest, all: readonly Way[], { first, most }: Sample): readonly Said[] {
  const said: Said[] = [];
  const rank = rankOf(request);
  for (let at = 0; at < all.length && said.length < (isComplete ? all.length : most); at++) {
    // No number of ways is a multiple of it, so that none comes twice.
    const way = all[(rank + (first + at) * 17) % all.length] as Way;
    const line = way.wrap(request);
    if (line !== undefined) said.push({ way: way.name, line });
  }
  return said;
}

/** From its text, without numbers and places, which are other ones in every run. */
function rankOf({ command, parameters }: StagedRequest): number {
  const text = [command, ...parameters].join(' ').replace(/\/\S*|\d+/g, '');
  let number = 7;
  for (const character of text) number = (number * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return number;
}

/** Gates as their owner would start them: nobody is there to approve. */
class Gates {
  readonly sandbox: 'off' | 'required';
  readonly #gates = new Map<string, Promise<ConfiguredGate>>();

  constructor(sandbox: 'off' | 'required') {
    this.sandbox = sandbox;
  }

  async decide(request: StagedRequest, line?: string): Promise<Decision | 'missing'> {
    const outcome = await this.#send(request, line, true);
    if (outcome.status !== 'failed') return (outcome.data as { decision?: Decision }).decision ?? 'allow';
    if (/^PROGRAM_NOT_(?:FOUND|EXECUTABLE)$/.test(outcome.error.code)) return 'missing';
    return outcome.error.code === 'APPROVAL_REQUIRED' ? 'ask' : 'deny';
  }

  async run(request: StagedRequest, line?: string): Promise<RunResult> {
    const outcome = await this.#send(request, line, false);
    const result = outcome.status === 'failed' ? outcome.error.result : outcome.data;
    const { exit_code, stdout = '', stderr = '' } = (result ?? {}) as Readonly<Record<string, unknown>>;
    const exitCode = typeof exit_code === 'number' ? exit_code : 255;
    return { exitCode, stdout: String(stdout), stderr: String(stderr) };
  }

  async close(): Promise<void> {
    for (const gate of this.#gates.values()) await (await gate).close();
  }

  async #send(request: StagedRequest, line: string | undefined, dryRun: boolean) {
    const { command, parameters, directory, stdin, workspace, environment } = request;
    const config = { shell: { enabled: true }, audit: false, sandbox: this.sandbox } as const;
    const variables = { PATH: process.env.PATH, ...environment };
    const opened = this.#gates.get(workspace) ?? createGate({ config, directory: workspace, environment: variables });
    this.#gates.set(workspace, opened);
    const more = { ...(directory !== undefined && { directory }), ...(stdin !== undefined && { stdin }) };
    const input = line === undefined ? { command, parameters, ...more } : { command: line };
    const asked = { ...input, timeout: 10_000, output_detail: 'full' };
    return await (await opened).run({ path: 'shell', input: asked }, { dryRun });
  }
}

/** Attacks, each in several ways. Notes what a line gets and the request does not. */
class Attacker implements Subject {
  readonly used = new Set<string>();
  readonly more: string[] = [];
  lines = 0;
  readonly #gates: Gates;
  readonly #sample: Sample;
  /** Allowed lines of which only a run can tell whether they do harm, by their request. */
  readonly #allowed = new WeakMap<StagedRequest, readonly string[]>();

  constructor(gates: Gates, sample: Sample) {
    this.#gates = gates;
    this.#sample = sample;
  }

  async decide(request: StagedRequest): Promise<Decision> {
    let plain: Decision | 'missing' | undefined;
    if (request.goesOn) plain = await this.#gates.decide(request);
    const allowed: string[] = [];
    for (const { way, line } of sayings(request, ways, this.#sample)) {
      this.used.add(way);
      this.lines++;
      if ((await this.#gates.decide(request, line)) !== 'allow') continue;
      plain ??= await this.#gates.decide(request);
      // No name of a program is sent with a line break in it; as a part of code, it is that of a file in the workspace.
      if (request.shell || request.command.includes('\n')) allowed.push(line);
      // A line says that there is no such program, and goes on.
      else if (plain !== 'allow' && plain !== 'missing') this.more.push(`${way}: ${line}`);
    }
    this.#allowed.set(request, allowed);
    // What becomes of the requests themselves, shell-attacks.test.ts and sandbox/policy.test.ts look at.
    return allowed.length > 0 || (request.goesOn && plain === 'allow') ? 'allow' : 'ask';
  }

  async run(request: StagedRequest): Promise<RunResult> {
    const lines = this.#allowed.get(request) ?? [];
    if (lines.length === 0) return await this.#gates.run(request);
    const results: RunResult[] = [];
    for (const line of lines) results.push(await this.#gates.run(request, line));
    return {
      exitCode: results[0]?.exitCode ?? 255,
      stdout: results.map(({ stdout }) => stdout).join(''),
      stderr: results.map(({ stderr }) => stderr).join(''),
    };
  }
}

/** Harmless requests that run, each in several ways that can be read. */
class Worker implements Subject {
  readonly stopped: string[] = [];
  /** The ways in which a line asks, whatever is said in it. */
  readonly asking: string[] = [];
  lines = 0;
  readonly #gates: Gates;
  readonly #sample: Sample;
  #fair: Promise<readonly Way[]> | undefined;

  constructor(gates: Gates, sample: Sample) {
    this.#gates = gates;
    this.#sample = sample;
  }

  async decide(request: StagedRequest): Promise<Decision> {
    this.#fair ??= this.#findFair(request);
    const fair = await this.#fair;
    if ((await this.#gates.decide(request)) !== 'allow') return 'ask';
    for (const { way, line } of sayings(request, fair, this.#sample)) {
      this.lines++;
      const decision = await this.#gates.decide(request, line);
      if (decision !== 'allow') this.stopped.push(`${way}, ${decision}: ${line}`);
    }
    return 'ask';
  }

  async run(): Promise<RunResult> {
    throw new Error('Nothing of it runs');
  }

  async #findFair(staged: StagedRequest): Promise<readonly Way[]> {
    const { workspace, environment } = staged;
    const simple = { command: 'ls', parameters: ['-a', '.'], workspace, environment, shell: false, goesOn: false };
    const fair: Way[] = [];
    for (const way of readable) {
      const line = way.wrap(simple);
      const decision = line === undefined ? 'deny' : await this.#gates.decide(simple, line);
      if (decision === 'allow') fair.push(way);
      else this.asking.push(way.name);
    }
    return fair;
  }
}

/** Lines may make files in the workspace, and code in a sandbox may change them: what is outside must stay as it was. */
function mayHappen({ shell, canary }: Attack, sandbox: 'off' | 'required'): boolean {
  if (sandbox === 'off') return shell === true && canary === marked;
  return 'path' in canary
    ? /^\{(?:canary|workspace)\}|^[^{]/.test(canary.path)
    : /^(?:shown|flooded)$/.test(canary.kind);
}

/** Asks several about each request, which is set up once for all of them; nothing runs. */
function together(subjects: readonly Subject[]): Subject {
  return {
    decide: async (request): Promise<Decision> => {
      for (const subject of subjects) await subject.decide(request);
      return 'ask';
    },
    run: async () => {
      throw new Error('Nothing of it runs');
    },
  };
}

const modes = (
  [
    // A login shell first runs files that the gate does not read.
    { sandbox: 'off', asking: ['bash -lc'], sample: { first: 0, most: 5 } },
    { sandbox: 'required', asking: [], sample: { first: 5, most: 2 } },
  ] as const
).map((mode) => {
  const gates = new Gates(mode.sandbox);
  return { ...mode, gates, attacker: new Attacker(gates, mode.sample), worker: new Worker(gates, mode.sample) };
});

/** Of these, lines or first requests may run, and what comes of it depends on the sandbox. */
const mayRun = ({ shell, followedBy }: Attack) => shell === true || followedBy !== undefined;

// The programs are those of Linux.
describe.runIf(process.platform === 'linux')('the corpora as lines', () => {
  afterAll(async () => {
    for (const { gates } of modes) await gates.close();
  });

  it('are judged', { timeout: 1_800_000 }, async () => {
    const single = attacks.filter((attack) => !mayRun(attack));
    await runCorpus(together(modes.map(({ attacker }) => attacker)), { attacks: single, harmless: [] });
    const installed = harmless.filter(isInstalled);
    await runCorpus(together(modes.map(({ worker }) => worker)), { attacks: [], harmless: installed });
    expect(modes[0]?.attacker.lines).toBeGreaterThanOrEqual(single.length * 5);
    expect(modes[0]?.worker.lines).toBeGreaterThan(1_500);
  });

  it.each(modes)(
    'let no attack through, and get it nothing that it does not get by itself: $sandbox',
    {
      timeout: 600_000,
    },
    async ({ sandbox, attacker }) => {
      const report = await runCorpus(attacker, { attacks: attacks.filter(mayRun), harmless: [] });
      const grave = new Set(attacks.filter((attack) => !mayHappen(attack, sandbox)).map(({ id }) => id));
      const through = report.attacks.filter(({ id, outcome }) => outcome === 'let-through' && grave.has(id));
      const count = attacker.more.length + through.length;
      console.log(`sandbox ${sandbox}: ${attacks.length} attacks in ${attacker.lines} lines, let through: ${count}`);
      expect(attacker.more).toEqual([]);
      expect(through).toEqual([]);
      expect([...attacker.used].toSorted()).toEqual(ways.map(({ name }) => name).toSorted());
    },
  );

  it.each(modes)('stop fewer than two of a hundred harmless ones: $sandbox', ({ sandbox, worker, asking }) => {
    const { lines, stopped } = worker;
    console.log(`sandbox ${sandbox}: ${lines} lines of harmless requests, stopped: ${stopped.length}`);
    expect(worker.asking).toEqual(asking);
    expect(stopped.length / lines, stopped.join('\n')).toBeLessThan(0.02);
  });
});
