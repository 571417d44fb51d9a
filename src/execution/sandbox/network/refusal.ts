// What a program gets instead of what it asked for. It may be shown to a person or a model, so that it says why.

import { type ServerResponse, STATUS_CODES } from 'node:http';

export interface Refusal {
  readonly status: 400 | 403 | 407 | 502;
  readonly reason: string;
}

export function answerWith(response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.on('error', () => undefined);
  response
    .writeHead(refusal.status, { ...headersOf(refusal), 'content-length': bodyOf(refusal).length })
    .end(bodyOf(refusal));
}

/** The same where there is only a connection. */
export function refusalText(refusal: Refusal): string {
  const fields = Object.entries({ ...headersOf(refusal), 'content-length': bodyOf(refusal).length });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${bodyOf(refusal)}`;
}

const headers = { 'content-type': 'text/plain', connection: 'close' };

/** Some programs say their password only when they are asked for it. */
function headersOf({ status }: Refusal): Readonly<Record<string, string>> {
  return status === 407 ? { ...headers, 'proxy-authenticate': 'Basic realm="cmdgate"' } : headers;
}

/** In ASCII, as every name in it. */
function bodyOf({ reason }: Refusal): string {
  return `cmdgate: ${reason}\n`;
}
