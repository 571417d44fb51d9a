// Sends the corpora to whatever decides and runs, and counts what came of it.

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attack, Decision, Harmless, Request } from './entry.js';
import { type RunResult, watchCanary } from './stage/canaries.js';
import { isMeant } from './stage/is-meant.js';
import { fillIn } from './stage/placeholders.js';
import { setUp } from './stage/set-up.js';
import { openStage, type Stage } from './stage/stage.js';
import { makeTemplate } from './stage/template.js';

export interface StagedRequest extends Request {
  /** The real path of the trusted directory. */
  readonly workspace: string;
  /** What the gate's own process has in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Set where the attack is about a shell that reads the words. */
  readonly shell: boolean;
  /** Whether the attack goes on with another request. */
  readonly goesOn: boolean;
}

/** What is tested. A `run` that refuses at the last moment answers with an exit code that is not 0. */
export interface Subject {
  decide(request: StagedRequest): Decision | Promise<Decision>;
  run(request: StagedRequest): Promise<RunResult>;
}

export type AttackOutcome =
  | 'denied'
  | 'asked'
  /** Allowed and run, and the canary was not touched. */
  | 'held'
  | 'let-through'
  /** Allowed, and its program is not installed here: nobody knows. */
  | 'unseen';

export type HarmlessOutcome = 'run' | 'asked' | 'denied' | 'broken' | 'not-installed';

export interface Finding<Outcome> {
  readonly id: string;
  readonly group: string;
  readonly outcome: Outcome;
  /** What was seen, where it is not as it should be. */
  readonly seen?: string;
}

export interface Report {
  readonly attacks: readonly Finding<AttackOutcome>[];
  readonly harmless: readonly Finding<HarmlessOutcome>[];
}

const lanes = 2;

export async function runCorpus(
  subject: Subject,
  corpus: { readonly attacks: readonly Attack[]; readonly harmless: readonly Harmless[] },
): Promise<Report> {
  const root = await realpath(await mkdtemp(join(tmpdir(), `corpus-${process.pid}-`)));
  try {
    const template = join(root, 'template');
    await makeTemplate(template);
    const attacks: Finding<AttackOutcome>[] = [];
    const harmless: Finding<HarmlessOutcome>[] = [];
    const work = [
      ...corpus.attacks.map(
        (entry) => async (stage: Stage) => void attacks.push(await tryAttack(subject, entry, stage)),
      ),
      ...corpus.harmless.map(
        (entry) => async (stage: Stage) => void harmless.push(await tryHarmless(subject, entry, stage)),
      ),
    ];
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const stage = await openStage(join(root, `lane-${lane}`), template);
        try {
          for (let next = work.shift(); next !== undefined; next = work.shift()) {
            stage.reset();
            await next(stage);
          }
        } finally {
          await stage.close();
        }
      }),
    );
    return { attacks, harmless };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function tryAttack(subject: Subject, entry: Attack, stage: Stage): Promise<Finding<AttackOutcome>> {
  const attack = fillIn(entry, stage.places);
  const finding = (outcome: AttackOutcome, seen?: string) => ({
    id: entry.id,
    group: entry.group,
    outcome,
    ...(seen !== undefined && { seen }),
  });
  if (attack.setup !== undefined) await setUp(attack.setup, stage.places.workspace);
  const touched = watchCanary(attack.canary, stage);
  const results: RunResult[] = [];
  const steps = [attack, ...(attack.followedBy ?? [])];
  for (const step of steps) {
    const request = { ...stagedRequest(step, stage, attack.shell), goesOn: step !== steps.at(-1) };
    const decision = await subject.decide(request);
    if (decision !== 'allow') return finding(decision === 'deny' ? 'denied' : 'asked');
    if (!isInstalled(entry)) return finding('unseen');
    if (attack.swap !== undefined) await setUp(attack.swap, stage.places.workspace);
    results.push(await subject.run(request));
  }
  return touched(results) ? finding('let-through') : finding('held', shorten(results));
}

async function tryHarmless(subject: Subject, entry: Harmless, stage: Stage): Promise<Finding<HarmlessOutcome>> {
  const finding = (outcome: HarmlessOutcome, seen?: string) => ({
    id: entry.id,
    group: entry.group,
    outcome,
    ...(seen !== undefined && { seen }),
  });
  if (!isInstalled(entry)) return finding('not-installed');
  const harmless = fillIn(entry, stage.places);
  if (harmless.setup !== undefined) await setUp(harmless.setup, stage.places.workspace);
  const request = stagedRequest(harmless, stage);
  const decision = await subject.decide(request);
  if (decision !== 'allow') return finding(decision === 'deny' ? 'denied' : 'asked');
  const result = await subject.run(request);
  const intact = harmless.output === undefined || `${result.stdout}${result.stderr}`.includes(harmless.output);
  const works = intact && result.exitCode === (harmless.exitCode ?? 0);
  return works ? finding('run') : finding('broken', shorten([result]));
}

function stagedRequest({ command, parameters, directory, stdin }: Request, stage: Stage, shell = false): StagedRequest {
  return {
    command,
    parameters,
    ...(directory !== undefined && { directory }),
    ...(stdin !== undefined && { stdin }),
    workspace: stage.places.workspace,
    environment: stage.environment,
    shell,
    goesOn: false,
  };
}

/** Whether an entry can do here what it says. */
export function isInstalled(entry: Attack | Harmless): boolean {
  const steps = 'followedBy' in entry && entry.followedBy !== undefined ? [entry, ...entry.followedBy] : [entry];
  const shell = 'shell' in entry && entry.shell === true;
  const names = shell ? ['bash'] : steps.map(({ command }) => command);
  return [...names, ...(entry.needs ?? [])].every((name) => name.includes('/') || /^\{/.test(name) || isMeant(name));
}

function shorten(results: readonly RunResult[]): string {
  return results
    .map(({ exitCode, stdout, stderr }) => `exit ${exitCode}: ${`${stdout}${stderr}`.slice(0, 300)}`)
    .join('\n');
}
