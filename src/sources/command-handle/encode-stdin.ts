import type { Value } from '../../tool-form/value.js';
import type { TextEncoding } from '../../vocabulary/program.js';

export type EncodedStdin =
  | { readonly ok: true; readonly bytes: Uint8Array | undefined }
  /** What the value is, in place of what it should be. */
  | { readonly ok: false; readonly reason: string };

/** The bytes of a text in the declared encoding; nothing is lost or replaced on the way. */
export function encodeStdin(value: Value | undefined, encoding: TextEncoding): EncodedStdin {
  if (value === undefined || value === null) return { ok: true, bytes: undefined };
  if (value instanceof Uint8Array) return { ok: true, bytes: value };
  if (typeof value !== 'string') return { ok: false, reason: 'is neither text nor bytes' };
  if (!isEncodable(value, encoding)) return { ok: false, reason: `cannot be written as ${encoding}` };
  return { ok: true, bytes: Buffer.from(value, encoding) };
}

function isEncodable(text: string, encoding: TextEncoding): boolean {
  switch (encoding) {
    case 'utf8':
    case 'utf16le':
      return text.isWellFormed();
    case 'latin1':
      return !/[^\x00-\xff]/.test(text);
    case 'ascii':
      return !/[^\x00-\x7f]/.test(text);
    case 'hex':
      return /^(?:[0-9a-fA-F]{2})*$/.test(text);
    case 'base64':
      return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text);
    default:
      return encoding satisfies never;
  }
}
