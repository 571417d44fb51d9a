// Outcome → the answer of shell_cmd, in the form that the call asked for.

import type { Outcome } from '../../vocabulary/outcome.js';
import { describeAnswer } from './describe-answer.js';
import { toJson } from './to-json.js';
import { type Detail, toMarkdown } from './to-markdown.js';

export interface ShellCmdOptions {
  readonly format: 'markdown' | 'json';
  readonly detail: Detail;
}

export interface RenderedShellCmd {
  readonly text: string;
  /** Refused, failed, canceled or timed out: whatever was asked for is not done. */
  readonly isError: boolean;
}

export function renderShellCmd(outcome: Outcome, { format, detail }: ShellCmdOptions): RenderedShellCmd {
  const answer = describeAnswer(outcome);
  return {
    text: format === 'json' ? toJson(answer) : toMarkdown(answer, detail),
    isError: outcome.status === 'failed',
  };
}
