#!/usr/bin/env node
import { runCli } from 'cmdgate';
import { account, commodity, transaction } from './commands.mjs';

await runCli({
  name: 'ledger',
  version: '1.0.0',
  description: 'A small book of accounts',
  commands: { account, transaction, commodity },
  strict: true,
});
