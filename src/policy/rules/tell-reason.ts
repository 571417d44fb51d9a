// The sentence that comes with a decision. An agent has to be able to act on it.

import { quoteForReport } from '../../documents/quote-for-report.js';
import type { Decision, Evidence } from '../../vocabulary/decision.js';
import { type Finding, isShell, type RequestFacts, type Rule } from './rule.js';

/** More than this nobody reads. */
const mostPieces = 3;

const byWeight: readonly string[] = [
  'privilege',
  'system',
  'inline-code',
  'outside',
  'repository',
  'destroys',
  'network',
  'runs-code',
  'unreadable',
  'unknown-program',
  'unknown-option',
  'beyond-core',
] satisfies readonly (Finding | 'beyond-core')[];

/** What the strictest of the rules say, each with what was found. */
export function reasonOfRules(rules: readonly Rule[], evidence: readonly Evidence[]): string {
  const [first] = rules;
  const strictest = rules.filter(({ decision }) => decision === first?.decision);
  return strictest
    .slice(0, first?.decision === 'allow' ? 1 : mostPieces)
    .map(({ reason, decision, conditions }) => {
      const wanted = decision === 'allow' ? [] : (conditions.effects ?? []);
      const found = pieces(evidence.filter(({ effect }) => (wanted as readonly string[]).includes(effect)));
      return found === '' ? asSentence(reason) : `${reason.replace(/[.!]$/, '')}: ${found}.`;
    })
    .join(' ');
}

/** Whether a piece of evidence is a reason to ask. */
export function speaksAgainst({ effect }: Evidence): boolean {
  return byWeight.includes(effect);
}

/** Where no rule matches, what was found about the request speaks for itself. */
export function reasonOfDefault(decision: Decision, request: RequestFacts, evidence: readonly Evidence[]): string {
  if (decision === 'allow') return 'No rule forbids it.';
  const found = pieces(evidence.filter(speaksAgainst));
  if (found !== '') return `No rule allows it, and ${found}.`;
  if (request.danger === 'destructive' && !isShell(request.command)) {
    return `No rule allows it, and ${request.command.join(' ')} is destructive.`;
  }
  return 'No rule allows it.';
}

function pieces(evidence: readonly Evidence[]): string {
  const weight = ({ effect }: Evidence) => byWeight.indexOf(effect);
  const sorted = [...evidence].sort((left, right) => weight(left) - weight(right));
  return [...new Set(sorted.map(toPiece))].slice(0, mostPieces).join('; ');
}

/** Some evidence is said of the program, some of the argument itself. */
function toPiece({ why, argument }: Evidence): string {
  const said = onOneLine(why);
  if (argument === undefined) return said;
  const shown = quoteForReport(argument);
  return /^(?:leads |resolves |is a path |is the git |is part of the git |changes what git |changes files inside )/.test(
    said,
  )
    ? `${shown} ${said}`
    : `${said}: ${shown}`;
}

const longestPiece = 200;

/** Names and paths in it are the agent's, and can hold anything. */
function onOneLine(text: string): string {
  const short = text.length > longestPiece ? `${text.slice(0, longestPiece)}…` : text;
  return short.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
