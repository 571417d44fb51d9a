// Cursor: https://cursor.com/docs/agent/hooks

import {
  bytesOf,
  type Fields,
  type HookClient,
  type HookEvent,
  numberIn,
  textIn,
  UnreadableEvent,
  unknownEvent,
} from '../client.js';

export const cursor: HookClient = {
  name: 'cursor',
  canAsk: true,
  read,
  answer: (permission, reason) =>
    permission === 'allow' ? { permission } : { permission, user_message: reason, agent_message: reason },
};

function read(event: Fields): HookEvent {
  const name = textIn(event, 'hook_event_name');
  if (name !== 'beforeShellExecution' && name !== 'afterShellExecution') throw unknownEvent(name);
  const command = textIn(event, 'command');
  const about = { session: textIn(event, 'conversation_id'), call: `${event.generation_id ?? ''} ${command}` };
  if (name === 'afterShellExecution') {
    // It does not tell how the line ended.
    const durationMs = numberIn(event, 'duration');
    return { ...about, when: 'after', state: 'completed', durationMs, stdoutBytes: bytesOf(event.output) };
  }
  return { ...about, when: 'before', command, directory: directoryOf(event) };
}

/** It is empty where the shell begins in the root of the project. */
function directoryOf(event: Fields): string {
  const directory = textIn(event, 'cwd');
  if (directory !== '') return directory;
  const [root, ...more] = Array.isArray(event.workspace_roots) ? event.workspace_roots : [];
  if (typeof root === 'string' && root !== '' && more.length === 0) return root;
  throw new UnreadableEvent('the event does not say in which directory the line would run');
}
