// Dates are ISO 8601 text, in UTC where they do not say otherwise.

/** Without fractions of a second: 2026-02-02T10:00:00Z. */
export const toIso = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;

/** Today's date, as the clock says at this moment. */
export const today = () => toIso(new Date()).slice(0, 10);

/** The moment that a date means; a day without a time is its first moment. */
export function startOf(text: string): Date {
  const complete = text.length === 10 || /(Z|[+-]\d\d:\d\d)$/.test(text);
  return new Date(complete ? text : `${text}Z`);
}

/** The same for the end of a period: a day without a time means all of it. */
export const endOf = (text: string) => startOf(text.length === 10 ? `${text}T23:59:59.999Z` : text);
