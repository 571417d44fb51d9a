// Bytes → lines, one at a time: the next line is read when somebody asks for it, and no line costs more than the limit.

export type InputLine =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-long'; readonly limitBytes: number }
  | { readonly kind: 'not-utf8' };

const newline = 0x0a;

/** The lines of a stream, with or without a newline at its end. A line that cannot be a text is told, not lost. */
export async function* readLines(
  input: AsyncIterable<Uint8Array | string>,
  limitBytes: number,
): AsyncGenerator<InputLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let first = true;

  const take = (): InputLine => {
    const line = size > limitBytes ? ({ kind: 'too-long', limitBytes } as const) : decode(Buffer.concat(parts), first);
    parts = [];
    size = 0;
    first = false;
    return line;
  };
  const keep = (part: Uint8Array) => {
    size += part.length;
    if (size <= limitBytes) parts.push(part);
    else parts = [];
  };

  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      keep(bytes.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < bytes.length) keep(bytes.subarray(start));
  }
  if (size > 0) yield take();
}

function decode(bytes: Uint8Array, first: boolean): InputLine {
  try {
    // A byte order mark is no part of the first line; anywhere else it is text like any other.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: !first }).decode(bytes);
    return { kind: 'text', text: text.endsWith('\r') ? text.slice(0, -1) : text };
  } catch {
    return { kind: 'not-utf8' };
  }
}
