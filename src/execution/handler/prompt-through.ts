// The questions of a handler, each of which the host asks in its own way.

import type { Prompt, PromptDetails } from '../../vocabulary/context.js';
import type { ContextHost } from './handler-context.js';

export function promptThrough(host: Pick<ContextHost, 'prompt' | 'confirm'>, signal: () => AbortSignal): Prompt {
  const ask = (question: string, option: string, details: PromptDetails) =>
    host.prompt(String(question), String(option), signal(), details);
  return Object.assign((question: string, option: string) => ask(question, option, { kind: 'text' }), {
    text: (question, { option, default: usual }) =>
      ask(question, option, { kind: 'text', ...(usual !== undefined && { default: String(usual) }) }),
    confirm: (question) => host.confirm(String(question), signal()),
    select: async (question, { option, choices, default: usual }) => {
      const texts = choices.map(String);
      if (texts.length === 0) throw new TypeError('prompt.select needs choices.');
      const about = { kind: 'select' as const, choices: texts, ...(usual !== undefined && { default: String(usual) }) };
      const answer = await ask(question, option, about);
      return choices[texts.indexOf(answer)] as (typeof choices)[number];
    },
    password: (question, { option }) => ask(question, option, { kind: 'password' }),
  } satisfies Omit<Prompt, never>);
}
