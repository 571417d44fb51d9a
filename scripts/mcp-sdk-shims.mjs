// Built in instead of the file of this name in the MCP SDK. That one brings a second validator of JSON Schema, which our
// server never uses: it is given one.
export { default as process } from 'node:process';
export const DefaultJsonSchemaValidator = undefined;
