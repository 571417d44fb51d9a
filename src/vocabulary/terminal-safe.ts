// What commands answer is data: on a terminal it must not move the cursor, retitle the window, hide
// text or write into the clipboard.

// Controls (newline and tab excepted), lone surrogates, and what reorders or hides text: line and paragraph
// separators, bidirectional embeddings, overrides and isolates, invisible operators, annotations, tags.
// Joiners and direction marks stay: real languages and emoji are written with them.
const unsafe =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** Makes everything visible that could steer a terminal; only newlines and tabs pass as they are. */
export function terminalSafe(text: string): string {
  return text.replace(unsafe, visible);
}

/** The same for one line of a layout: newlines and tabs become visible too. */
export function terminalSafeLine(text: string): string {
  return terminalSafe(text).replace(/[\n\t]/g, visible);
}

/** JSON text that means the same and cannot steer a terminal either. */
export function terminalSafeJson(json: string): string {
  return json.replace(unsafe, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function visible(character: string): string {
  const name = named[character];
  if (name !== undefined) return name;
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code <= 0xffff ? escapeUnit(code) : `\\u{${code.toString(16)}}`;
}
