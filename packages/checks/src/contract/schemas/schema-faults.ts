import { createRequire } from 'node:module';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';

const compiled = new Map<object, ValidateFunction>();
let validator: Ajv2020 | undefined;

/** What is wrong with a value by one of the schemas of this folder, each with its place. */
export function schemaFaults(schema: object, value: unknown): readonly string[] {
  const validate = compiled.get(schema) ?? compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = 'is not valid', params }) => {
    const { additionalProperty: extra } = params as { readonly additionalProperty?: string };
    return `${instancePath || '(the whole)'} ${message}${extra === undefined ? '' : `: ${extra}`}`;
  });
}

function compile(schema: object): ValidateFunction {
  const load = createRequire(import.meta.url);
  const module = load('ajv/dist/2020.js') as { readonly Ajv2020: new (options: object) => Ajv2020 };
  validator ??= new module.Ajv2020({ allErrors: true, strict: false, logger: false });
  const validate = validator.compile(schema);
  compiled.set(schema, validate);
  return validate;
}
