export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The value as JSON, cut to a length that fits a report. Never throws. */
export function brief(value: unknown, length = 240): string {
  let text: string;
  try {
    text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  } catch {
    text = `(a value that is not JSON: ${typeof value})`;
  }
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
}
