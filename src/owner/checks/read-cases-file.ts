// The file behind `contract check --cases`.
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { GateError, type Problem } from '../../vocabulary/gate-error.js';
import type { Checks } from './load-checks.js';

type Cases = NonNullable<Parameters<Checks['checkContract']>[0]['cases']>;

const hint = 'Fix the file; docs/contract.md lists the cases and their fields';

export async function readCasesFile(path: string, readCases: Checks['readCases']): Promise<Cases | GateError> {
  const value = await readJson(path);
  if (value instanceof Error) {
    return refuse(`The cases cannot be read: ${value.message}`, [{ code: 'INVALID_VALUE', message: value.message }]);
  }
  const read = readCases(value, dirname(path));
  if ('cases' in read) return read.cases;
  const details = read.problems.map(({ field, message }) => ({ code: 'INVALID_VALUE', field, message }));
  const list = details.map(({ field, message }) => `${field} ${message}`).join('; ');
  return refuse(`The cases in ${path} have problems: ${list}`, details);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    return error as Error;
  }
}

function refuse(message: string, details: readonly Problem[]): GateError {
  return new GateError('VALIDATION_ERROR', message, { hint, details });
}
