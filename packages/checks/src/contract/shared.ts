import type { CheckContext } from './check.js';

/** What several checks look at is asked for once for each executable, when the first of them needs it. */
export function shared<Value>(make: (context: CheckContext) => Promise<Value>): typeof make {
  const made = new WeakMap<CheckContext, Promise<Value>>();
  return (context) => {
    const value = made.get(context) ?? make(context);
    made.set(context, value);
    return value;
  };
}
