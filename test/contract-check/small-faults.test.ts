import { test } from 'vitest';
import { expectFound, smallFaults } from './faults.js';

test.each(smallFaults)('an executable $fault does not keep $fails', expectFound, 300_000);
