// What was typed before, newest last, in a file that only its owner can read.

import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { quoteWord } from '../../command-line/quote.js';
import { tokenize } from '../../command-line/tokenize.js';
import { writeValue } from '../../completion/partial-line.js';
import { replaceWhole } from '../../machine/files/whole-file.js';
import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';

const mostEntries = 1_000;

export class History {
  readonly #file: string | undefined;
  #entries: readonly string[];

  constructor(file: string | undefined) {
    this.#file = file;
    this.#entries = this.#read();
  }

  get entries(): readonly string[] {
    return this.#entries;
  }

  /** Adds a command, which must already be free of secrets. Throws when the file cannot be written. */
  add(command: string): void {
    const entry = historyForm(command);
    if (entry === undefined) return;
    this.#entries = appended(this.#entries, entry);
    if (this.#file === undefined) return;
    // Read again, because another session may have added something meanwhile.
    write(this.#file, appended(this.#read(), entry));
  }

  #read(): readonly string[] {
    if (this.#file === undefined) return [];
    try {
      const lines = readFileSync(this.#file, 'utf8').split('\n');
      return lines.filter((line) => line.trim() !== '' && line === terminalSafeLine(line)).slice(-mostEntries);
    } catch {
      return [];
    }
  }
}

/** One line that means the same command; `undefined` for what cannot be written in one safe line. */
function historyForm(command: string): string | undefined {
  let line = command.trim();
  if (/[\n\t]/.test(line)) {
    const words = tokenize(line);
    if (!Array.isArray(words)) return undefined;
    line = words.map((word) => (/[\n\t]/.test(word) ? writeValue(word, 'double') : quoteWord(word))).join(' ');
  }
  return line === '' || line !== terminalSafeLine(line) ? undefined : line;
}

function appended(entries: readonly string[], entry: string): readonly string[] {
  return entries.at(-1) === entry ? entries : [...entries, entry].slice(-mostEntries);
}

function write(file: string, entries: readonly string[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A new file each time: whatever mode the old one had, this one is private, and no reader sees half of it.
  replaceWhole(file, `${entries.join('\n')}\n`);
}
