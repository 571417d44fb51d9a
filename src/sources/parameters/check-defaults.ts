import type { KeyPath } from '../../documents/document.js';
import { isObject } from '../../shape/kind-of.js';
import { below } from '../../tool-form/json-pointer.js';
import type { JsonSchema } from '../../vocabulary/command.js';
import { fieldOf } from './check-fields.js';
import type { DefinitionReport } from './definition-report.js';
import { compileLater } from './json-schema.js';

/** A default that its own schema refuses would make every call fail that leaves the option out. */
export function checkDefaults(schema: JsonSchema, base: KeyPath, report: DefinitionReport): void {
  const validate = compileLater(schema);
  const properties = fieldOf(schema, 'properties');
  for (const [name, property] of isObject(properties) ? Object.entries(properties) : []) {
    if (!isObject(property) || !Object.hasOwn(property, 'default')) continue;
    const pointer = below('', name);
    const refused = validate({ [name]: property.default }).some(
      ({ instancePath }) => instancePath === pointer || instancePath.startsWith(`${pointer}/`),
    );
    if (!refused) continue;
    const path = [...base, 'properties', name, 'default'];
    report.error(path, 'The default does not match its own schema.', 'Use a default that the schema accepts, or none.');
  }
}
