// `approvals rules` and `approvals revoke`: what people answered for longer than one run, and how it ends.

import { quoteWords } from '../../command-line/quote.js';
import type { KeptRule } from '../../ledger/approvals/approval-store.js';
import type { FileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { visibleText } from '../../renderings/approval/visible-text.js';
import { CommandError, type GateError } from '../../vocabulary/gate-error.js';
import { type Answer, completed, failed } from './answer-at-once.js';

interface ListedRule {
  readonly id: string;
  readonly holds: 'always' | 'session';
  /** In words, what it allows. */
  readonly allows: string;
  readonly caller: string | null;
  /** The session that it is for, and no other. */
  readonly session?: string;
  readonly rule: KeptRule;
}

export function listRules(store: FileApprovalStore): Answer {
  const rules = [
    ...store.readAlways().map((rule) => toListed(rule, 'always')),
    ...store.readSession().map((rule) => toListed(rule, 'session')),
  ];
  return completed({ rules }, 'rules', () => listText(rules));
}

/** Gates look at the rules each time that they would ask: it holds for none of them any more. */
export async function revokeRule(id: string, store: FileApprovalStore): Promise<Answer> {
  const removed = await store.revoke(id);
  const [first] = removed;
  if (!first) return failed(notThere(id));
  const { allows } = toListed(first, 'always');
  return completed({ id, revoked: first }, 'revoke', () => `Revoked: ${allows}`);
}

function listText(rules: readonly ListedRule[]): string {
  if (rules.length === 0) return 'There are no lasting approvals.';
  const lines = rules.map(({ id, holds, session, caller, allows }) => {
    const until = holds === 'always' ? 'always' : `until the session ${visibleText(session ?? '')} ends`;
    return `${visibleText(id)}  ${allows}\n    ${until}, requested by ${visibleText(caller ?? 'anybody')}`;
  });
  return [...lines, 'To revoke one: cmdgate approvals revoke <id>'].join('\n');
}

function toListed(rule: KeptRule, holds: 'always' | 'session'): ListedRule {
  const { id, callers, session } = rule;
  return {
    id: String(id),
    holds,
    allows: visibleText(describe(rule)),
    caller: typeof callers === 'string' ? callers : null,
    ...(holds === 'session' && { session: String(session) }),
    rule,
  };
}

/** The owner may have written into the file: what is not as a gate writes it is told as it stands there. */
function describe(rule: KeptRule): string {
  const { command, exactly, like, reaches, program, when } = rule;
  const held = when === 'sandboxed' ? ', inside the sandbox' : '';
  if (Array.isArray(reaches)) return `${String(program)} reaches ${reaches.join(', ')}`;
  const call = readCall(exactly) ?? readCall(like);
  if (call === undefined)
    return exactly === undefined && like === undefined ? `every call of ${String(command)}` : JSON.stringify(rule);
  const through = command === 'shell' ? '' : ` as ${String(command)}`;
  const files = like === undefined ? '' : ' with any files below';
  const place = call.directory === '.' ? 'the workspace directory' : quoteWords([call.directory]);
  const set = Object.entries(call.variables).map(([name, value]) => `${name}=${quoteWords([String(value)])} `);
  return `${set.join('')}${quoteWords(call.words)}${through}${files === '' ? ` in ${place}` : `${files} ${place}`}${held}`;
}

function readCall(value: unknown) {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, arguments: args, directory, variables } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || !Array.isArray(args) || typeof directory !== 'string') return undefined;
  return { words: [name, ...args.map(String)], directory, variables: Object(variables) as Record<string, unknown> };
}

function notThere(id: string): GateError {
  return new CommandError('RULE_NOT_FOUND', `There is no rule ${JSON.stringify(id)}`, {
    hint: "Run 'cmdgate approvals rules' to see the rules",
    exitCode: 5,
  });
}
