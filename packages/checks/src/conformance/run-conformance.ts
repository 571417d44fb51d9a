import { type NamedServer, type Target, targetOf } from '../from-cmdgate.js';
import { type Canaries, prepareCanaries } from './canaries.js';
import { type Check, type CheckContext, notObservable, type Verdict, verdict } from './check.js';
import { allChecks } from './checks/all-checks.js';
import { connectionCheck } from './checks/discovery.js';
import { type Connection, connect } from './connect.js';
import { type Inventory, takeInventory } from './inventory.js';
import { type CheckResult, type ConformanceReport, concludeReport } from './report.js';
import { createSession, type Session } from './session.js';

export interface ConformanceOptions extends NamedServer {
  /** The server's audit log, when it can be read here. */
  readonly auditFile?: string;
  /** For each call; 10,000 unless told. Connecting may take three times as long. */
  readonly timeoutMs?: number;
  readonly onCheck?: (result: CheckResult) => void;
  readonly signal?: AbortSignal;
}

/**
 * Checks any ACLI server over MCP. Whatever the server does is in the report; it rejects only for wrong
 * options and when `signal` is aborted. When it settles, nothing that it started is running.
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { auditFile, timeoutMs = 10_000, onCheck, signal } = options;
  const target = targetOf(options);
  const open = () => connect(target, { timeoutMs, signal });
  signal?.throwIfAborted();

  let first: Connection | undefined;
  let session: Session | undefined;
  let canaries: Canaries | undefined;
  try {
    let judge: (check: Check) => Promise<Verdict> | Verdict;
    try {
      first = await open();
      session = createSession(first, { open, signal });
      canaries = 'command' in target ? await prepareCanaries() : undefined;
      const context = createContext({ session, canaries, auditFile });
      judge = (check) => runCheck(check, context, signal);
    } catch (error) {
      signal?.throwIfAborted();
      judge = (check) => withoutConnection(check, error);
    }
    const results: { check: Check; result: CheckResult }[] = [];
    for (const check of allChecks) {
      const { id, title, category, level, severity, section } = check;
      const result = { id, title, category, level, severity, section, ...(await judge(check)) };
      results.push({ check, result });
      onCheck?.(result);
    }
    const { server = null, protocolVersion = null } = first ?? {};
    return concludeReport({ target: nameOf(target), server, protocolVersion, results });
  } finally {
    await session?.close();
    await canaries?.remove();
  }
}

function createContext(given: Pick<CheckContext, 'session' | 'canaries' | 'auditFile'>): CheckContext {
  let inventory: Promise<Inventory> | undefined;
  return {
    ...given,
    inventory: () => {
      inventory ??= takeInventory(given.session);
      return inventory;
    },
  };
}

/** A server may answer anything; what we did not think of must not end the run, nor count as passed. */
async function runCheck(check: Check, context: CheckContext, signal: AbortSignal | undefined): Promise<Verdict> {
  try {
    return await check.run(context);
  } catch (error) {
    signal?.throwIfAborted();
    const received = `this check could not read: ${error instanceof Error ? error.message : String(error)}`;
    return verdict([{ sent: 'see the title', received, expected: 'an answer that can be read' }], 'unreadable');
  }
}

function withoutConnection(check: Check, error: unknown): Verdict {
  if (check.id !== connectionCheck) return notObservable('There is no connection to the server.');
  const received = error instanceof Error ? error.message : String(error);
  return verdict([{ sent: 'the MCP handshake', received, expected: 'a connection' }], 'connecting');
}

function nameOf(target: Target): string {
  if ('command' in target) return target.command.join(' ');
  return `${target.url.origin}${target.url.pathname}`;
}
