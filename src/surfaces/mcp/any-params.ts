import type { StandardSchemaV1 } from '@modelcontextprotocol/server';

/** Whoever uses it looks at everything itself: the SDK answers wrong parameters with what its validator printed. */
export const anyParams: StandardSchemaV1<unknown, Readonly<Record<string, unknown>>> = {
  '~standard': { version: 1, vendor: 'cmdgate', validate: (value) => ({ value: value as Record<string, unknown> }) },
};
