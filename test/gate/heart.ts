// A gate over functions, with a log that tells what was written when, and can fail.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createGate } from '../../src/gate/gate.js';
import type { GateOptions } from '../../src/gate/gate-options.js';
import type { AuditEntry, RequestEntry, RunDetails, RunLog } from '../../src/ledger/run-log.js';
import type { CommandDefinitions } from '../../src/sources/typescript/definition.js';
import { readDefinitions } from '../../src/sources/typescript/read-definitions.js';
import type { Outcome } from '../../src/vocabulary/outcome.js';
import type { Caller, Request, Session } from '../../src/vocabulary/request.js';

type Step = 'accept' | 'begin' | 'record' | 'note' | 'trouble';

export class WatchedLog implements RunLog {
  readonly file = undefined;
  /** What was written, and what handlers say, in the order in which it happened. */
  readonly events: string[] = [];
  readonly failing = new Set<Step>();
  readonly details: RunDetails[] = [];

  accept({ command }: RequestEntry): undefined {
    this.#write('accept', command);
  }

  begin({ command }: RequestEntry, details: RunDetails): undefined {
    this.details.push(details);
    this.#write('begin', command);
  }

  async record({ command, success, error_code }: AuditEntry, details: RunDetails): Promise<void> {
    this.details.push(details);
    // What writes to a disk takes longer than a function.
    await new Promise((resolve) => setImmediate(resolve));
    this.#write('record', `${command} ${success ? 'ok' : error_code}`);
  }

  note(type: string): undefined {
    this.#write('note', type);
  }

  trouble(): Error | undefined {
    return this.failing.has('trouble') ? new Error('The disk is full') : undefined;
  }

  async close(): Promise<void> {
    this.events.push('closed');
  }

  #write(step: Step, what: string): void {
    if (this.failing.has(step)) throw new Error('The disk is full');
    this.events.push(`${step} ${what}`);
  }
}

export const owner: Caller = { name: 'owner', may: 'everything' };
export const other: Caller = { name: 'other', may: 'everything' };

export function openHeart(definitions: CommandDefinitions, options: Partial<GateOptions> = {}) {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-heart-')));
  const log = new WatchedLog();
  const keyDirectory = join(workspace, 'keys');
  const gate = createGate({
    name: 'heart',
    commands: readDefinitions(definitions),
    workspace,
    audit: log,
    keyDirectory,
    ...options,
  });
  const session: Session = { id: 'session', workspace, directory: workspace };
  onTestFinished(async () => {
    await gate.close();
    rmSync(workspace, { recursive: true, force: true });
  });
  const ask = (line: Request['line'], more: Partial<Request> = {}): Promise<Outcome> =>
    gate.run({ line, door: 'library', caller: owner, session, ...more });
  return { gate, log, ask, session, workspace };
}

/** Briefly: `completed`, or the code of the error. */
export function told(outcome: Outcome): string {
  return outcome.status === 'failed' ? outcome.error.code : outcome.status;
}

/** Something that a test lets go on when it wants to. */
export class Latch {
  readonly opened: Promise<void>;
  open: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }
}
