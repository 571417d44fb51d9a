// The corpora as lines for the shell of a client, judged as `cmdgate hook` judges them. Whatever is allowed is run by a
// real bash, and a zsh where there is one, with nothing around it: no attack may reach its canary, and what only reads should mostly not ask.

import { spawn, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/configuration/load-configuration.js';
import type { Gate } from '../../src/gate/gate.js';
import { openJudgingGate } from '../../src/gate/opening/open-judging-gate.js';
import { localCaller, openSession } from '../../src/gate/session.js';
import { quoteAll } from '../lines/quote.js';
import { type Way, ways } from '../lines/wrap.js';
import { attacks } from './corpus/attacks/index.js';
import type { Decision } from './corpus/entry.js';
import { harmless } from './corpus/harmless/index.js';
import { runCorpus, type StagedRequest, type Subject } from './corpus/run-corpus.js';
import type { RunResult } from './corpus/stage/canaries.js';

/**
 * What the hook does not promise, one by one; all others of their groups are held. `swap`: what a line reads or changes is
 * replaced between the answer and the run. `exhaust`: output has no limit in the shell of a client. `shell`: two harmless
 * commands in one line, which only `shell_cmd` without a shell can refuse.
 */
const unmeant = new Set([
  ...['file-becomes-link', 'folder-becomes-link', 'missing-becomes-link', 'parent-appears'].map(inGroup('swap')),
  ...['link-changes-target', 'directory-becomes-link', 'target-becomes-link', 'git-config'].map(inGroup('swap')),
  ...['output-seq', 'output-awk', 'output-printf', 'output-jq-repeat'].map(inGroup('exhaust')),
  ...['and', 'or', 'semicolon', 'semicolon-attached', 'pipe', 'pipe-both', 'background', 'newline'].map(
    inGroup('shell'),
  ),
  ...['substitution', 'substitution-inside', 'backticks', 'command-chain', 'command-quoted'].map(inGroup('shell')),
  ...['command-escaped', 'command-assignment', 'command-group', 'command-negated'].map(inGroup('shell')),
]);

function inGroup(group: string): (name: string) => string {
  return (name) => `${group}/${name}`;
}

/** Lines are read as bash reads them; another shell that clients use must do no harm with them either. */
const shells = ['bash', 'zsh'].filter((shell) => spawnSync(shell, ['-fc', ':']).status === 0);

async function judge(gate: Gate, command: string, directory: string): Promise<Decision> {
  const outcome = await gate.run({
    line: { path: ['shell'], input: { command, directory } },
    door: 'hook',
    caller: localCaller,
    session: openSession(gate.workspace),
    handsOver: 'client-asks',
  });
  if (outcome.status === 'failed') return 'deny';
  return (outcome.data as { decision: Decision }).decision;
}

class Client implements Subject {
  lines = 0;
  readonly #waysEach: number;
  readonly #shells: readonly string[];
  readonly #allowed = new WeakMap<StagedRequest, readonly string[]>();

  constructor(waysEach: number, inShells: readonly string[]) {
    this.#waysEach = waysEach;
    this.#shells = inShells;
  }

  async decide(request: StagedRequest): Promise<Decision> {
    const { workspace } = request;
    const environment = environmentOf(request);
    const configuration = readSettings({ audit: false }, { directory: workspace, environment });
    const gate = await openJudgingGate(configuration, environment, workspace);
    const allowed: string[] = [];
    let strictest: Decision = 'ask';
    try {
      for (const line of this.#linesFor(request)) {
        this.lines++;
        const decision = await judge(gate, line, workspace);
        if (decision === 'allow') allowed.push(line);
        if (decision === 'deny') strictest = 'deny';
      }
    } finally {
      await gate.close();
    }
    this.#allowed.set(request, allowed);
    return allowed.length > 0 ? 'allow' : strictest;
  }

  async run(request: StagedRequest): Promise<RunResult> {
    let last: RunResult = { exitCode: 255, stdout: '', stderr: '' };
    for (const line of this.#allowed.get(request) ?? []) {
      for (const shell of this.#shells) last = await runIn(shell, line, request);
    }
    return last;
  }

  /** The line as it is, and some of the ways to say the same, others for each request. */
  #linesFor(request: StagedRequest): readonly string[] {
    const { command, parameters, directory, stdin, shell } = request;
    const text = shell ? [command, ...parameters].join(' ') : quoteAll([command, ...parameters]);
    const there = directory === undefined ? text : `cd ${quoteAll([directory])} && ${text}`;
    const plain = stdin === undefined ? [there] : [];
    const from = [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003, 7);
    const chosen = Array.from({ length: this.#waysEach }, (_, at) => ways[(from + at * 17) % ways.length] as Way);
    return [...plain, ...chosen.flatMap((way) => way.wrap(request) ?? [])];
  }
}

function environmentOf({ environment }: StagedRequest): Record<string, string | undefined> {
  return { PATH: process.env.PATH, ...environment };
}

function runIn(shell: string, line: string, request: StagedRequest): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(shell, ['-c', line], {
      cwd: request.workspace,
      env: environmentOf(request),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 10_000,
    });
    const texts = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (texts.stdout += chunk));
    child.stderr.on('data', (chunk) => (texts.stderr += chunk));
    child.on('close', (code) => resolve({ exitCode: code ?? 255, ...texts }));
  });
}

test.runIf(process.platform === 'linux')(
  'no line that the hook allows does harm in a real bash, and most harmless ones are allowed',
  { timeout: 240_000 },
  async () => {
    const attacker = new Client(2, shells);
    const user = new Client(0, ['bash']);
    const { attacks: found } = await runCorpus(attacker, { attacks, harmless: [] });
    const { harmless: used } = await runCorpus(user, { attacks: [], harmless });
    const allowed = used.filter(({ outcome }) => outcome === 'run').length;
    console.log(`hook: ${attacker.lines} lines of attacks; ${allowed} of ${used.length} harmless requests allowed`);
    const through = found.filter(({ id, outcome }) => outcome === 'let-through' && !unmeant.has(id));
    expect(through).toEqual([]);
    expect(found).toHaveLength(attacks.length);
    expect(used.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  },
);
