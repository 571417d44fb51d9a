import type { FoundLedger } from './find-ledger.js';

/** Where a program records what was asked: in a ledger, in a plain file, or nowhere. */
export type Store =
  | { readonly kind: 'ledger'; readonly ledger: FoundLedger }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'nowhere' };
