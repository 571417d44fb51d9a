import type { Duplex } from 'node:stream';

/** Each gets what the other sends, and its end. When one of them breaks, so does the other. */
export function joinStreams(one: Duplex, other: Duplex): void {
  passOn(one, other);
  passOn(other, one);
}

function passOn(from: Duplex, to: Duplex): void {
  from.on('error', () => to.destroy());
  from.on('close', () => {
    // One that ended well has told so, and what it sent may still be on its way.
    if (!from.readableEnded || !from.writableFinished) to.destroy();
  });
  from.pipe(to);
}
