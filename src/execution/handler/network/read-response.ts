// An answer as it comes → a Response that can be read as any other, but not without end.

import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Asked } from './read-request.js';

/** They have no body, and a Response refuses one. */
const withoutBody = [204, 205, 304];

const decoders = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** It has more than is taken of it. */
export class TooLarge extends Error {}

export function toResponse(
  message: IncomingMessage,
  { url, method }: Asked,
  maxBytes: number,
  explain: (error: unknown) => unknown,
): Response {
  // An answer that nobody reads may still fail.
  message.on('error', ignore);
  const decoder = decoders.get(message.headers['content-encoding'] ?? '');
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    const isOfTheCode = decoder !== undefined && (name === 'content-encoding' || name === 'content-length');
    if (!isOfTheCode) for (const value of values ?? []) headers.append(name, value);
  }
  const { statusCode: status = 0, statusMessage = '' } = message;
  // A Response throws at control characters, and nobody needs them.
  const statusText = statusMessage.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
  const isEmpty = method === 'HEAD' || withoutBody.includes(status);
  if (isEmpty) message.resume();
  const decoded: Readable = decoder && !isEmpty ? pipeline(message, decoder(), ignore) : message;
  const body = isEmpty ? null : ReadableStream.from(bounded(decoded, maxBytes, explain));
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperty(response, 'url', { value: url.href });
}

async function* bounded(
  stream: Readable,
  maxBytes: number,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new TooLarge();
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  }
}

const ignore = () => undefined;
