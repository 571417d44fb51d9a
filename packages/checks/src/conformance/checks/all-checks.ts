import type { Check } from '../check.js';
import { discoveryChecks } from './discovery.js';
import { parserChecks } from './parser.js';
import { responseChecks } from './response.js';
import { securityChecks } from './security.js';

/** Every check, in the order in which they run. */
export const allChecks: readonly Check[] = [...parserChecks, ...securityChecks, ...discoveryChecks, ...responseChecks];
