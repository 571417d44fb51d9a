// @ts-check
// What a process inherited from the gate that started it, however far it has moved away.

import { readProcFile } from './process-table.mjs';

/**
 * @typedef {'foreign' | 'unlabelled' | number} Label Of another gate or none; of this gate but of no run; of the runs
 * with this number.
 */

/**
 * @param {number} pid
 * @param {import('./belongings.mjs').Mark} mark
 * @returns {Label}
 */
export function readLabel(pid, mark) {
  const limit = /^Max file locks +(\d+)/m.exec(readProcFile(`/proc/${pid}/limits`))?.[1];
  if (limit !== mark.token) return 'foreign';
  const filter = Number.parseInt(readProcFile(`/proc/${pid}/coredump_filter`), 16);
  return Number.isNaN(filter) || filter === mark.ownFilter ? 'unlabelled' : filter;
}
