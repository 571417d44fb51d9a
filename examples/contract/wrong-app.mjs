// Applications with one wrong declaration each, by the name in the first word: none of them starts, but for the one
// that tells the time with its answer, which is warned.
import { runCli } from 'cmdgate';

const done = { description: 'Done', retryable: false, sideEffects: 'none' };
const handler = () => ({});
const right = { description: 'Goes', danger: 'safe', exitCodes: { 0: done }, requiredScopes: [], handler };
const partly = { ...done, retryable: true, sideEffects: 'partial' };

const faults = {
  'no-exit-codes': { exitCodes: undefined },
  'no-success': { exitCodes: { 5: done } },
  'retrying-changes': { exitCodes: { 0: done, 12: partly } },
  'no-danger': { danger: undefined },
  'no-scopes': { requiredScopes: undefined },
  'no-dry-run': { danger: 'destructive' },
  'plain-secret': { arguments: [{ name: '--password', type: 'string', description: 'Secret' }] },
  shell: { subprocess: { program: 'ls', arguments: [], shell: true } },
  clock: { outputSchema: { type: 'object', properties: { timestamp: { type: 'string' } } } },
};

const [fault] = process.argv.splice(2, 1);
await runCli({ name: 'wrong-app', version: '1.0.0', strict: true, commands: { go: { ...right, ...faults[fault] } } });
