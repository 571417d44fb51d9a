import type { TextEncoding } from '../../../../vocabulary/program.js';
import { decode } from '../decode.js';
import { nextLineEnd } from '../lines.js';
import type { OutputView } from '../output-view.js';

const pieceBytes = 256 * 1024;

export interface TextLine {
  /** Without its line end; `undefined` where it is longer than what may be held at once. */
  readonly text: string | undefined;
  /** Counted from 1; unknown behind a part that was not kept. */
  readonly line: number | undefined;
  /** Where it begins, and how long it is with its end. */
  readonly from: number;
  readonly bytes: number;
  readonly valid: boolean;
  /** Whether its end is there: not before a gap, nor while the program may go on with it. */
  readonly complete: boolean;
}

/** The lines of one unbroken stretch from here on. */
export async function* readLines(
  view: OutputView,
  from: number,
  line: number | undefined,
  mostLineBytes: number,
  encoding: TextEncoding,
): AsyncGenerator<TextLine> {
  const to = view.stretchEnd(from);
  let number = line;
  let parts: Buffer[] = [];
  let held = 0;
  let lineFrom = from;
  const take = (complete: boolean): TextLine => {
    const { text, valid } =
      held > mostLineBytes ? { text: undefined, valid: true } : decode(Buffer.concat(parts), encoding);
    const taken = { text: text?.replace(/\r?\n$/, ''), line: number, from: lineFrom, bytes: held, valid, complete };
    lineFrom += held;
    parts = [];
    held = 0;
    if (number !== undefined) number++;
    return taken;
  };
  const hold = (bytes: Buffer) => {
    held += bytes.length;
    if (held > mostLineBytes) parts = [];
    else parts.push(bytes);
  };
  let at = from;
  while (at < to) {
    const bytes = await view.read(at, Math.min(at + pieceBytes, to));
    if (bytes.length === 0) return;
    at += bytes.length;
    let begin = 0;
    for (let end = nextLineEnd(bytes, 0, encoding); end !== undefined; end = nextLineEnd(bytes, begin, encoding)) {
      hold(bytes.subarray(begin, end));
      begin = end;
      yield take(true);
    }
    if (begin < bytes.length) hold(bytes.subarray(begin));
  }
  if (held > 0) yield take(to === view.totalBytes && !view.isOpen);
}
