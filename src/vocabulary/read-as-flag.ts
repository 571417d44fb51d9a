import { looksLikeFlag } from './looks-like-flag.js';

/**
 * Whether a program would read a value in this argument as a flag: the value itself, or as a part of a flag that the
 * author wrote before it. `lead` is how many characters at its start the author wrote; nothing where he wrote it all.
 */
export function readAsFlag(text: string, lead: number | undefined): 'value' | 'part' | undefined {
  if (lead === undefined || !looksLikeFlag(text) || text.slice(0, lead).includes('=')) return undefined;
  return lead === 0 ? 'value' : 'part';
}
