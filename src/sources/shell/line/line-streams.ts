// What a command of a line reads from and prints to, by descriptor.

import { realPathFrom } from '../../../machine/paths/real-path.js';
import type { Redirect, Word } from '../../../shell-language/syntax-tree.js';
import type { LineHands, Stream } from '../../../vocabulary/line.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { shared } from './shared-input.js';

export class Streams {
  /** What whoever reads descriptor 0 is given, as far as that is known. */
  readonly stdin: ProgramPlan['stdin'];
  readonly #streams: ReadonlyMap<number, Stream | undefined>;
  /** Opened for this command alone. */
  #owned: readonly Stream[];
  readonly #hands: LineHands | undefined;

  private constructor(
    streams: ReadonlyMap<number, Stream | undefined>,
    stdin: ProgramPlan['stdin'],
    owned: readonly Stream[] = [],
    hands?: LineHands,
  ) {
    this.#streams = streams;
    this.stdin = stdin;
    this.#owned = owned;
    this.#hands = hands;
  }

  static ofLine(stdin: ProgramPlan['stdin']): Streams {
    return new Streams(new Map([0, 1, 2].map((number) => [number, number])), stdin);
  }

  at(descriptor: number): Stream | undefined {
    return this.#streams.get(descriptor);
  }

  toMap(): ReadonlyMap<number, Stream | undefined> {
    return this.#streams;
  }

  withOutput(stream: Stream, hands: LineHands): Streams {
    return new Streams(new Map([...this.#streams, [1, stream]]), this.stdin, [stream], hands);
  }

  /** `stdin` is what is known of what is read there. */
  withPipes(
    read: Stream | undefined,
    write: Stream | undefined,
    hands: LineHands,
    stdin: ProgramPlan['stdin'],
  ): Streams {
    const streams = new Map(this.#streams);
    if (read !== undefined) streams.set(0, read);
    if (write !== undefined) streams.set(1, write);
    const owned = [read, write].filter((stream) => stream !== undefined);
    return new Streams(streams, stdin, owned, hands);
  }

  /** With what a command opens for itself. */
  with(
    streams: ReadonlyMap<number, Stream | undefined>,
    stdin: ProgramPlan['stdin'],
    owned: readonly Stream[],
    hands: LineHands,
  ): Streams {
    return new Streams(streams, stdin, owned, hands);
  }

  /** For commands inside of this one: what it has stays open until all of them have ended. */
  lent(): Streams {
    return new Streams(this.#streams, shared(this.stdin));
  }

  /** Closes what was opened for this command. Again, it does nothing. */
  release(): void {
    for (const stream of this.#owned) this.#hands?.close(stream);
    this.#owned = [];
  }
}

type FileRedirect = Redirect & { readonly kind: 'file' };

export interface RedirectSetting {
  readonly hands: LineHands;
  readonly directory: string;
  readonly workspace: string;
  text(word: Word): Promise<string>;
  path(word: Word): Promise<string>;
  /** Throws where the policy does not let it be opened. */
  mayOpen(redirect: FileRedirect, path: string): void;
  complain(path: string, failure: string): void;
}

/** From left to right, as they stand. Nothing where one cannot be opened, which is told. */
export async function openRedirects(
  redirects: readonly Redirect[],
  before: Streams,
  setting: RedirectSetting,
): Promise<Streams | undefined> {
  const { hands } = setting;
  const streams = new Map(before.toMap());
  const owned: Stream[] = [];
  let stdin = before.stdin;
  const close = () => {
    for (const stream of owned) hands.close(stream);
  };
  try {
    for (const redirect of redirects) {
      const { descriptor } = redirect;
      if (redirect.kind === 'close') streams.set(descriptor, undefined);
      else if (redirect.kind === 'copy') streams.set(descriptor, streams.get(redirect.of));
      else if (redirect.kind === 'text') {
        const text = await setting.text(redirect.text);
        const stream = hands.hold(text);
        owned.push(stream);
        streams.set(descriptor, stream);
        if (descriptor === 0) stdin = Buffer.from(text);
      } else {
        const opened = await openFile(redirect, streams, setting);
        if (opened === undefined) {
          close();
          return undefined;
        }
        if (opened.owned) owned.push(opened.stream);
        streams.set(descriptor, opened.stream);
        if (descriptor === 0) stdin = opened.isEmpty ? undefined : 'open';
      }
      if (descriptor === 0 && redirect.kind === 'close') stdin = undefined;
      if (descriptor === 0 && redirect.kind === 'copy') stdin = 'open';
    }
  } catch (error) {
    close();
    throw error;
  }
  return before.with(streams, stdin, owned, hands);
}

async function openFile(
  redirect: FileRedirect,
  streams: ReadonlyMap<number, Stream | undefined>,
  setting: RedirectSetting,
) {
  const path = await setting.path(redirect.path);
  const named = /^\/dev\/(?:(stdin)|(stdout)|(stderr)|fd\/([0-9]))$/.exec(path);
  if (named) {
    const number =
      named[4] === undefined ? named.slice(1, 4).findIndex((name) => name !== undefined) : Number(named[4]);
    const stream = streams.get(number);
    if (stream !== undefined) return { stream, owned: false, isEmpty: false };
  }
  if (path !== '/dev/null') setting.mayOpen(redirect, path);
  const real = path === '' ? undefined : realPathFrom(setting.directory, path);
  const opened = real ? await setting.hands.open(real.real, redirect.mode) : { failure: 'ENOENT' };
  // Who reads from there gets nothing, as if it were not given anything.
  if ('stream' in opened) return { stream: opened.stream, owned: true, isEmpty: path === '/dev/null' };
  setting.complain(path, opened.failure);
  return undefined;
}
