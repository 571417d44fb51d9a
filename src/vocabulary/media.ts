// Pictures and sounds that a handler answers with.

import { CommandError } from './gate-error.js';

/** What `image()` and `audio()` make. In JSON, `data` is `{ type: 'binary', encoding: 'base64', value, size_bytes }`. */
export interface Media<Kind extends 'image' | 'audio' = 'image' | 'audio'> {
  readonly type: Kind;
  /** Such as `image/png`. */
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** No client shows more, and no message has to hold more. */
export const largestMediaBytes = 3 * 1024 * 1024;

/** A picture: anywhere in what a handler returns. MCP clients get it as an image, other doors as base64. */
export function image(data: Uint8Array, mimeType: string): Media<'image'> {
  return medium('image', data, mimeType);
}

/** A sound: anywhere in what a handler returns. MCP clients get it as audio, other doors as base64. */
export function audio(data: Uint8Array, mimeType: string): Media<'audio'> {
  return medium('audio', data, mimeType);
}

function medium<Kind extends 'image' | 'audio'>(type: Kind, data: unknown, mimeType: unknown): Media<Kind> {
  if (!(data instanceof Uint8Array)) throw new TypeError(`${type}() needs bytes: a Uint8Array or a Buffer.`);
  if (
    typeof mimeType !== 'string' ||
    !/^(?:image|audio)\/[a-z0-9.+-]{1,100}$/.test(mimeType) ||
    !mimeType.startsWith(type)
  ) {
    throw new TypeError(`${type}() needs a MIME type such as "${type === 'image' ? 'image/png' : 'audio/wav'}".`);
  }
  if (data.length > largestMediaBytes) {
    throw new CommandError(
      'MEDIA_TOO_LARGE',
      `The ${type} has ${data.length} bytes; at most ${largestMediaBytes} can be sent`,
      {
        hint: 'Ask for a smaller one, or have the command write it to a file',
      },
    );
  }
  return { type, mimeType, data };
}
