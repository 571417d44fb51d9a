// What the exit codes of a command mean, for whoever decides whether to try again.
import type { Command, DangerLevel } from '../vocabulary/command.js';
import type { ExitCodeEntry } from '../vocabulary/contract.js';

/** What is declared, beside what the gate itself can answer for any command. */
export function describeExitCodes({ danger, contract }: Command): Record<string, Record<string, unknown>> {
  // Of what dispatches others, they have the codes.
  const entries = { ...(contract?.dispatches ? {} : answersOfGate(danger)), ...contract?.exitCodes };
  return Object.fromEntries(Object.entries(entries).map(([code, entry]) => [code, toWire(entry)]));
}

function answersOfGate(danger: DangerLevel): Record<string, ExitCodeEntry> {
  const isSafe = danger === 'safe';
  const before = { retryable: false, sideEffects: 'none' } as const;
  const halfway = { retryable: false, sideEffects: isSafe ? 'none' : 'partial' } as const;
  return {
    '0': { description: 'It is done', retryable: false, sideEffects: isSafe ? 'none' : 'complete' },
    '1': { description: 'It failed for a reason that has no code of its own', ...halfway },
    '2': { description: 'The request is wrong; nothing happened', ...before },
    '4': { description: 'Something it needs is missing or not approved yet; nothing happened', ...before },
    '7': { description: 'The caller or the policy does not allow it; nothing happened', ...before },
    '10': { description: 'It took too long and was stopped', ...halfway, retryable: isSafe },
    '11': { description: 'Too many requests; nothing happened', retryable: true, sideEffects: 'none' },
    '12': { description: 'The gate cannot take it now; nothing happened', retryable: true, sideEffects: 'none' },
  };
}

function toWire({ name, description, retryable, sideEffects }: ExitCodeEntry): Record<string, unknown> {
  return { ...(name !== undefined && { name }), description, retryable, side_effects: sideEffects };
}
