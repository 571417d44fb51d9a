// Accounts, transactions and commodities, as the specification of exec has them in its examples.

import { entries, keep } from './book.mjs';

const looked = { 0: { description: 'Here it is', retryable: false, sideEffects: 'none' } };
const entered = { 0: { description: 'It is in the book', retryable: false, sideEffects: 'complete' } };
const requiredScopes = [];

const name = { name: '--name', type: 'string', required: true, path: false, description: 'The name' };

export const account = {
  description: 'Accounts',
  subcommands: {
    create: {
      description: 'Open an account',
      danger: 'mutating',
      exitCodes: entered,
      requiredScopes,
      arguments: [name, { name: '--open-date', type: 'datetime', description: 'The first day' }],
      dryRun: ({ name: account }) => ({ effect: 'would_create', would_affect: [account] }),
      handler: ({ name: account, 'open-date': openDate }) =>
        keep('account', 'acct', { name: account, open_date: openDate ?? null }),
    },
    list: {
      description: 'The accounts',
      danger: 'safe',
      exitCodes: looked,
      requiredScopes,
      handler: () => entries().filter(({ kind }) => kind === 'account'),
    },
    close: {
      description: 'Close an account for good',
      danger: 'destructive',
      exitCodes: entered,
      requiredScopes,
      arguments: [{ name: '--id', type: 'string', required: true, description: 'Which' }],
      dryRun: ({ id }) => ({ effect: 'would_delete', would_affect: [id] }),
      handler: ({ id }) => ({ ...keep('closing', 'cls', { account: id }), effect: 'deleted' }),
    },
  },
};

export const transaction = {
  description: 'Transactions',
  subcommands: {
    add: {
      description: 'Enter a transaction',
      danger: 'mutating',
      exitCodes: entered,
      requiredScopes,
      arguments: [
        { name: '--date', type: 'datetime', required: true, description: 'The day' },
        { name: '--narration', type: 'string', required: true, path: false, description: 'What it was' },
        { name: '--draft', type: 'flag', description: 'Not yet final' },
        { name: '--account', type: 'string', description: 'The id of the account' },
        { name: '--tags', type: 'array', description: 'Tags' },
        { name: '--amount', type: 'number', description: 'How much' },
      ],
      handler: (fields) => keep('transaction', 'txn', fields),
    },
  },
};

export const commodity = {
  description: 'Commodities',
  subcommands: {
    create: {
      description: 'Name a currency',
      danger: 'mutating',
      exitCodes: entered,
      requiredScopes,
      arguments: [
        {
          name: '--currency',
          type: 'string',
          required: true,
          description: 'Its code',
          validate: (code) => /^[A-Z]{3,4}$/.test(code) || 'has an invalid currency format',
        },
        { ...name, required: false },
      ],
      handler: (fields) => keep('commodity', 'cmdty', fields),
    },
  },
};
