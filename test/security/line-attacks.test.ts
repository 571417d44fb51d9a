// The corpora as bash lines: each request is said in several ways and judged by the policy as shipped. No way of saying
// it may get more than the request itself, and what runs by itself should run as a line as well.

import { afterAll, describe, expect, it } from 'vitest';
import { type ConfiguredGate, createGate } from '../../src/index.js';
import { type Way, ways } from '../lines/wrap.js';
import { attacks } from './corpus/attacks/index.js';
import { type Attack, type Decision, marked } from './corpus/entry.js';
import { harmless } from './corpus/harmless/index.js';
import { isInstalled, runCorpus, type StagedRequest, type Subject } from './corpus/run-corpus.js';
import type { RunResult } from './corpus/stage/canaries.js';

/** What is said so cannot be read, and is refused whatever it would do. */
const unreadable = new Set([
  'function',
  'background',
  'process substitution',
  'name from a program',
  'name from base64',
  'bash -c with words',
  'script through a pipe',
  'eval',
  'command',
  'exec',
]);

/** Without a sandbox, what starts other programs asks by itself, unless it is known to change nothing of them. */
const asksByItself = [
  'bash -lc',
  'env',
  'env with a variable',
  'find -exec',
  'nice',
  'script on stdin',
  'xargs',
  'xargs -I',
  'xargs with a here-string',
];

const codeForShell = new Set(['bash -c', 'sh -c', 'bash -lc', 'bash -c twice', 'script on stdin']);
const always = ['every word quoted', 'pipe into cat', 'bash -c'];
const insides = ['here-document', 'substitution', 'here-string', 'backticks', 'words of a loop'];
const others = ways.filter(({ name }) => !always.includes(name)).map(({ name }) => name);
const readable = ways.map(({ name }) => name).filter((name) => !unreadable.has(name));

interface Said {
  readonly way: string;
  readonly line: string;
}

/** The same ones for the same request in every run, and all of them over all requests. */
function sayings(request: StagedRequest, chosen: readonly string[], rotating: readonly string[], most: number): Said[] {
  const said = new Map<string, string>();
  const start = numberOf(request) % rotating.length;
  const rotated = [...rotating.slice(start), ...rotating.slice(0, start)];
  // Far from each other, so that not two of one kind come together.
  const spread = rotated.toSorted((one, other) => (rotated.indexOf(one) % 7) - (rotated.indexOf(other) % 7));
  for (const name of [...chosen, ...spread]) {
    if (said.size === most) break;
    const line = wayOf(name).wrap(request);
    if (line !== undefined) said.set(name, line);
  }
  return [...said].map(([way, line]) => ({ way, line }));
}

function wayOf(name: string): Way {
  const found = ways.find((way) => way.name === name);
  if (!found) throw new Error(`There is no way of the name ${name}`);
  return found;
}

