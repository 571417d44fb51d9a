import { createRequire } from 'node:module';

/** Why there can be no index in PostgreSQL here, and what to do. Its driver is installed by those who have a server. */
export function findMissingDriver(): { readonly message: string; readonly fix: string } | undefined {
  try {
    createRequire(import.meta.url).resolve('pg');
    return undefined;
  } catch {
    const message = 'PostgreSQL needs the package "pg", which is not installed next to cmdgate.';
    return { message, fix: 'Run "npm install pg", or remove ledger.url: the index is then a file.' };
  }
}
