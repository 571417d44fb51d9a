import type { Handler } from '../../vocabulary/command.js';
import { effectNames } from '../../vocabulary/contract.js';
import { CommandError } from '../../vocabulary/gate-error.js';

const done: ReadonlySet<unknown> = new Set(effectNames);
const foreseen: ReadonlySet<unknown> = new Set([
  ...effectNames,
  ...['would_create', 'would_update', 'would_delete', 'would_noop', 'would_run'],
]);

/** The same handler, whose answer has to say in `effect` what it changed, or in a dry run what it would change. */
export function withCheckedEffect(handler: Handler): Handler {
  return (input, context) => {
    const answer = handler(input, context);
    const check = (value: unknown) => checkEffect(value, context.dryRun);
    return isPromise(answer) ? Promise.resolve(answer).then(check) : check(answer);
  };
}

function checkEffect(value: unknown, dryRun: boolean): unknown {
  const known = dryRun ? foreseen : done;
  const effect = typeof value === 'object' && value !== null ? (value as { effect?: unknown }).effect : undefined;
  if (known.has(effect)) return value;
  const names = [...known].join(', ');
  throw new CommandError('EFFECT_MISSING', 'The command ended, but its answer does not say what it changed', {
    hint: `Check before you try again: it may have been done. Its author must return effect: one of ${names}`,
  });
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
