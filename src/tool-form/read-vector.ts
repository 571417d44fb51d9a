import { endsOptions } from '../vocabulary/ends-options.js';
import { looksLikeFlag } from '../vocabulary/looks-like-flag.js';
import type { ArgumentProfile } from './argument-characters.js';
import { elementsOf } from './containers.js';
import { checkCharacters, isWrittenFlag, refusal, type Token } from './encodings/arg-token.js';
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

/** The arguments of a program from what a template yields: one string, or an array of strings. */
export function readVector(node: Node, options: VectorOptions): readonly string[] {
  const { characters = {}, mayLookLikeFlag, program = '' } = options;
  const tokens = tokensOf(node);
  const isEncoded = node.kind === 'list' && node.encoded === true;
  const ends = tokens.findIndex((token) => token.kind === 'literal' && token.value === '--');
  const before = tokens.slice(0, Math.max(0, ends)).map(({ value }) => value);
  const endsThere = ends !== -1 && endsOptions([program, ...before]);
  // What is encoded was checked already, but for what stands behind `--`.
  if (isEncoded && (ends === -1 || endsThere)) return tokens.map(({ value }) => value);
  let terminated = false;
  return tokens.map((token) => {
    if (token.kind !== 'text' || !token.checked) checkCharacters(token, characters);
    if (!terminated && looksLikeFlag(token.value) && !isWrittenFlag(token)) {
      if (token.kind === 'text' && token.lead > 0) throw joinedFlag(token);
      const argument = token.kind === 'data' ? token.argument : undefined;
      if (argument === undefined || !mayLookLikeFlag?.(token.value, argument)) {
        throw refusal(token, 'A value that starts with "-" or "+" would be read as a flag.');
      }
    }
    if (endsThere && token.kind === 'literal' && token.value === '--') terminated = true;
    return token.value;
  });
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
  new ToolFormError('INVALID_RESULT', 'A flag and its value are two arguments, or have "=" between them.', at);

const wrongType = ({ at }: Node) =>
  new ToolFormError(
    'INVALID_RESULT',
    'The arguments of a program are one string, or an array of strings; $spread inserts an array.',
    at,
  );
