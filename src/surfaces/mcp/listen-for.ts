// Everybody who hears what happens in the run of a call: the owner, and the client as far as it wants to.

import type { RunEvent } from '../../vocabulary/event.js';
import type { OpenCall } from './answer-call.js';
import { OutputLog } from './output-log.js';
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
  const log = call.logsOutput ? logOutput(call, chat) : undefined;
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

function logOutput({ tool, context, options }: OpenCall, chat: string | undefined): OutputLog {
  return new OutputLog({
    send: async (data) => {
      const logger = tool.definition.name;
      await context.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', logger, data } });
      await options.whenTaken?.(context.http?.req);
    },
    session: options.session.id,
    chat,
  });
}
