import type { JsonSchema, Parameter } from '../../vocabulary/command.js';

/** Where paths and working directories may lead. */
export type PathRule = 'workspace' | 'any';

/** The parameters of a definition: as options, and as the schema that the whole input must keep to. */
export interface InputParameters {
  readonly schema: JsonSchema;
  readonly parameters: readonly Parameter[];
  /** Where in the input paths stand: names of properties, and `*` for every element of an array. */
  readonly pathPlaces: readonly (readonly string[])[];
}
