import { hostname } from 'node:os';
import type { Holder } from '../../machine/claims/holder.js';
import { type Item, makeItem } from './entry.js';

/** Tells who writes the chain from here on. */
export function openedItem({ pid, started, namespace, boot }: Holder, at: string): Item {
  return makeItem('opened', { pid, started, namespace, boot, host: hostname() }, at);
}
