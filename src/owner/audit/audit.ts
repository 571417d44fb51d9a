// `cmdgate audit`: what was asked and what became of it, for the owner.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import { findEarlierLedger, howToKeep } from '../../ledger/find-earlier-ledger.js';
import type { IndexPart } from '../../ledger/index/ledger-index.js';
import { giveReport } from '../../terminal/give-report.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import type { Warning } from '../../vocabulary/outcome.js';
import { type FoundLedger, findLedger } from '../find-ledger.js';
import type { OwnerCall } from '../owner-command.js';
import { readTime } from '../read-time.js';
import { acceptGates } from './accept-gates.js';
import { exportLog } from './export-log.js';
import type { RequestFilter } from './list-requests.js';
import { reportRequests } from './report-requests.js';
import { reportVerification } from './report-verification.js';

type AuditAction =
  | { readonly action: 'list'; readonly limit: number; readonly filter: RequestFilter }
  | { readonly action: 'export'; readonly since: string | undefined; readonly until: string | undefined }
  | { readonly action: 'verify'; readonly accept: readonly string[]; readonly index: IndexPart };

interface Given {
  readonly action: AuditAction['action'];
  readonly limit?: number;
  readonly since?: string;
  readonly until?: string;
  readonly caller?: string;
  readonly client?: string;
  readonly state?: string;
  readonly refused?: boolean;
  readonly command?: string;
  readonly run?: string;
  readonly trace?: string;
  readonly accept?: readonly string[];
  readonly index?: IndexPart;
}

const usualLimit = 20;

/** Resolves to the exit code. */
export async function audit({
  program,
  choice,
  io,
  input,
  standard: presentation,
  refuse,
}: OwnerCall): Promise<number> {
  const action = toAction(input as unknown as Given, Date.now());
  try {
    const store = await program.findStore?.(choice);
    if (store?.kind === 'nowhere') return await refuse(nothingRecorded(program.name));
    return await answer(store?.ledger ?? (await findLedger(choice, io.directory)));
  } catch (error) {
    const canceled = new GateError('CANCELED', 'It was canceled', { hint: 'Start it again', phase: 'execution' });
    const refusal = error instanceof GateError ? error : loadingProblem(error);
    return await refuse(io.signal.aborted ? canceled : refusal);
  }

  async function answer(ledger: FoundLedger): Promise<number> {
    switch (action.action) {
      case 'export':
        return await exportLog(ledger.log, action, io);
      case 'list':
        return await giveReport(
          { ...(await reportRequests(ledger, action, io.signal)), warnings: tellEarlierLedger(ledger) },
          presentation,
          program,
          io,
        );
      case 'verify': {
        if (action.accept.length > 0) acceptGates(ledger, action.accept);
        const report = await reportVerification(ledger, action.index, io);
        return await giveReport(
          { ...report, warnings: [...tellOldLog(ledger), ...tellEarlierLedger(ledger)] },
          presentation,
          program,
          io,
        );
      }
      default:
        return action satisfies never;
    }
  }
}

/** A command line records nothing unless its author wants it to: an empty list would say that nothing was asked. */
function nothingRecorded(name: string): GateError {
  return new CommandError('NO_HISTORY', `${name} records nothing`, {
    hint: 'Its author can turn recording on: runCli({ ledger: { directory } }), or audit: { file }',
    exitCode: 4,
  });
}

/** It is neither read nor verified: whoever can write in the workspace could have made it. */
function tellEarlierLedger({ workspace, directory }: FoundLedger): readonly Warning[] {
  const earlier = findEarlierLedger(workspace, directory);
  if (earlier === undefined) return [];
  return [{ code: 'EARLIER_LEDGER', message: `${earlier} is a ledger of an earlier version. ${howToKeep(earlier)}` }];
}

/** Earlier versions wrote a plain file, and a copy for other tools may be such a file. */
function tellOldLog({ workspace }: FoundLedger): readonly Warning[] {
  const file = join(workspace, '.cmdgate', 'audit.jsonl');
  if (!existsSync(file)) return [];
  const message = `${file} is a plain file, as earlier versions wrote it: it has no hashes, so nothing in it could be verified`;
  return [{ code: 'NOT_VERIFIED', message }];
}

function toAction(given: Given, now: number): AuditAction {
  const {
    action,
    limit = usualLimit,
    caller,
    client,
    state,
    refused,
    command,
    run,
    trace,
    accept = [],
    index = 'sample',
  } = given;
  const since = given.since === undefined ? undefined : readTime(given.since, now);
  const until = given.until === undefined ? undefined : readTime(given.until, now);
  if (action === 'verify') return { action, accept, index };
  if (action === 'export') return { action, since, until };
  return {
    action,
    limit,
    filter: { since, until, caller, client, state: refused ? 'refused' : state, command, run, trace },
  };
}
