// Everything that the checks share with cmdgate. It is built into this package, so that neither needs the other to run.
export { quoteWords } from '../../../src/command-line/quote.js';
export { tokenize } from '../../../src/command-line/tokenize.js';
export { takesSignals } from '../../../src/machine/processes/process-identity.js';
export { readStat, startOf } from '../../../src/machine/processes/process-stat.js';
export { ServerProcess } from '../../../src/owner/mcp-validate/server-process.js';
export { type NamedServer, type Target, targetOf } from '../../../src/owner/mcp-validate/target.js';
export { acliErrorCodes } from '../../../src/vocabulary/error-codes.js';
