// Sends a request on, and its answer back. Both were read to the last byte of their headers and are written anew, so
// that nobody on the way can take them for two, or for one to another host.

import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { showHost } from './canonical-host.js';
import type { HostMask } from './credentials/host-mask.js';
import { passOnHeaders } from './pass-on-headers.js';
import type { Target } from './read-target.js';
import { answerWith } from './refusal.js';

/**
 * `way` leads to the target, and is used for this request only. `mask` where the target may have secrets that the
 * program may not.
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  way: Duplex,
  mask: HostMask | undefined,
): void {
  const fail = () => {
    way.destroy();
    answerWith(response, {
      status: 502,
      reason: `${showHost(target.host, target.port)} gave an invalid answer`,
    });
  };
  try {
    const sent = sendRequest({
      method: request.method ?? 'GET',
      path: target.path,
      headers: [
        ...['host', hostField(target), ...framing(request)],
        ...(mask ? withSecrets(request, mask) : passOnHeaders(request.rawHeaders, ['host'])),
      ],
      insecureHTTPParser: false,
      createConnection: () => way,
    });
    sent.on('response', (answer) => {
      try {
        if (isPlain(answer, mask)) giveBack(answer, response, mask);
        else fail();
      } catch {
        // What a server may send is more than what Node would.
        fail();
      }
    });
    sent.on('error', fail).on('close', () => (response.headersSent ? undefined : fail()));
    pipeline(request, sent, ignore);
    // Nobody waits for it any more.
    response.on('close', () => way.destroy());
  } catch {
    fail();
  }
}

/** Of an answer that is compressed, or only a part of one, nobody could say whether a secret is in it. */
function withSecrets({ rawHeaders }: IncomingMessage, mask: HostMask): readonly string[] {
  const headers = passOnHeaders(rawHeaders, ['host', 'accept-encoding', 'range', 'if-range']);
  return [...mask.put(headers), 'accept-encoding', 'identity'];
}

function giveBack(answer: IncomingMessage, response: ServerResponse, mask: HostMask | undefined): void {
  const headers = passOnHeaders(answer.rawHeaders);
  const status = answer.statusCode ?? 502;
  if (mask) {
    response.writeHead(status, mask.take(headers));
    pipeline(answer, mask.stream(), response, ignore);
    return;
  }
  const { 'content-length': length } = answer.headers;
  response.writeHead(status, [...headers, ...(length === undefined ? [] : ['content-length', length])]);
  pipeline(answer, response, ignore);
}

/** Whether its body is what Node has made of it. Other codings would be lost on the way, or hide what is in it. */
export function isPlain({ headers }: IncomingMessage, mask?: HostMask): boolean {
  const isReadable = !mask || /^identity$/i.test(headers['content-encoding'] ?? 'identity');
  return isReadable && /^chunked$/i.test(headers['transfer-encoding'] ?? 'chunked');
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
