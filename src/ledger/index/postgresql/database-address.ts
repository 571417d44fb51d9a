// Where the database is. What is shown of it never has the password in it.

import { GateError } from '../../../vocabulary/gate-error.js';

export interface DatabaseAddress {
  readonly url: string;
  /** For whoever has to find it. */
  readonly shown: string;
}

/** A password with an "@", "/", "?" or "#" in it would be taken for something that may be shown. */
const address = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?(?<host>[^@/?#]*)\/(?<database>[^@/?#]+)(?:\?[^@#]*)?$/;

/** Throws a GateError where the text is no address of a PostgreSQL database. */
export function readAddress(url: string): DatabaseAddress {
  const { host, database } = address.exec(url)?.groups ?? {};
  if (host !== undefined) return { url, shown: `${host || 'localhost'}/${database}` };
  throw new GateError('UNAVAILABLE', 'The url of the ledger is not the address of a PostgreSQL database', {
    hint: 'The owner must write it like postgres://user:password@host:5432/database, with %40 for an "@" in the password, and %2F, %3F and %23 for "/", "?" and "#"',
  });
}
