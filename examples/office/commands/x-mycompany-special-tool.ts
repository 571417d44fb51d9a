// A command of your own, beside the standard ones: it echoes its arguments, one of every type.

import { defineCommand } from 'cmdgate';
import { looked } from '../exit-codes.js';

export default defineCommand({
  name: 'x-mycompany-special-tool',
  description: 'Show how every type of argument is read',
  danger: 'safe',
  exitCodes: looked,
  requiredScopes: [],
  examples: ['x-mycompany-special-tool --option value', 'x-mycompany-special-tool --count -5 --tags a,b,c --loud'],
  arguments: [
    { name: '--option', type: 'string', description: 'Any text' },
    { name: '--count', type: 'integer', description: 'A whole number' },
    { name: '--ratio', type: 'number', description: 'A number' },
    { name: '--enabled', type: 'boolean', description: 'true or false' },
    { name: '--loud', type: 'flag', description: 'Present or not' },
    { name: '--when', type: 'datetime', description: 'A date, or a date and a time' },
    { name: '--tags', type: 'array', description: 'Values separated by commas' },
  ],
  outputSchema: { type: 'object' },
  handler: (args) => args,
});
