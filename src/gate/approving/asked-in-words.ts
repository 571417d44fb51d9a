// What `shell` was asked for, as a person would type it: nobody reads a command line out of JSON.

import { quoteWords } from '../../command-line/quote.js';
import { isShell } from '../../policy/rules/rule.js';
import type { ApprovalSubject } from '../../vocabulary/approval.js';
import type { ReadyRun } from '../run/run.js';

/** What stands in the line, or has a row of its own. How the answer looks is nobody's risk. */
const told = ['command', 'parameters', 'directory', 'stdin', 'output_format', 'output_detail'];

export function askedInWords(
  { path, plan, input, standard, planned }: ReadyRun,
  show: (text: string) => string,
): Pick<ApprovalSubject, 'line' | 'input' | 'stdin'> {
  if (!plan || !isShell(path)) return {};
  const others = Object.entries(input).filter(([key, value]) => value !== undefined && !told.includes(key));
  const background = standard?.background === true || planned?.background === true;
  const beside = Object.fromEntries([...others, ...(background ? [['background', true]] : [])]);
  return {
    line: show(plan.line?.text ?? quoteWords([plan.name, ...plan.args])),
    ...(Object.keys(beside).length > 0 && { input: beside }),
    ...(plan.line && plan.stdin === 'open' && { stdin: plan.stdin }),
  };
}
