import { strictEqual } from 'node:assert';
import { total } from '../src/total.mjs';

strictEqual(total([]), 0, 'the total of nothing is 0');
strictEqual(total([1, 2, 3]), 6, 'the total of 1, 2 and 3 is 6');
console.log('2 tests passed');
