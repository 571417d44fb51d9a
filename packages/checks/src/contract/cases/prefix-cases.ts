import { type CaseName, type Cases, caseKinds, type FieldType } from './case-kinds.js';

/** The calls as they follow the executable: behind the words that come before its commands. */
export function prefixCases(cases: Cases, prefix: readonly string[]): Cases {
  const withPrefix = (value: unknown, type: FieldType | undefined): unknown => {
    if (type?.startsWith('words')) return [...prefix, ...(value as string[])];
    if (type !== 'calls') return value;
    return Object.fromEntries(
      Object.entries(value as Record<string, string[]>).map(([name, words]) => [name, [...prefix, ...words]]),
    );
  };
  return Object.fromEntries(
    Object.entries(cases).map(([name, given]) => {
      const fields: Readonly<Record<string, FieldType>> = caseKinds[name as CaseName].fields;
      return [
        name,
        Object.fromEntries(Object.entries(given).map(([field, value]) => [field, withPrefix(value, fields[field])])),
      ];
    }),
  ) as Cases;
}
