// Codex CLI: https://developers.openai.com/codex/hooks
// Its hooks can only refuse: an answer that allows or asks is a mistake there, after which the line runs. So nothing is
// said where the line may run, and its own approvals and sandbox decide.

import { isObject } from '../../../shape/kind-of.js';
import {
  type AfterEvent,
  bytesOf,
  type Fields,
  type HookClient,
  type HookEvent,
  objectIn,
  textIn,
  unknownEvent,
} from '../client.js';

export const codex: HookClient = {
  name: 'codex',
  canAsk: false,
  read,
  answer: (decision, reason) =>
    decision === 'deny'
      ? {
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'deny',
            permissionDecisionReason: reason,
          },
        }
      : {},
};

function read(event: Fields): HookEvent {
  const name = textIn(event, 'hook_event_name');
  if (name !== 'PreToolUse' && name !== 'PostToolUse') throw unknownEvent(name);
  if (textIn(event, 'tool_name') !== 'Bash') return 'nothing';
  const about = { session: textIn(event, 'session_id'), call: textIn(event, 'tool_use_id') };
  if (name === 'PostToolUse') return after(event, about);
  return {
    ...about,
    when: 'before',
    command: textIn(objectIn(event, 'tool_input'), 'command'),
    directory: textIn(event, 'cwd'),
  };
}

/** What its shell answers is a text, or a document with the exit code in it, which may be text again. */
function after(event: Fields, about: { session: string; call: string }): AfterEvent {
  const response = parsed(event.tool_response);
  const metadata = isObject(response.metadata) ? (response.metadata as Fields) : response;
  const code = metadata.exit_code;
  const seconds = metadata.duration_seconds;
  const exitCode = Number.isSafeInteger(code) ? (code as number) : undefined;
  return {
    ...about,
    when: 'after',
    state: exitCode === undefined || exitCode === 0 ? 'completed' : 'failed',
    exitCode,
    durationMs: typeof seconds === 'number' ? Math.round(seconds * 1_000) : undefined,
    stdoutBytes: bytesOf(response.output) ?? bytesOf(event.tool_response),
  };
}

function parsed(value: unknown): Fields {
  if (isObject(value)) return value as Fields;
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return {};
  try {
    const found: unknown = JSON.parse(value);
    return isObject(found) ? (found as Fields) : {};
  } catch {
    return {};
  }
}
