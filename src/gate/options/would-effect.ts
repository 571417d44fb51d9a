// What a dry run answers says that nothing was done, also where the handler of the real run made the answer.

const wouldHave: Readonly<Record<string, string>> = {
  created: 'would_create',
  updated: 'would_update',
  deleted: 'would_delete',
  noop: 'would_noop',
};

export function asDryRun(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { effect } = value as { effect?: unknown };
  if (effect === undefined) return { effect: 'would_run', ...value };
  const would = typeof effect === 'string' && Object.hasOwn(wouldHave, effect) ? wouldHave[effect] : undefined;
  return would === undefined ? value : { ...value, effect: would };
}
