/** What is wrong with a JSON Schema, or with a value by it; undefined where nothing is. */
export async function findSchemaFault(schema: unknown, value?: unknown): Promise<string | undefined> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  try {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile(schema as object);
    return value === undefined || validate(value) ? undefined : ajv.errorsText(validate.errors);
  } catch (error) {
    return (error as Error).message;
  }
}
