import type { FoundLedger } from './find-ledger.js';

/** Where a program records what was asked: in a ledger, with a copy for other tools where it wants one, or nowhere. */
export type Store =
  | { readonly kind: 'ledger'; readonly ledger: FoundLedger; readonly copy: string | undefined }
  | { readonly kind: 'nowhere' };
