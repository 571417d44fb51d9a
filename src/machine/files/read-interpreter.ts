// What the system will make of an executable file, by its first bytes.

import { closeSync, constants, openSync, readSync } from 'node:fs';

/** As much as Linux looks at. */
const headBytes = 256;

/** The interpreter of a script; `unreadable` where it may be executed but not read. */
export type Interpreter =
  | { readonly kind: 'binary' | 'unreadable' | 'no-interpreter' }
  | { readonly kind: 'script'; readonly interpreter: string };

export function readInterpreter(path: string): Interpreter {
  const head = readHead(path);
  if (!head) return { kind: 'unreadable' };
  const text = head.toString('utf8');
  // Text holds no NUL, and every binary format has one in its first bytes.
  if (!text.startsWith('#!')) return { kind: text.includes('\0') ? 'binary' : 'no-interpreter' };
  const line = /^#![ \t]*([^ \t\n\0]+)([ \t\n\0])?/.exec(text);
  const interpreter = line?.[1];
  // A name that goes on after the last byte that Linux reads is refused by it.
  const isCut = head.length === headBytes && line?.[2] === undefined;
  return interpreter === undefined || isCut ? { kind: 'no-interpreter' } : { kind: 'script', interpreter };
}

function readHead(path: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    // If the file has just become a pipe, opening it must not wait for a writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const head = Buffer.allocUnsafe(headBytes);
    return head.subarray(0, readSync(descriptor, head, 0, headBytes, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
