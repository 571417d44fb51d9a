// A log as gates write it. For tests only.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type LedgerLog, openLedgerLog } from '../../ledger/log/ledger-log.js';
import { recordSubject } from '../../policy/rules/recorded-subject.js';
import type { PolicySubject } from '../../policy/rules/rule.js';
import { standardPolicy } from '../../policy/rules/standard-policy.js';
import { commandSubject, programSubject } from '../../policy/rules/test-helpers.js';
import type { Decision } from '../../vocabulary/decision.js';
import { Secrets } from '../../vocabulary/secrets.js';
import { type PastRequest, readPastRequests } from './past-requests.js';

export interface Past {
  readonly caller?: string;
  readonly directory?: string;
  readonly stdin?: boolean;
  /** What the policy of that time said; the standard policy, unless given. */
  readonly decision?: Decision;
  /** What a person said. */
  readonly answer?: 'approve' | 'deny';
  readonly secrets?: readonly string[];
}

/** A log of its own for each test. */
export class TestHistory {
  #directory = '';
  #log: LedgerLog | undefined;
  #runs = 0;
  #time = Date.parse('2026-03-01T10:00:00.000Z');

  constructor() {
    beforeEach(() => {
      this.#directory = mkdtempSync(join(tmpdir(), 'cmdgate-history-'));
      this.#time = Date.parse('2026-03-01T10:00:00.000Z');
      this.#runs = 0;
    });
    afterEach(() => {
      this.#log?.close();
      this.#log = undefined;
      rmSync(this.#directory, { recursive: true, force: true });
    });
  }

  get logDirectory(): string {
    return join(this.#directory, 'log');
  }

  /** Its clock goes on by one hour with every entry. */
  append(type: string, fields: Readonly<Record<string, unknown>>): void {
    const now = () => {
      this.#time += 3_600_000;
      return this.#time;
    };
    this.#log ??= openLedgerLog({ directory: this.logDirectory, sync: 'process', now });
    this.#log.append(type, fields);
  }

  /** What `shell` was asked to run. */
  program(line: string, past: Past = {}): string {
    return this.#request(`shell ${line}`, programSubject(line, past), past);
  }

  command(words: string, past: Past = {}): string {
    return this.#request(words, commandSubject(words, { danger: 'destructive', ...past }), past);
  }

  read(since?: string): AsyncIterable<PastRequest> {
    return readPastRequests({
      logDirectory: this.logDirectory,
      since,
      understandToday: () => {
        throw new Error("Today's files were used.");
      },
    });
  }

  async list(since?: string): Promise<readonly PastRequest[]> {
    const requests: PastRequest[] = [];
    for await (const request of this.read(since)) requests.push(request);
    return requests;
  }

  #request(command: string, subject: PolicySubject, { decision, answer, secrets = [] }: Past): string {
    const run = `run_test_${++this.#runs}`;
    const { decision: judged, rules } = standardPolicy().judge(subject);
    const said = decision ?? judged;
    const request = {
      run,
      command,
      user_context: { caller: subject.caller },
      decision: { decision: said, rules: said === judged ? rules : [] },
    };
    const recorded = { subject: recordSubject(subject, Secrets.of(secrets), subject.program?.understanding()) };
    if (said === 'deny') this.append('refused', { ...request, ...recorded });
    else if (said === 'allow') {
      this.append('start', { ...request, ...recorded });
      this.append('end', request);
    } else {
      this.append('accepted', { ...request, ...recorded });
      this.append('asked', { run, approval: { id: `approval_${run}` } });
      if (answer) this.append('answered', { run, approval_id: `approval_${run}`, answer, by: 'terminal' });
      if (answer === 'approve') this.append('start', request);
      this.append(answer === 'approve' ? 'end' : 'refused', request);
    }
    return run;
  }
}
