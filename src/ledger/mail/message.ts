// What one process asks the gate of another about a run, and what it is told: one line of JSON each.

import { GateError } from '../../vocabulary/gate-error.js';

export type MailMessage = { readonly run: string; readonly caller: string } & (
  | { readonly type: 'cancel' | 'close-input' }
  | { readonly type: 'write'; readonly bytes: Uint8Array }
);

/** What the gate did, in its own words, or why it did not. */
export type MailReply = { readonly answer: Answer } | { readonly error: GateError };

export type Answer = Readonly<Record<string, unknown>>;

/** No line is longer. */
export const longestLine = 1024 * 1024;

/** How much one message can write to a program: as text it takes a third more. */
export const mostBytesOfMail = 512 * 1024;

export function messageLine(message: MailMessage): string {
  const { type, run, caller } = message;
  const bytes = type === 'write' ? { bytes: Buffer.from(message.bytes).toString('base64') } : {};
  return `${JSON.stringify({ type, run, caller, ...bytes })}\n`;
}

/** It comes from another process, which may be another version or no gate at all. */
export function readMessage(line: string): MailMessage | GateError {
  const fields = parseObject(line);
  if (!fields) return unreadable('it is not a JSON object');
  const { type, run, caller, bytes } = fields;
  if (typeof run !== 'string') return unreadable('"run" is not text');
  if (typeof caller !== 'string') return unreadable('"caller" is not text');
  if (type === 'cancel' || type === 'close-input') return { type, run, caller };
  if (type !== 'write') return unreadable('"type" is not one that this gate knows');
  if (typeof bytes !== 'string' || !isBase64(bytes)) return unreadable('"bytes" is not base64');
  return { type, run, caller, bytes: Buffer.from(bytes, 'base64') };
}

export function replyLine(reply: MailReply): string {
  if ('answer' in reply) return `${JSON.stringify(reply)}\n`;
  const { code, message, hint, phase, retryAfterMs } = reply.error;
  return `${JSON.stringify({ error: { code, message, hint, phase, retryAfterMs } })}\n`;
}

/** `undefined` where it is no reply. */
export function readReply(line: string): MailReply | undefined {
  const { answer, error } = parseObject(line) ?? {};
  if (isObject(answer)) return { answer };
  if (!isObject(error)) return undefined;
  const { code, message, hint, phase, retryAfterMs } = error;
  if (typeof code !== 'string' || typeof message !== 'string' || typeof hint !== 'string') return undefined;
  return {
    error: new GateError(code, message, {
      hint,
      phase: phase === 'execution' || phase === 'cleanup' ? phase : 'validation',
      ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    }),
  };
}

export function unreadable(why: string): GateError {
  return new GateError('VALIDATION_ERROR', `The gate cannot read the message: ${why}`, {
    hint: 'Use the same version of cmdgate for everything in one workspace',
  });
}

function parseObject(line: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Decoding passes over what is none. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