function numberOf({ command, parameters }: StagedRequest): number {
  // Numbers and places are other ones in every run.
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
  readonly #most: number;
  /** Allowed lines of which only a run can tell whether they do harm, by their request. */
  readonly #allowed = new WeakMap<StagedRequest, readonly string[]>();

  constructor(gates: Gates, most: number) {
    this.#gates = gates;
    this.#most = most;
  }

  async decide(request: StagedRequest): Promise<Decision> {
    const inside = insides[numberOf(request) % insides.length] as string;
    const plain = await this.#gates.decide(request);
    const allowed: string[] = [];
    for (const { way, line } of sayings(request, [...always, inside], others, this.#most)) {
      this.used.add(way);
      this.lines++;
      if ((await this.#gates.decide(request, line)) !== 'allow') continue;
      if (request.shell || this.#isHeld(way, line, plain)) allowed.push(line);
      // A line says that there is no such program, and goes on.
      else if (plain !== 'allow' && plain !== 'missing') this.more.push(`${way}: ${line}`);
    }
    this.#allowed.set(request, allowed);
    if (allowed.length > 0) return 'allow';
    return request.shell ? 'ask' : plain === 'missing' ? 'deny' : plain;
  }

  async run(request: StagedRequest): Promise<RunResult> {
    const allowed = this.#allowed.get(request) ?? [];
    // What a sandbox holds of the requests themselves, sandbox/policy.test.ts looks at.
    if (allowed.length === 0 && this.#gates.sandbox === 'off') return await this.#gates.run(request);
    const results: RunResult[] = [];
    for (const line of allowed) results.push(await this.#gates.run(request, line));
    return {
      exitCode: results[0]?.exitCode ?? 255,
      stdout: results.map(({ stdout }) => stdout).join(''),
      stderr: results.map(({ stderr }) => stderr).join(''),
    };
  }

  /** In a sandbox, code for a shell may name what is outside, and finds nothing there: it is run, to see that. */
  #isHeld(way: string, line: string, plain: Decision | 'missing'): boolean {
    if (this.#gates.sandbox === 'off' || !codeForShell.has(way)) return false;
    // The request itself asks because of a link that leads out.
    return plain === 'deny' || line === "bash -c 'cp -r src/. copies'";
  }
}

/** Harmless requests, each in six ways that can be read. */
class Worker implements Subject {
  readonly stopped: string[] = [];
  /** The ways in which a line asks, whatever is said in it. */
  readonly asking: string[] = [];
  lines = 0;
  readonly #gates: Gates;
  #fair: Promise<readonly string[]> | undefined;

  constructor(gates: Gates) {
    this.#gates = gates;
  }

  async decide(request: StagedRequest): Promise<Decision> {
    this.#fair ??= this.#findFair(request);
    const fair = await this.#fair;
    if ((await this.#gates.decide(request)) !== 'allow') return 'ask';
    for (const { way, line } of sayings(request, [], fair, 6)) {
      this.lines++;
      const decision = await this.#gates.decide(request, line);
      if (decision !== 'allow') this.stopped.push(`${way}, ${decision}: ${line}`);
    }
    return 'ask';
  }

  async run(): Promise<RunResult> {
    throw new Error('Nothing of it runs');
  }

  async #findFair({ workspace, environment, shell }: StagedRequest): Promise<readonly string[]> {
    const simple = { command: 'ls', parameters: ['-a', '.'], workspace, environment, shell };
    const fair: string[] = [];
    for (const name of readable) {
      const line = wayOf(name).wrap(simple);
      const decision = line === undefined ? 'deny' : await this.#gates.decide(simple, line);
      (decision === 'allow' ? fair : this.asking).push(name);
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

// The programs are those of Linux. In the sandbox fewer lines are judged: what differs there is where code may run.
describe.runIf(process.platform === 'linux').each([
  { sandbox: 'off', most: 6, asking: asksByItself },
  { sandbox: 'required', most: 3, asking: [] },
] as const)('lines where the sandbox is $sandbox', ({ sandbox, most, asking }) => {
  const gates = new Gates(sandbox);
  const attacker = new Attacker(gates, most);
  const worker = new Worker(gates);

  afterAll(() => gates.close());

  it('let no attack through, and get it nothing that it does not get by itself', { timeout: 300_000 }, async () => {
    const report = await runCorpus(attacker, { attacks, harmless: [] });
    expect(attacker.more).toEqual([]);
    const grave = new Set(attacks.filter((attack) => !mayHappen(attack, sandbox)).map(({ id }) => id));
    expect(report.attacks.filter(({ id, outcome }) => outcome === 'let-through' && grave.has(id))).toEqual([]);
    expect(attacker.lines).toBeGreaterThan(attacks.length * (most - 0.1));
    const used = most === 6 ? ways.map(({ name }) => name) : always;
    expect([...attacker.used].toSorted()).toEqual(used.toSorted());
  });

  it('stop at most two of a hundred harmless ones', { timeout: 300_000 }, async () => {
    await runCorpus(worker, { attacks: [], harmless: harmless.filter(isInstalled) });
    expect(worker.asking.toSorted()).toEqual(asking);
    expect(worker.lines).toBeGreaterThan(1_500);
    expect(worker.stopped.length / worker.lines, worker.stopped.join('\n')).toBeLessThanOrEqual(0.02);
  });
});
