// The response envelope of CLI Agent Spec 1.6 as JSON Schema, typed as the specification types it. A warning may be
// an object as well as a text: requirements of the same specification ask for its code.

const text = { type: 'string', minLength: 1 } as const;
const milliseconds = { type: 'number', minimum: 0 } as const;

const errorDetail = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: text,
    message: text,
    detail: { type: 'string' },
    retryable: { type: 'boolean' },
    retry_after_ms: milliseconds,
    retry_strategy: { type: 'string' },
    /** The condition to correct, in words; never a boolean. */
    fix_required: text,
    fix_command: text,
    phase: { enum: ['validation', 'execution', 'cleanup'] },
    suggestion: { type: 'string' },
    redirect: {
      type: 'object',
      required: ['command', 'permanent'],
      properties: { command: text, permanent: { type: 'boolean' }, reason: { type: 'string' } },
    },
  },
} as const;

const meta = {
  type: 'object',
  required: ['duration_ms'],
  properties: {
    duration_ms: milliseconds,
    request_id: { type: 'string' },
    schema_version: { type: 'string', pattern: '^\\d+\\.\\d+$' },
    not_modified: { type: 'boolean' },
    truncated: { type: 'boolean' },
    cursor: { type: ['string', 'null'] },
  },
} as const;

const warning = {
  anyOf: [
    { type: 'string' },
    { type: 'object', required: ['code', 'message'], properties: { code: text, message: text } },
  ],
} as const;

export const envelopeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['ok', 'data', 'error', 'warnings', 'meta'],
  properties: {
    ok: { type: 'boolean' },
    data: { type: ['null', 'object', 'array'] },
    error: { anyOf: [{ type: 'null' }, errorDetail] },
    warnings: { type: 'array', items: warning },
    meta,
  },
} as const;
