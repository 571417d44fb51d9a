// Pictures and sounds of an answer, as content of their own: a model would read base64 as text, and pay for it.

import { replaceMedia } from '../vocabulary/media-json.js';
import type { Completed } from '../vocabulary/outcome.js';

/** As MCP has them: `data` is base64. */
export interface MediaContent {
  readonly type: 'image' | 'audio';
  readonly data: string;
  readonly mimeType: string;
}

export interface TakenMedia {
  /** The answer without them: it says which content each is. */
  readonly outcome: Completed;
  readonly content: readonly MediaContent[];
}

export function takeMedia(outcome: Completed): TakenMedia | undefined {
  const content: MediaContent[] = [];
  const json = replaceMedia(outcome.json, (_, type, mimeType, data, bytes) => {
    content.push({ type: type as MediaContent['type'], data, mimeType });
    // The text is the first content.
    return JSON.stringify({ type, mimeType, size_bytes: Number(bytes), content: content.length + 1 });
  });
  return content.length === 0 ? undefined : { outcome: { ...outcome, json }, content };
}
