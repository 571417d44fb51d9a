import type { Fields } from './message.js';

/** The commands and all else that `manifest` of the tool `cli` answers; nothing where it is no such answer. */
export function readManifest({ content }: Fields): Fields | undefined {
  const [first] = Array.isArray(content) ? content : [];
  try {
    const { success, data } = JSON.parse(String(first?.text)) ?? {};
    return success === true && typeof data?.commands === 'object' && data.commands !== null ? data : undefined;
  } catch {
    return undefined;
  }
}
