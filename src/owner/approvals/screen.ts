// The terminal as one page that is drawn whole. It is given back as it was, however this process ends.

import type { ReadStream } from 'node:tty';
import type { Io } from '../../terminal/io.js';
import type { ScreenSize } from './live-list.js';

/** Another page, no cursor, and lines that are cut instead of broken: each stays the line that it is. */
const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l';
const leave = '\x1b[?7h\x1b[?25h\x1b[?1049l';

export interface Screen {
  size(): ScreenSize;
  draw(lines: readonly string[]): void;
  close(): void;
}

export function openScreen({ stdin, stdout }: Io): Screen {
  const keyboard = stdin as Partial<ReadStream>;
  let drawn = '';
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    process.off('exit', close);
    stdout.write(leave);
    keyboard.setRawMode?.(false);
    stdin.pause();
  };
  // A second signal ends the process at once.
  process.once('exit', close);
  keyboard.setRawMode?.(true);
  stdout.write(enter);
  return {
    // A terminal that does not know its size says 0.
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    draw(lines) {
      const page = `\x1b[H${lines.map((line) => `${line}\x1b[K`).join('\r\n')}\x1b[J`;
      if (page === drawn || !isOpen) return;
      drawn = page;
      stdout.write(page);
    },
    close,
  };
}
