// What is said to a person who has to decide, as data: each door lays out the same rows.

import { findHidden, inAscii, visibleText } from './visible-text.js';

export interface Row {
  readonly label: string;
  readonly values: readonly Value[];
}

/** The text can steer nothing: it went through visible-text. */
export interface Value {
  readonly text: string;
  /** What cannot be seen in the text, each in a sentence. */
  readonly warnings?: readonly string[];
}

const most = 5;

/** A text that somebody else wrote, with what a person could be deceived by. */
export function shown(text: string, show: (text: string) => string = visibleText): Value {
  return warned(show(text), [...lookAlike(inAscii(text)), ...hiddenIn(text)]);
}

export function warned(text: string, warnings: readonly string[]): Value {
  return warnings.length > 0 ? { text, warnings } : { text };
}

/** A text of the gate or of its owner. */
export function plain(text: string): Value {
  return { text: visibleText(text) };
}

export function lookAlike(ascii: string | undefined): readonly string[] {
  return ascii === undefined ? [] : [`some letters may be look-alikes; in ASCII: ${ascii}`];
}

export function hiddenIn(text: string): readonly string[] {
  const found = findHidden(text);
  if (found.length === 0) return [];
  const named = found.slice(0, most).join(' ');
  return [`contains hidden characters: ${named}${found.length > most ? ' and others' : ''}`];
}
