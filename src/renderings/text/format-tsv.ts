// Data as lines of fields with tabs between them, for `cut`, `awk` and spreadsheets.

type Row = Readonly<Record<string, unknown>>;

/** A list of objects is a table with a head; an object is a list of its fields; anything else one field a line. */
export function formatTsv(data: unknown): readonly string[] {
  if (Array.isArray(data)) return data.length > 0 && data.every(isRow) ? table(data) : data.map(field);
  if (isRow(data)) return Object.entries(data).map(([name, value]) => `${field(name)}\t${field(value)}`);
  return data === null || data === undefined ? [] : [field(data)];
}

function table(rows: readonly Row[]): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [names.map(field).join('\t'), ...rows.map((row) => names.map((name) => field(row[name])).join('\t'))];
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** What is no scalar stands as JSON; a tab or a line end would be read as another field or line. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}
