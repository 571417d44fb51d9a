// The manifest of CLI Agent Spec 1.6 as JSON Schema: the closed shape, which `--schema-version 1` answers.

const exitCodeEntry = {
  type: 'object',
  additionalProperties: false,
  required: ['description', 'retryable', 'side_effects'],
  properties: {
    name: { type: 'string', minLength: 1 },
    description: { type: 'string', minLength: 1, maxLength: 120 },
    retryable: { type: 'boolean' },
    side_effects: { enum: ['none', 'partial', 'complete'] },
  },
  // Only what has done nothing may be done again.
  if: { properties: { retryable: { const: true } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { side_effects: { const: 'none' } } },
} as const;

const flagEntry = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'required', 'description'],
  properties: {
    type: { enum: ['string', 'integer', 'number', 'boolean', 'array', 'enum'] },
    required: { type: 'boolean' },
    description: { type: 'string' },
    default: {},
    enum_values: { type: 'array', items: { type: 'string' } },
    short: { type: 'string' },
  },
} as const;

const commandEntry = {
  type: 'object',
  additionalProperties: false,
  required: ['description', 'danger_level', 'flags', 'exit_codes'],
  properties: {
    description: { type: 'string', minLength: 1 },
    danger_level: { enum: ['safe', 'mutating', 'destructive'] },
    flags: { type: 'object', additionalProperties: flagEntry },
    exit_codes: {
      type: 'object',
      required: ['0'],
      propertyNames: { pattern: '^(?:[0-9]|[1-9][0-9]|1[01][0-9]|12[0-5])$' },
      additionalProperties: exitCodeEntry,
    },
    aliases: { type: 'array', items: { type: 'string' } },
    output_schema: { type: 'object' },
    output_formats: { type: 'array', items: { type: 'string' } },
    examples: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['description', 'command'],
        properties: { description: { type: 'string', minLength: 1 }, command: { type: 'string', minLength: 1 } },
      },
    },
    subcommands: { type: 'array', items: { type: 'string' } },
  },
} as const;

export const manifestSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['schema_version', 'framework_version', 'etag', 'commands'],
  properties: {
    schema_version: { type: 'string' },
    framework_version: { type: 'string' },
    etag: { type: 'string', minLength: 1 },
    commands: {
      type: 'object',
      propertyNames: { pattern: '^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)*$' },
      additionalProperties: commandEntry,
    },
  },
} as const;
