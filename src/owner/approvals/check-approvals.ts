import type { Input } from '../../vocabulary/command.js';
import type { Problem } from '../../vocabulary/gate-error.js';

const longestNote = 2_000;

/** What is wrong with the arguments of `approvals` although each is right by itself. */
export function checkApprovals({ action, id, note }: Input): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (code: string, field: string, message: string, hint: string) =>
    problems.push({ code, field, message, hint });
  if (action !== undefined && action !== 'list' && action !== 'rules' && id === undefined) {
    const where = action === 'revoke' ? 'rules' : 'list';
    add('MISSING_ARGUMENT', 'id', 'The id argument is missing', `Run 'cmdgate approvals ${where}' to see the ids`);
  }
  if (typeof note === 'string' && note.length > longestNote) {
    add('OUT_OF_RANGE', '--note', `The --note argument is longer than ${longestNote} characters`, 'Write less');
  }
  return problems;
}
