// A pending approval as a form that an MCP client shows to its user, and what the user's answer means.

import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import type { Approval, ApprovalAnswer } from '../../vocabulary/approval.js';
import { approvalMessage } from './approval-message.js';

const choices = {
  deny: 'deny',
  once: 'approve once',
  session: 'this session',
  always: 'always',
  similar: 'always similar',
} as const;

const noteLimit = 500;

/** What a client gives back of a form; the content is whatever it likes. */
export interface FormAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** `undefined` where the client could not show all of it: nobody approves what he has not seen. */
export function questionFor(approval: Approval, now: number): ElicitRequestFormParams | undefined {
  const message = approvalMessage(approval, now);
  if (message === undefined) return undefined;
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'Decision',
          description: 'What happens to this request',
          // The first is what a careless client may have chosen already.
          enum: [
            ...[choices.deny, choices.once],
            ...(approval.session_means === undefined ? [] : [choices.session]),
            ...(approval.always === null ? [] : [choices.always]),
            ...(approval.similar === undefined ? [] : [choices.similar]),
          ],
        },
        note: {
          type: 'string',
          title: 'Note',
          description: 'What the agent should know',
          maxLength: noteLimit,
        },
      },
      required: ['decision'],
    },
  };
}

/** `undefined` where it decides nothing: the form was closed, or filled with what it did not offer. */
export function readAnswer(
  { action, content }: FormAnswer,
  offersAlways: boolean,
  offersSession = false,
  offersSimilar = false,
): ApprovalAnswer | undefined {
  if (action === 'cancel') return undefined;
  const said = noteIn(content?.note);
  if (action === 'decline') return { answer: 'deny', by: 'mcp', ...said };
  switch (content?.decision) {
    case choices.deny:
      return { answer: 'deny', by: 'mcp', ...said };
    case choices.once:
      return { answer: 'approve', by: 'mcp', ...said };
    case choices.session:
      return offersSession ? { answer: 'approve', by: 'mcp', session: true, ...said } : undefined;
    case choices.always:
      return offersAlways ? { answer: 'approve', by: 'mcp', always: true, ...said } : undefined;
    case choices.similar:
      return offersSimilar ? { answer: 'approve', by: 'mcp', always: true, similar: true, ...said } : undefined;
    default:
      return undefined;
  }
}

function noteIn(note: unknown): { note?: string } {
  if (typeof note !== 'string' || note.trim() === '') return {};
  return { note: note.trim().slice(0, noteLimit).toWellFormed() };
}
