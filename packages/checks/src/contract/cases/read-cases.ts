import { isObject, isText } from '../json.js';
import { locateWords } from '../locate-words.js';
import { type CaseName, type Cases, caseKinds, type FieldType } from './case-kinds.js';

/** One thing that is wrong, and where. */
export interface CaseProblem {
  readonly field: string;
  readonly message: string;
}

export type ReadCases = { readonly cases: Cases } | { readonly problems: readonly CaseProblem[] };

/** `directory` is where the file lies. All that is wrong is told at once. */
export function readCases(value: unknown, directory: string): ReadCases {
  if (!isObject(value)) return { problems: [{ field: '(the file)', message: 'must be an object, case by case' }] };
  const problems: CaseProblem[] = [];
  const cases: Record<string, Record<string, unknown>> = {};
  for (const [name, given] of Object.entries(value)) {
    if (name === '$schema') continue;
    if (isCaseName(name)) cases[name] = readCase(name, given);
    else
      problems.push({
        field: name,
        message: `is not a known case. The cases are ${Object.keys(caseKinds).join(', ')}`,
      });
  }
  return problems.length > 0 ? { problems } : { cases: cases as Cases };

  function readCase(name: CaseName, given: unknown): Record<string, unknown> {
    const fields: Readonly<Record<string, FieldType>> = caseKinds[name].fields;
    if (!isObject(given)) {
      problems.push({ field: name, message: `must be an object with ${Object.keys(fields).join(', ')}` });
      return {};
    }
    for (const field of Object.keys(given)) {
      if (!Object.hasOwn(fields, field)) problems.push({ field: `${name}.${field}`, message: 'is not a field of it' });
    }
    return Object.fromEntries(
      Object.entries(fields).map(([field, type]) => {
        const wrong = findFault(given[field], type);
        if (wrong !== undefined) problems.push({ field: `${name}.${field}`, message: wrong });
        return [field, type === 'program' && !wrong ? locateWords(given[field] as string[], directory) : given[field]];
      }),
    );
  }
}

const isCaseName = (name: string): name is CaseName => Object.hasOwn(caseKinds, name);

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

function findFault(value: unknown, type: FieldType): string | undefined {
  switch (type) {
    case 'words':
    case 'program':
    case 'texts':
      return areTexts(value) ? undefined : 'must be a list of texts';
    case 'wordsWithValue':
      return withPlaceholder(value, '{value}');
    case 'wordsWithUrl':
      return withPlaceholder(value, '{url}');
    case 'wordsWithFile':
      return withPlaceholder(value, '{file}');
    case 'calls':
      return isObject(value) && Object.values(value).every(areTexts) ? undefined : 'must be lists of texts by name';
    case 'text':
      return isText(value) ? undefined : 'must be a text';
    case 'number':
      return typeof value === 'number' && value >= 0 ? undefined : 'must be a number';
    default:
      return type satisfies never;
  }
}

function withPlaceholder(value: unknown, placeholder: string): string | undefined {
  const has = areTexts(value) && value.some((word) => word.includes(placeholder));
  return has ? undefined : `must be a list of texts with ${placeholder} in one of them`;
}
