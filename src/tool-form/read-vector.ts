import { endsOptions } from '../vocabulary/ends-options.js';
import { readAsFlag } from '../vocabulary/read-as-flag.js';
import type { ArgumentProfile } from './argument-characters.js';
import { elementsOf } from './containers.js';
import { checkCharacters, refusal, type Token } from './encodings/arg-token.js';
import type { Node } from './node.js';
import { ToolFormError } from './tool-form-error.js';
import { isArray } from './value.js';

export interface VectorOptions {
  /** Which characters an argument may hold. */
  readonly characters?: ArgumentProfile;
  /**
   * Says whether the schema of an argument allows this text although it looks like a flag, because an `enum` or a
   * `pattern` names it. The argument is given as a JSON Pointer.
   */
  readonly mayLookLikeFlag?: (text: string, argument: string) => boolean;
  /** The program that gets them, where it is known: not every one ends its options at `--`. */
  readonly program?: string | undefined;
}

/** One argument of a program, and how much of it the template wrote. */
export interface RenderedArgument {
  readonly text: string;
  /** How many characters at its start the template wrote; nothing where it wrote them all. */
  readonly lead: number | undefined;
  /** Where in the arguments it came from, whole, as a JSON Pointer, if one place can be named. */
  readonly argument: string | undefined;
}

/** The arguments of a program from what a template yields: one string, or an array of strings. */
export function readVector(node: Node, options: VectorOptions): readonly RenderedArgument[] {
  const { characters = {}, mayLookLikeFlag, program = '' } = options;
  const tokens = tokensOf(node);
  const isEncoded = node.kind === 'list' && node.encoded === true;
  const ends = tokens.findIndex((token) => token.kind === 'literal' && token.value === '--');
  const before = tokens.slice(0, Math.max(0, ends)).map(({ value }) => value);
  const endsThere = ends !== -1 && endsOptions([program, ...before]);
  // What is encoded was checked already, but for what stands behind `--`.
  if (isEncoded && (ends === -1 || endsThere)) return tokens.map(toArgument);
  let terminated = false;
  return tokens.map((token) => {
    if (token.kind !== 'text' || !token.checked) checkCharacters(token, characters);
    const rendered = toArgument(token);
    const { text, lead, argument } = rendered;
    const flag = terminated ? undefined : readAsFlag(text, lead);
    if (flag === 'part') throw joinedFlag(token);
    if (flag === 'value' && (argument === undefined || !mayLookLikeFlag?.(text, argument))) {
      throw refusal(token, 'A value that starts with "-" or "+" would be read as a flag.');
    }
    if (endsThere && token.kind === 'literal' && text === '--') terminated = true;
    return rendered;
  });
}

function toArgument(token: Token): RenderedArgument {
  const lead = token.kind === 'literal' ? undefined : token.kind === 'text' ? token.lead : 0;
  return { text: token.value, lead, argument: token.kind === 'data' ? token.argument : undefined };
}

function tokensOf(node: Node): readonly Token[] {
  if (node.kind === 'undefined') return [];
  if (isToken(node)) return [node];
  if (node.kind !== 'list' && !(node.kind === 'data' && isArray(node.value))) throw wrongType(node);
  return elementsOf(node).map((item) => {
    if (!isToken(item)) throw wrongType(item);
    return item;
  });
}

function isToken(node: Node): node is Token {
  return 'value' in node && typeof node.value === 'string';
}

/** No value would do: behind `-n` it could go on with other one-letter flags. So the template is to blame. */
const joinedFlag = ({ at }: Node) =>
  new ToolFormError('INVALID_RESULT', 'Write a flag and its value as two arguments, or with "=" between them.', at);

const wrongType = ({ at }: Node) =>
  new ToolFormError(
    'INVALID_RESULT',
    'The arguments of a program must be one string or an array of strings; $spread inserts an array.',
    at,
  );
