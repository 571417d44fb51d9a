// What an MCP server offers against what it should offer. Pure: both sides are given.

/** One difference, in words that say on which side it is. */
export interface Drift {
  readonly what: 'tool' | 'command' | 'version';
  readonly name: string;
  readonly difference: 'missing' | 'unexpected' | 'changed';
}

export interface Offer {
  /** By name: everything that tools/list says about the tool. */
  readonly tools: Readonly<Record<string, unknown>>;
  /** By dot path: everything that the manifest says about the command. */
  readonly commands: Readonly<Record<string, unknown>>;
  readonly version: string;
}

export function findDrift(expected: Offer, offered: Offer): readonly Drift[] {
  const version: Drift = { what: 'version', name: offered.version, difference: 'changed' };
  return [
    ...compare('tool', expected.tools, offered.tools),
    ...compare('command', expected.commands, offered.commands),
    ...(expected.version === offered.version ? [] : [version]),
  ];
}

function compare(what: Drift['what'], expected: Offer['tools'], offered: Offer['tools']): readonly Drift[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(offered)])].sort();
  return names.flatMap((name) => {
    const difference = differenceOf(expected, offered, name);
    return difference ? [{ what, name, difference }] : [];
  });
}

function differenceOf(
  expected: Offer['tools'],
  offered: Offer['tools'],
  name: string,
): Drift['difference'] | undefined {
  if (!Object.hasOwn(offered, name)) return 'missing';
  if (!Object.hasOwn(expected, name)) return 'unexpected';
  return sorted(expected[name]) === sorted(offered[name]) ? undefined : 'changed';
}

/** The order of an object's keys means nothing. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}
