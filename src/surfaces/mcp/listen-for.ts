// Everybody who hears what happens in the run of a call: the owner, and the client as far as it wants to.

import type { RunEvent } from '../../vocabulary/event.js';
import type { OpenCall } from './answer-call.js';
import { ClientLog, isHeard } from './client-log.js';
import { defaultHeartbeat, ProgressReporter } from './progress.js';

export interface Listener {
  /** `undefined` where nobody listens: a run that nobody hears costs less. */
  readonly onEvent: ((event: RunEvent) => unknown) | undefined;
  /** Resolves when nothing more goes to the client. */
  stop(): Promise<void>;
}

export function listenFor(
  call: OpenCall,
  chat: string | undefined,
  hear: ((event: RunEvent) => void) | undefined,
): Listener {
  const progress = reportProgress(call);
  const log = logFor(call, chat);
  const { onEvent } = call.options;
  const isHeard = [hear, onEvent, progress, log].some((listener) => listener !== undefined);
  return {
    onEvent: !isHeard
      ? undefined
      : (event) => {
          hear?.(event);
          progress?.onEvent(event);
          onEvent?.(event);
          return log?.onEvent(event);
        },
    stop: async () => {
      await Promise.all([progress?.stop(), log?.stop()]);
    },
  };
}

function reportProgress({ context, options }: OpenCall): ProgressReporter | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return new ProgressReporter({
    send: (progress) =>
      context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } }),
    isCongested: () => options.isCongested?.(context.http?.req) ?? false,
    heartbeat: options.heartbeat ?? defaultHeartbeat,
  });
}

/** What the client gets as log messages: what programs print, and what handlers log where the owner shares it. */
function logFor(call: OpenCall, chat: string | undefined): ClientLog | undefined {
  const { tool, context, options, logLevel } = call;
  if (logLevel === undefined) return undefined;
  const sharesHandlerLog = options.gate.introduction.logs === 'client';
  const hearsOutput = isHeard('info', logLevel);
  if (!hearsOutput && !sharesHandlerLog) return undefined;
  return new ClientLog({
    send: async (level, data) => {
      const logger = tool.definition.name;
      await context.mcpReq.notify({ method: 'notifications/message', params: { level, logger, data } });
      await options.whenTaken?.(context.http?.req);
    },
    session: options.session.id,
    chat,
    hearsOutput,
    hearsLog: (level) => sharesHandlerLog && isHeard(level, logLevel),
  });
}
