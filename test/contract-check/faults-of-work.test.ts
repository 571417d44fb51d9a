import { test } from 'vitest';
import { expectFound, faultsOfWork } from './faults.js';

test.each(faultsOfWork)('an executable $fault does not keep $fails', expectFound, 300_000);
