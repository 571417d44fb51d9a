// `cmdgate audit`: what was asked and what became of it, for the owner.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { peekPresentation } from '../../../command-line/standard-options.js';
import { findEarlierLedger, howToKeep } from '../../../ledger/find-earlier-ledger.js';
import { CommandError, GateError } from '../../../vocabulary/gate-error.js';
import { failedAtTheDoor, type Presentation, type Warning } from '../../../vocabulary/outcome.js';
import type { Choice } from '../choice.js';
import { giveReport } from '../give-report.js';
import type { Io } from '../io.js';
import { loadingProblem } from '../loading-problem.js';
import type { Program } from '../program.js';
import { writeAnswer } from '../write-answer.js';
import { acceptGates } from './accept-gates.js';
import { exportLines, exportLog } from './export-log.js';
import { type FoundLedger, findLedger } from './find-ledger.js';
import { type AuditAction, readAuditArguments } from './own-arguments.js';
import { reportFile, reportRequests } from './report-requests.js';
import { reportVerification } from './report-verification.js';

export interface AuditUse {
  readonly program: Program;
  readonly choice: Choice;
  readonly io: Io;
}

/** Resolves to the exit code. */
export async function audit(words: readonly string[], { program, choice, io }: AuditUse): Promise<number> {
  const read = readAuditArguments(words, Date.now());
  if (read instanceof GateError) return await refuse(read, peekPresentation(words));
  try {
    const store = (await program.findStore?.(choice)) ?? {
      kind: 'ledger' as const,
      ledger: await findLedger(choice, io.directory),
    };
    if (store.kind === 'nowhere') return await refuse(nothingRecorded(program.name), read.presentation);
    if (store.kind === 'file') return await answerFromFile(read.action, read.presentation, store.file);
    return await answer(read.action, read.presentation, store.ledger);
  } catch (error) {
    const canceled = new GateError('CANCELED', 'It was canceled', { hint: 'Start it again', phase: 'execution' });
    const refusal = error instanceof GateError ? error : loadingProblem(error);
    return await refuse(io.signal.aborted ? canceled : refusal, read.presentation);
  }

  async function answer(action: AuditAction, presentation: Presentation, ledger: FoundLedger): Promise<number> {
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

  async function answerFromFile(action: AuditAction, presentation: Presentation, file: string): Promise<number> {
    switch (action.action) {
      case 'export':
        return await exportLines(file, action, io);
      case 'list':
        return await giveReport(await reportFile(file, action), presentation, program, io);
      case 'verify':
        return await refuse(notVerifiable(file), presentation);
      default:
        return action satisfies never;
    }
  }

  function refuse(error: GateError, presentation: Presentation): Promise<number> {
    const outcome = failedAtTheDoor(error, 'audit');
    const facts = { version: program.version, directory: io.directory };
    return writeAnswer({ ...outcome, run: { ...outcome.run, presentation } }, facts, io);
  }
}

/** A command line records nothing unless its author wants it to: an empty list would say that nothing was asked. */
function nothingRecorded(name: string): GateError {
  return new CommandError('NO_HISTORY', `${name} records nothing`, {
    hint: 'Its author can change that: runCli({ ledger: { directory } }), or audit: { file } for a plain file',
    exitCode: 4,
  });
}

function notVerifiable(file: string): GateError {
  return new CommandError('NOT_VERIFIED', `${file} is a plain file: it has no hashes that could be verified`, {
    hint: 'Its author can keep a ledger: runCli({ ledger: { directory } })',
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
  const message = `${file} is a plain file, as earlier versions wrote it: it has no hashes, and nothing in it was verified`;
  return [{ code: 'NOT_VERIFIED', message }];
}
