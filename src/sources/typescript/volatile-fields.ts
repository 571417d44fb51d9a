import type { JsonSchema } from '../../vocabulary/command.js';

/** What tells about the call and not about the thing: it differs each time, though nothing has changed. */
const ofTheCall = new Set(
  (
    'timestamp now currenttime servertime generatedat fetchedat retrievedat queriedat requestedat respondedat ' +
    'duration durationms durationseconds elapsed elapsedms elapsedtime took tookms latencyms executiontime ' +
    'random nonce requestid traceid correlationid'
  ).split(' '),
);

/** Of the answer itself. What stands in items of a list belongs to them: a line of a log has its moment. */
export function volatileFields(outputSchema: JsonSchema): readonly string[] {
  const { properties } = outputSchema;
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.keys(properties).filter((name) => ofTheCall.has(name.replace(/[_-]/g, '').toLowerCase()));
}

/** What its author should know: two equal answers are recognised by their data. */
export function warnOfVolatile(path: readonly string[], fields: readonly string[]): string {
  const names = fields.map((name) => `"${name}"`).join(', ');
  return (
    `'${path.join(' ')}' returns ${names}, which would differ in each call. ` +
    'Remove it: meta has the time, the duration and the ids of a call.'
  );
}
