import type { ServerContext } from '@modelcontextprotocol/server';

/** Ties a call to the client's cancellation and to the connection that waits for the answer. */
export function withdrawWith(call: AbortController, context: ServerContext): () => void {
  // The request itself is held, not only its signal: a signal whose request was collected never fires.
  const request = context.http?.req;
  const signals = [context.mcpReq.signal, ...(request === undefined ? [] : [request.signal])];
  const withdraw = () => call.abort(new Error('The client canceled the call.'));
  for (const signal of signals) {
    if (signal.aborted) withdraw();
    signal.addEventListener('abort', withdraw, { once: true });
  }
  return () => {
    for (const signal of [context.mcpReq.signal, request?.signal]) signal?.removeEventListener('abort', withdraw);
  };
}
