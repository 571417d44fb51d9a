import { DefinitionReport } from '../../parameters/definition-report.js';
import type { InputParameters, PathRule } from '../../parameters/input-parameters.js';
import { readParameters } from '../../parameters/read-parameters.js';

/** The inputs of a schema that was read before: whoever read it then has told what is wrong with it. */
export function readInputs(schema: unknown, paths: PathRule): InputParameters {
  const document = { value: schema, problems: [], locate: () => undefined };
  return readParameters(schema, [], paths, new DefinitionReport('', document, []));
}
