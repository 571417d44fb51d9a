import type { MaskedCredential } from '../../../../vocabulary/sandbox.js';

type Variables = Readonly<Record<string, string>>;

/** Where there is no proxy that could put them in, a program gets nothing in their place. */
export function withoutCredentials(
  variables: Variables,
  credentials: Readonly<Record<string, MaskedCredential>>,
): Variables {
  const secrets = Object.values(credentials).map(({ value }) => value.reveal());
  if (secrets.length === 0) return variables;
  const isHarmless = ([name, value]: readonly [string, string]) =>
    !Object.hasOwn(credentials, name) && !secrets.some((secret) => value.includes(secret));
  return Object.fromEntries(Object.entries(variables).filter(isHarmless));
}
