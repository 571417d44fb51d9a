// The rule that keeps text out of the places where a program reads flags.
import { type ArgumentProfile, findCharacterProblem } from '../argument-characters.js';
import type { DataNode, LiteralNode, Node, TextNode } from '../node.js';
import { ToolFormError } from '../tool-form-error.js';

/** One argument of a program, and who wrote it. */
export type Token = (LiteralNode | DataNode | TextNode) & { readonly value: string };

/** Whether the template alone wrote the flag: all of it, or all up to the `=` before the value. */
export function isWrittenFlag(token: Token): boolean {
  if (token.kind === 'literal') return true;
  return token.kind === 'text' && token.value.slice(0, token.lead).includes('=');
}

export function checkCharacters(token: Token, profile: ArgumentProfile): void {
  const problem = findCharacterProblem(token.value, profile);
  if (problem === undefined) return;
  throw refusal(token, `An argument of the program would contain ${problem}.`);
}

/** Blames the argument if the value came from one, else the template. */
export function refusal(node: Node, message: string): ToolFormError {
  const fromTemplate = node.kind === 'literal' || node.kind === 'list' || node.kind === 'record';
  const argument = node.kind === 'data' ? node.argument : undefined;
  return new ToolFormError(fromTemplate ? 'INVALID_RESULT' : 'REFUSED_ARGUMENT', message, node.at, argument);
}
