import type { PageWanted } from '../../vocabulary/context.js';
import { defaultListLimit } from '../../vocabulary/contract.js';
import type { ReadyRun } from '../run/run.js';
import { readCursor } from './cursor.js';

/** The page that a request asks for, for a command that makes its pages itself. */
export function pageWanted({ given: { standard, list } }: ReadyRun): PageWanted {
  const { limit = defaultListLimit, cursor } = standard ?? {};
  const place = cursor === undefined ? undefined : readCursor(cursor, list ?? '');
  return { limit, cursor: place && 'own' in place ? place.own : undefined };
}
