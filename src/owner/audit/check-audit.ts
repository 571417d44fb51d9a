import type { Input } from '../../vocabulary/command.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import { checkTime } from '../read-time.js';

/** What is wrong with the arguments of `audit` although each is right by itself. */
export function checkAudit(input: Input): readonly Problem[] {
  const { refused, state } = input;
  const differs = refused === true && state !== undefined && state !== 'refused';
  const message = 'The --refused and --state arguments contradict each other';
  return [
    ...checkTime(input, '--since'),
    ...checkTime(input, '--until'),
    ...(differs ? [{ code: 'INVALID_VALUE', field: '--refused', message, hint: 'Give one of them' }] : []),
  ];
}
