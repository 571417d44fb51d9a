import { expect, test } from 'vitest';
import { requirements } from '../../packages/checks/src/contract/requirements.js';
import { expectFound, faultsOfAnswers, faultsOfWork } from './faults.js';

test.each(faultsOfAnswers)('an executable $fault does not keep $fails', expectFound, 300_000);

test('there is a fault for each requirement', () => {
  const found = new Set([...faultsOfAnswers, ...faultsOfWork].flatMap(({ fails }) => fails.split(' ')));
  expect(requirements.map(({ id }) => id.slice('REQ-'.length)).filter((id) => !found.has(id))).toEqual([]);
});
