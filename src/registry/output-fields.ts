import type { JsonSchema } from '../vocabulary/command.js';

export interface OutputField {
  readonly name: string;
  /** Empty where the schema has none. */
  readonly type: string;
  readonly description: string;
}

/** The properties of what comes out. An output schema is only shown, so that nothing in it has to be right. */
export function outputFields(schema: JsonSchema | undefined): readonly OutputField[] {
  const properties = schema?.properties;
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).map(([name, field]) => {
    const { type, description } = (field ?? {}) as JsonSchema;
    return { name, type: typeText(type), description: typeof description === 'string' ? description : '' };
  });
}

export function typeText(type: unknown): string {
  return [type]
    .flat()
    .filter((one) => typeof one === 'string')
    .join('|');
}
