// The gate's side of a conductor: what a line wants done becomes orders, and what is told becomes answers.

import { constants } from 'node:os';
import type { Duplex } from 'node:stream';
import type { LineFileMode, LineHands, PartEnd, StartedPart, Stream } from '../../../vocabulary/line.js';
import {
  type NewsItem,
  NewsReader,
  news,
  notExecuted,
  notMade,
  openFlags,
  orders,
  writeOrder,
} from './conductor-messages.js';

/** What a command in `$(…)` may print: more cannot be an argument. */
const mostCaptured = 1_000_000;

/** Of the conductor's places for streams; the first three are the line's own. */
const firstPlace = 3;
const places = 256;

/** The line ended, or was ended, while something was wanted from it. */
export class LineGone extends Error {}

export class Conductor implements LineHands {
  readonly #channel: Duplex;
  readonly #reader = new NewsReader();
  readonly #free = Array.from({ length: places - firstPlace }, (_, index) => places - 1 - index);
  readonly #parts = new Map<number, Waiting<PartEnd>>();
  readonly #opened = new Map<Stream, Waiting<{ stream: Stream } | { failure: string }>>();
  readonly #captured = new Map<number, Captured>();
  readonly #lines = new Map<number, Waiting<{ line: string; isWhole: boolean }>>();
  #orders: Buffer[] = [];
  #started = 0;
  #isGone = false;

  constructor(channel: Duplex) {
    this.#channel = channel;
    channel.on('data', (bytes: Buffer) => {
      for (const item of this.#reader.read(bytes)) this.#hear(item);
    });
    channel.on('error', () => this.#end()).on('close', () => this.#end());
  }

  pipe(): readonly [read: Stream, write: Stream] {
    const ends = [this.#take(), this.#take()] as const;
    this.#order(orders.pipe, ...ends);
    return ends;
  }

  capture() {
    const stream = this.#take();
    const captured = new Captured();
    // By a name of its own: its place may be another stream's before all of it was read.
    const id = ++this.#started;
    this.#captured.set(id, captured);
    this.#order(orders.capture, stream, id);
    return { stream, text: captured.promise };
  }

  open(path: string, mode: LineFileMode): Promise<{ readonly stream: Stream } | { readonly failure: string }> {
    const stream = this.#take();
    const waiting = new Waiting<{ stream: Stream } | { failure: string }>();
    this.#opened.set(stream, waiting);
    this.#order(orders.open, stream, openFlags[mode], path);
    return waiting.promise;
  }

  hold(text: string): Stream {
    const stream = this.#take();
    this.#order(orders.hold, stream, Buffer.from(text));
    return stream;
  }

  readLine(stream: Stream): Promise<{ readonly line: string; readonly isWhole: boolean }> {
    const id = ++this.#started;
    const waiting = new Waiting<{ line: string; isWhole: boolean }>();
    this.#lines.set(id, waiting);
    this.#order(orders.read, stream, id);
    return waiting.promise;
  }

  print(stream: Stream, text: string): void {
    this.#order(orders.print, stream, Buffer.from(text));
  }

  close(stream: Stream): void {
    if (stream < firstPlace) return;
    this.#order(orders.close, stream);
    this.#free.push(stream);
  }

  start({ plan, streams, changes }: StartedPart): Promise<PartEnd> {
    const id = ++this.#started;
    const waiting = new Waiting<PartEnd>();
    this.#parts.set(id, waiting);
    const wanted = [...streams].flatMap(([descriptor, stream]) => [descriptor, stream ?? places]);
    const changed = Object.entries(changes).map(([name, value]) => (value === undefined ? name : `${name}=${value}`));
    this.#order(
      orders.start,
      id,
      streams.size,
      ...wanted,
      plan.directory,
      plan.program,
      [plan.name, ...plan.args],
      changed,
    );
    return waiting.promise;
  }

  /** Ends what joins the programs, with the exit code of the line. */
  leave(exitCode: number): void {
    this.#order(orders.leave, exitCode & 0xff);
  }

  #take(): Stream {
    const place = this.#free.pop();
    if (this.#isGone || place === undefined) throw new LineGone('The line has too many streams open.');
    return place;
  }

  /** What is wanted in one go is told in one go. */
  #order(...pieces: Parameters<typeof writeOrder>[0]): void {
    if (this.#isGone) throw new LineGone('The line has ended.');
    if (this.#orders.length === 0) queueMicrotask(() => this.#send());
    this.#orders.push(writeOrder(pieces));
  }

  #send(): void {
    const bytes = Buffer.concat(this.#orders);
    this.#orders = [];
    if (!this.#isGone) this.#channel.write(bytes);
  }

  #hear({ what, which, value, bytes }: NewsItem): void {
    if (what === news.ended) {
      this.#parts.get(which)?.resolve(endOf(value));
      this.#parts.delete(which);
    } else if (what === news.opened) {
      if (value !== 0) this.close(which);
      this.#opened.get(which)?.resolve(value === 0 ? { stream: which } : { failure: errorName(value) });
      this.#opened.delete(which);
    } else if (what === news.line) {
      const text = bytes.toString('utf8').replaceAll('\0', '');
      const isWhole = text.endsWith('\n');
      this.#lines.get(which)?.resolve({ line: isWhole ? text.slice(0, -1) : text, isWhole });
      this.#lines.delete(which);
    } else if (what === news.printed) this.#captured.get(which)?.add(bytes);
    else if (what === news.silent) {
      this.#captured.get(which)?.finish();
      this.#captured.delete(which);
    }
  }

  #end(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const gone = new LineGone('The line has ended.');
    const all = [this.#parts, this.#opened, this.#captured, this.#lines].flatMap((waiting) => [...waiting.values()]);
    for (const waiting of all) waiting.reject(gone);
  }
}

class Waiting<T> {
  readonly promise: Promise<T>;
  resolve: (value: T) => void = () => undefined;
  reject: (error: Error) => void = () => undefined;

  constructor() {
    this.promise = new Promise<T>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Whoever waits hears of it; often nobody does any more.
    this.promise.catch(() => undefined);
  }
}

class Captured extends Waiting<string | 'too much'> {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length <= mostCaptured) this.#pieces.push(bytes);
  }

  /** Like bash, without NUL characters. */
  finish(): void {
    if (this.#length > mostCaptured) this.resolve('too much');
    else this.resolve(Buffer.concat(this.#pieces).toString('utf8').replaceAll('\0', ''));
  }
}

const signalBits = 0x7f;

/** As a shell counts: a signal is 128 and its number. */
function endOf(value: number): PartEnd {
  if ((value & (notMade | notExecuted)) !== 0) return { failure: errorName(value & 0xffff) };
  const signal = value & signalBits;
  return { status: signal === 0 ? (value >> 8) & 0xff : 128 + signal };
}

function errorName(number: number): string {
  return Object.entries(constants.errno).find(([, value]) => value === number)?.[0] ?? `error ${number}`;
}
