import { resolve } from 'node:path';
import { type PathScope, resolveInside } from '../../policy/path-scope.js';
import { isArray, isObject, setOwn, type Value, type ValueObject } from '../../tool-form/value.js';
import type { Parameter } from '../../vocabulary/command.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import type { InputParameters, PathRule } from './input-parameters.js';

export interface ResolvedPaths {
  readonly input: ValueObject;
  readonly problems: readonly Problem[];
}

/**
 * The input with every declared path made absolute: the program may start in another directory than the caller's, and
 * what was checked must be what is opened. An absolute path cannot be taken for a flag either.
 */
export function resolvePaths(
  input: ValueObject,
  { pathPlaces, parameters }: InputParameters,
  scope: PathScope,
  paths: PathRule,
): ResolvedPaths {
  const problems: Problem[] = [];
  let resolved: Value = input;
  let left = mostPaths;
  for (const place of pathPlaces) {
    resolved = mapPlace(resolved, place, (path) => {
      if (--left < 0) return path;
      if (paths === 'any') return resolve(scope.directory, path);
      const result = resolveInside(path, scope);
      if ('path' in result) return result.path;
      problems.push(blocked(parameters, place, path, result.reason));
      return path;
    });
  }
  if (left < 0) problems.unshift(tooMany);
  return { input: resolved as ValueObject, problems };
}

/** Each is followed through the file system, while everybody else waits. */
const mostPaths = 10_000;

const tooMany: Problem = {
  code: 'LIMIT_EXCEEDED',
  field: 'input',
  message: `The input has more than ${mostPaths} paths`,
  hint: 'Pass fewer paths at once',
};

/** A copy in which the texts at one place are others. */
function mapPlace(value: Value, [step, ...rest]: readonly string[], change: (text: string) => string): Value {
  if (step === undefined) return mapTexts(value, change);
  if (isArray(value)) return step === '*' ? value.map((item) => mapPlace(item, rest, change)) : value;
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  const copy: Record<string, Value> = { ...value };
  setOwn(copy, step, mapPlace(value[step] as Value, rest, change));
  return copy;
}

/** A schema without a type lets a list or an object stand where a path is meant: then every text in it is one. */
function mapTexts(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value);
  if (isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  const copy: Record<string, Value> = {};
  for (const [name, item] of Object.entries(value)) setOwn(copy, name, mapTexts(item, change));
  return copy;
}

function blocked(parameters: readonly Parameter[], [name]: readonly string[], path: string, reason: string): Problem {
  const parameter = parameters.find(({ key }) => key === name);
  const label = parameter?.label ?? String(name);
  return {
    code: 'PATH_TRAVERSAL_BLOCKED',
    field: label,
    message: `The ${label} argument ${reason}`,
    ...(parameter?.secret === false && { value: path }),
    hint: 'Use a relative path inside the workspace, without ".." (e.g., reports/summary.txt)',
  };
}
