// Placeholders in a text, in the words of the form that it was written in.

import type { KeyPath } from '../../../documents/document.js';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import type { Part, Parts } from '../tool.js';
import type { Scope } from './scope.js';

/** What a placeholder names. An `argument` is an input; a `name` is an input or a variable. */
export type Reference =
  | { readonly kind: 'argument'; readonly name: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'output'; readonly step: number };

export interface Placeholder {
  readonly reference: Reference;
  readonly length: number;
  /** Whether a shell would have put the value there. Then quotes can keep it from being one. */
  readonly byShell: boolean;
}

/** Finds the placeholder that begins at a place of a text. */
export type Dialect = (text: string, at: number) => Placeholder | undefined;

const name = '[A-Za-z_][A-Za-z0-9_-]*';
const inBraces = new RegExp(`\\$\\{(${name})\\}`, 'y');
const argument = /UTCP_ARG_([^\s"'`\\$]{1,128}?)_UTCP_END/y;
const output = /\$(?:CMD_(\d{1,6})_OUTPUT(?![A-Za-z0-9_])|\{CMD_(\d{1,6})_OUTPUT\})/y;
const shellName = /\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})/y;

/** `${name}`, wherever it stands. */
export const specificationDialect: Dialect = (text, at) => {
  const found = matchAt(inBraces, text, at);
  if (found?.[1] === undefined) return undefined;
  return { reference: { kind: 'name', name: found[1] }, length: found[0].length, byShell: false };
};

/** `UTCP_ARG_name_UTCP_END`, `$CMD_0_OUTPUT`, and `$NAME` as a shell knows it. */
export const commandsDialect: Dialect = (text, at) => {
  const given = matchAt(argument, text, at);
  if (given?.[1] !== undefined) {
    return { reference: { kind: 'argument', name: given[1] }, length: given[0].length, byShell: false };
  }
  const printed = matchAt(output, text, at);
  if (printed) {
    const step = Number(printed[1] ?? printed[2]);
    return { reference: { kind: 'output', step }, length: printed[0].length, byShell: true };
  }
  const named = matchAt(shellName, text, at);
  const found = named?.[1] ?? named?.[2];
  if (!named || found === undefined) return undefined;
  return { reference: { kind: 'name', name: found }, length: named[0].length, byShell: true };
};

const parameter = /\$(?:[1-9@*]|\{[1-9@*]\d*\})/y;

/** All that could be a value by the time a shell comes to it: placeholders, and what the script itself has in variables. */
export function scriptDialect(dialect: Dialect): Dialect {
  return (text, at) => {
    const found = dialect(text, at) ?? commandsDialect(text, at);
    if (found) return found;
    const numbered = matchAt(parameter, text, at)?.[0];
    return numbered === undefined
      ? undefined
      : { reference: { kind: 'name', name: numbered }, length: numbered.length, byShell: true };
  };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** A text that nobody splits: an argument, a directory, the value of a variable. */
export function readText(text: string, dialect: Dialect, scope: Scope, before: number, path: KeyPath): Parts {
  const parts: Part[] = [];
  let literal = '';
  for (let at = 0; at < text.length; ) {
    const found = text[at] === '$' || text[at] === 'U' ? dialect(text, at) : undefined;
    if (!found) {
      literal += text[at++];
      continue;
    }
    if (literal !== '') parts.push({ kind: 'text', text: literal });
    literal = '';
    parts.push(...scope.resolve(found.reference, before, path));
    at += found.length;
  }
  if (literal !== '') parts.push({ kind: 'text', text: literal });
  for (const part of parts) if (part.kind === 'text') checkLiteral(part.text, dialect, scope, path);
  return parts;
}

/** What looks like a placeholder and would be given to the program as it is written. */
function checkLiteral(text: string, dialect: Dialect, scope: Scope, path: KeyPath): void {
  const braces = /\$\{[^}]*\}?/.exec(text)?.[0];
  if (braces !== undefined) {
    const fix = `Write "\${name}", with the name of an input or a variable.`;
    scope.report.error(path, `${quoteForReport(braces)} is not a placeholder.`, fix);
  }
  if (dialect === commandsDialect) checkUnfinished(text, scope, path);
  else if (/UTCP_ARG_\S{1,128}?_UTCP_END/.test(text)) {
    const fix = `Write "\${name}": the other placeholders belong to "commands".`;
    scope.report.error(path, 'This form of template has no placeholders of this kind.', fix);
  }
}

export function checkUnfinished(text: string, scope: Scope, path: KeyPath): void {
  if (!text.includes('UTCP_ARG_')) return;
  scope.report.error(path, 'A placeholder is not closed.', 'Write UTCP_ARG_name_UTCP_END.');
}

/** Whether nothing of it comes from a caller or a program. */
export function isOwners(parts: Parts): boolean {
  return parts.every(({ kind }) => kind === 'text' || kind === 'variable');
}

/** As it is written, for those who look at text only. Values are `stand` there. */
export function withStandIns(parts: Parts, stand: string): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : stand)).join('');
}
