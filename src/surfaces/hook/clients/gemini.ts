// Gemini CLI: https://geminicli.com/docs/hooks/reference

import { resolve } from 'node:path';
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

export const gemini: HookClient = {
  name: 'gemini',
  canAsk: true,
  read,
  answer: (decision, reason) =>
    decision === 'ask' ? { decision, reason, systemMessage: reason } : { decision, reason },
};

function read(event: Fields): HookEvent {
  const name = textIn(event, 'hook_event_name');
  if (name !== 'BeforeTool' && name !== 'AfterTool') throw unknownEvent(name);
  if (textIn(event, 'tool_name') !== 'run_shell_command') return 'nothing';
  const input = objectIn(event, 'tool_input');
  const command = textIn(input, 'command');
  const from = textIn(event, 'cwd');
  const directory = input.dir_path === undefined ? from : resolve(from, textIn(input, 'dir_path'));
  const about = { session: textIn(event, 'session_id'), call: `${directory} ${command}` };
  if (name === 'AfterTool') return after(event, about);
  const { description } = input;
  return {
    ...about,
    when: 'before',
    command,
    directory,
    description: typeof description === 'string' ? description : undefined,
  };
}

/** How it ended stands in the text for the model. */
function after(event: Fields, about: { session: string; call: string }): AfterEvent {
  const response = isObject(event.tool_response) ? (event.tool_response as Fields) : {};
  const text = typeof response.llmContent === 'string' ? response.llmContent : '';
  const code = /^Exit Code: (\d{1,3})$/m.exec(text)?.[1];
  const exitCode = code === undefined ? undefined : Number(code);
  const isWell = response.error === undefined && (exitCode === undefined || exitCode === 0);
  return { ...about, when: 'after', state: isWell ? 'completed' : 'failed', exitCode, stdoutBytes: bytesOf(text) };
}
