// A request of Node as the web's Request, which the MCP SDK wants. Most of its parts are never asked for, and a whole one
// costs as much as answering a call.

import type { IncomingMessage } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

const whole = Symbol('whole');

class LazyRequest {
  readonly signal: AbortSignal;
  readonly #request: IncomingMessage;
  readonly #message: JSONRPCMessage | undefined;
  #headers: Headers | undefined;
  #whole: Request | undefined;

  constructor(request: IncomingMessage, message: JSONRPCMessage | undefined, signal: AbortSignal) {
    this.#request = request;
    this.#message = message;
    this.signal = signal;
  }

  get method(): string {
    return this.#request.method ?? 'GET';
  }

  get url(): string {
    return `http://${this.#request.headers.host ?? 'localhost'}${this.#request.url ?? '/'}`;
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#request);
    return this.#headers;
  }

  get [whole](): Request {
    const { url, method, headers, signal } = this;
    const body = this.#message === undefined ? null : JSON.stringify(this.#message);
    this.#whole ??= new Request(url, { method, headers, signal, body });
    return this.#whole;
  }
}

// Whatever else there is comes from a whole one.
Object.setPrototypeOf(LazyRequest.prototype, Request.prototype);
for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))) {
  if (name === 'signal' || Object.hasOwn(LazyRequest.prototype, name)) continue;
  const delegate =
    typeof value === 'function'
      ? {
          value(this: LazyRequest, ...given: unknown[]) {
            return Reflect.apply(value, this[whole], given);
          },
        }
      : {
          get(this: LazyRequest) {
            return Reflect.get(this[whole], name) as unknown;
          },
        };
  Object.defineProperty(LazyRequest.prototype, name, { configurable: true, ...delegate });
}

/** `message` is the body that was read; `signal` ends with the connection. */
export function webRequestOf(
  request: IncomingMessage,
  message: JSONRPCMessage | undefined,
  signal: AbortSignal,
): Request {
  return new LazyRequest(request, message, signal) as unknown as Request;
}

function headersOf({ headers: given }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}
