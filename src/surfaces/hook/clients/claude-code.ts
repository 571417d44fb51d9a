// Claude Code: https://code.claude.com/docs/en/hooks

import { isObject } from '../../../shape/kind-of.js';
import {
  type AfterEvent,
  bytesOf,
  type Fields,
  type HookClient,
  type HookEvent,
  numberIn,
  objectIn,
  textIn,
  unknownEvent,
} from '../client.js';

/** Both give their `command` to the same shell. */
const shells = new Set(['Bash', 'Monitor']);

export const claudeCode: HookClient = {
  name: 'claude-code',
  canAsk: true,
  read,
  answer: (permissionDecision, permissionDecisionReason) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  }),
};

function read(event: Fields): HookEvent {
  // VS Code calls the hooks of Claude Code for tools of its own, and names the event in another way.
  if (event.hook_event_name === undefined && event.hookEventName !== undefined) return 'nothing';
  const name = textIn(event, 'hook_event_name');
  if (!['PreToolUse', 'PostToolUse', 'PostToolUseFailure'].includes(name)) throw unknownEvent(name);
  if (!shells.has(textIn(event, 'tool_name'))) return 'nothing';
  const about = { session: textIn(event, 'session_id'), call: textIn(event, 'tool_use_id') };
  if (name !== 'PreToolUse') return after(event, about, name === 'PostToolUse');
  const input = objectIn(event, 'tool_input');
  // A monitor can watch a socket instead.
  if (input.command === undefined && isObject(input.ws)) return 'nothing';
  return {
    ...about,
    when: 'before',
    command: textIn(input, 'command'),
    directory: textIn(event, 'cwd'),
    description: typeof input.description === 'string' ? input.description : undefined,
  };
}

/** Only of what failed it tells the exit code, in the first line of the error. */
function after(event: Fields, about: { session: string; call: string }, isWell: boolean): AfterEvent {
  const response = isObject(event.tool_response) ? (event.tool_response as Fields) : {};
  const error = typeof event.error === 'string' ? event.error : undefined;
  const code = /^Exit code (\d{1,3})\b/.exec(error ?? '')?.[1];
  const isCanceled = event.is_interrupt === true || response.interrupted === true;
  const goesOn = typeof response.backgroundTaskId === 'string';
  return {
    ...about,
    when: 'after',
    state: goesOn ? 'handed_over' : isCanceled ? 'canceled' : isWell ? 'completed' : 'failed',
    exitCode: code === undefined ? undefined : Number(code),
    durationMs: numberIn(event, 'duration_ms'),
    stdoutBytes: numberIn(response, 'persistedOutputSize') ?? bytesOf(response.stdout),
    stderrBytes: bytesOf(response.stderr) ?? bytesOf(error),
  };
}
