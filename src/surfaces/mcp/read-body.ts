import type { IncomingMessage } from 'node:http';

export type ReadBody =
  | { readonly status: 'read'; readonly body: Buffer }
  | { readonly status: 'too-large' }
  /** The client went away before the end. */
  | { readonly status: 'aborted' };

/** Reads a request's body and stops at the limit; what comes after it is left to the caller to discard. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  if (Number(request.headers['content-length']) > limitBytes) return Promise.resolve({ status: 'too-large' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (result: ReadBody) => {
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onGone);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) {
        request.pause();
        finish({ status: 'too-large' });
      } else {
        chunks.push(chunk);
      }
    };
    const onEnd = () => finish({ status: 'read', body: Buffer.concat(chunks) });
    const onGone = () => finish({ status: 'aborted' });
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('close', onGone);
    // Always there, so that a late error of an abandoned request does not end the process.
    request.on('error', onGone);
  });
}
