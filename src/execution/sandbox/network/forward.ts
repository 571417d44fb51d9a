// Sends a request on, and its answer back. Both were read to the last byte of their headers and are written anew, so
// that nobody on the way can take them for two, or for one to another host.

import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { showHost } from './canonical-host.js';
import { passOnHeaders } from './pass-on-headers.js';
import type { Target } from './read-target.js';
import { answerWith } from './refusal.js';

/** `way` leads to the target, and is used for this request only. */
export function forward(request: IncomingMessage, response: ServerResponse, target: Target, way: Duplex): void {
  const fail = () => {
    way.destroy();
    answerWith(response, {
      status: 502,
      reason: `${showHost(target.host, target.port)} did not answer as a web server`,
    });
  };
  try {
    const sent = sendRequest({
      method: request.method ?? 'GET',
      path: target.path,
      headers: ['host', hostField(target), ...passOnHeaders(request.rawHeaders, ['host']), ...framing(request)],
      insecureHTTPParser: false,
      createConnection: () => way,
    });
    sent.on('response', (answer) => (isPlain(answer) ? giveBack(answer, response) : fail()));
    sent.on('error', fail).on('close', () => (response.headersSent ? undefined : fail()));
    pipeline(request, sent, ignore);
    // Nobody waits for it any more.
    response.on('close', () => way.destroy());
  } catch {
    fail();
  }
}

function giveBack(answer: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length } = answer.headers;
  const headers = [...passOnHeaders(answer.rawHeaders), ...(length === undefined ? [] : ['content-length', length])];
  response.writeHead(answer.statusCode ?? 502, headers);
  pipeline(answer, response, ignore);
}

/** Whether its body is what Node has made of it. Other codings would be lost on the way. */
export function isPlain({ headers }: IncomingMessage): boolean {
  return /^chunked$/i.test(headers['transfer-encoding'] ?? 'chunked');
}

/** How the end of the body is known. Node would write one of a GET without telling its end. */
function framing({ headers }: IncomingMessage): readonly string[] {
  if (headers['transfer-encoding'] !== undefined) return ['transfer-encoding', 'chunked'];
  const { 'content-length': length } = headers;
  return length === undefined ? [] : ['content-length', length];
}

function hostField({ host, port, isEncrypted }: Target): string {
  const isUsual = port === (isEncrypted ? 443 : 80);
  const shown = showHost(host, port);
  return isUsual ? shown.slice(0, shown.lastIndexOf(':')) : shown;
}

const ignore = () => undefined;
