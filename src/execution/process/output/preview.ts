// What an answer shows of a stream: all of it, or its head and tail with a line between them.

import type { StreamText, TextEncoding } from '../../../vocabulary/program.js';
import { withoutTerminalSequences } from '../../../vocabulary/terminal-sequences.js';
import { type Decoded, decode } from './decode.js';
import { countEndsIn, countLineEnds, nextLineEnd, previousLineEnd } from './lines.js';
import type { OutputView } from './output-view.js';
import { strayBytes, unfinishedBytes } from './whole-characters.js';

/** The head tells what was begun, the tail how it ended: the tail is worth more. */
const headShare = 1 / 4;

/** A line end is near when the way to it costs at most so much of a part. */
const nearShare = 1 / 4;

/** The whole stream as text. */
export function wholeText(bytes: Buffer, encoding: TextEncoding): StreamText {
  return { ...decodeToShow(bytes, encoding), totalBytes: bytes.length, omittedBytes: 0 };
}

/** Colours and cursor movements stay in what is kept, and are not shown. */
function decodeToShow(bytes: Buffer, encoding: TextEncoding): Decoded {
  const decoded = decode(bytes, encoding);
  if (encoding === 'base64' || encoding === 'hex') return decoded;
  return { ...decoded, text: withoutTerminalSequences(decoded.text) };
}

/** Where what is left out begins. The line is known where it begins with one, and nothing of it is lost. */
export interface GapStart {
  readonly byte: number;
  readonly line: number | undefined;
}

/** Shows at most so many bytes of the stream. `howToRead` names the way to the rest, where it is kept. */
export async function preview(
  view: OutputView,
  encoding: TextEncoding,
  limitBytes: number,
  howToRead: (from: GapStart) => string,
): Promise<StreamText> {
  const { totalBytes } = view;
  if (view.isWhole && totalBytes <= limitBytes) {
    const all = await view.read(0, totalBytes);
    if (all.length === totalBytes) return wholeText(all, encoding);
  }
  const tailLength = Math.min(totalBytes - view.endFrom, limitBytes - Math.floor(limitBytes * headShare));
  const headLength = Math.min(view.storedBytes, limitBytes - tailLength, totalBytes - tailLength);
  const head = endNicely(await view.read(0, headLength), encoding);
  const tailFrom = totalBytes - tailLength;
  const tail = beginNicely(await view.read(tailFrom, totalBytes), encoding, tailFrom);

  const omittedBytes = totalBytes - head.length - tail.length;
  const lostBytes = totalBytes - view.keptBytes;
  const lost = lostBytes > 0 ? `, ${lostBytes} of them not kept` : '';
  const lines = lostBytes === 0 ? await linesIn(view, head.length, totalBytes - tail.length, encoding) : undefined;
  const start = { byte: head.length, line: lines === undefined ? undefined : lineAfter(head, encoding) };
  const rest = head.length < view.storedBytes ? `: ${howToRead(start)}` : '';
  const decodedHead = decodeToShow(head, encoding);
  const decodedTail = decodeToShow(tail, encoding);
  const counted = lines ? `${omittedBytes} bytes, ${lines} ${lines === 1 ? 'line' : 'lines'}` : `${omittedBytes} bytes`;
  const gap = `[… ${counted} left out${lost}${rest} …]\n`;
  const lineBreak = decodedHead.text === '' || decodedHead.text.endsWith('\n') ? '' : '\n';
  return {
    text: decodedHead.text + lineBreak + gap + decodedTail.text,
    totalBytes,
    omittedBytes,
    valid: decodedHead.valid && decodedTail.valid,
  };
}

/** Bytes that are shown as something else than text have no lines. */
async function linesIn(
  view: OutputView,
  from: number,
  to: number,
  encoding: TextEncoding,
): Promise<number | undefined> {
  return encoding === 'base64' || encoding === 'hex' ? undefined : await countLineEnds(view, from, to, encoding);
}

/** The number of the line that begins behind these; `undefined` where one goes on there. */
function lineAfter(head: Buffer, encoding: TextEncoding): number | undefined {
  const isAtBegin = head.length === 0 || previousLineEnd(head, head.length, encoding) === head.length;
  return isAtBegin ? countEndsIn(head, encoding) + 1 : undefined;
}

function endNicely(bytes: Buffer, encoding: TextEncoding): Buffer {
  const lineEnd = previousLineEnd(bytes, bytes.length, encoding) ?? 0;
  if (lineEnd > 0 && bytes.length - lineEnd <= bytes.length * nearShare) return bytes.subarray(0, lineEnd);
  return bytes.subarray(0, bytes.length - unfinishedBytes(bytes, encoding));
}

function beginNicely(bytes: Buffer, encoding: TextEncoding, offset: number): Buffer {
  const whole = bytes.subarray(strayBytes(bytes, encoding, offset));
  const lineEnd = nextLineEnd(whole, 0, encoding);
  // Not when nothing would be left.
  if (lineEnd !== undefined && lineEnd < whole.length && lineEnd <= whole.length * nearShare) {
    return whole.subarray(lineEnd);
  }
  return whole;
}
