// A Tool Form template → parts, where it is no more than text with arguments in it. Everything else that the language
// can do has no words in UTCP.

import { isObject, type Value } from '../../../tool-form/value.js';
import type { Part, Parts } from '../tool.js';

/** `undefined` where a part is not just the name of an argument. The template was compiled before: it has no mistakes. */
export function templateParts(template: Value): Parts | undefined {
  if (typeof template === 'string') return textParts(template);
  const name = wholeArgument(template);
  return name === undefined ? undefined : [{ kind: 'input', name }];
}

/** The argument that `{"$": "name"}` is, as it is and not as text. */
export function wholeArgument(template: Value): string | undefined {
  if (!isObject(template) || Object.keys(template).length !== 1) return undefined;
  return typeof template.$ === 'string' ? argumentName(template.$) : undefined;
}

/** The name that an expression consists of. */
export function argumentName(expression: string): string | undefined {
  return /^\s*(?:\$?\.)?([A-Za-z_][A-Za-z0-9_]*)\s*$/.exec(expression)?.[1];
}

/** An escaped character, an expression, or text up to the next of them. */
const piece = /\\([\\{}])|\{\{(.*?)\}\}|([^\\{]+|\{)/gs;

function textParts(text: string): Parts | undefined {
  const parts: Part[] = [];
  for (const [, escaped, expression, plain] of text.matchAll(piece)) {
    if (expression === undefined) {
      parts.push({ kind: 'text', text: escaped ?? plain ?? '' });
      continue;
    }
    const name = argumentName(expression);
    if (name === undefined) return undefined;
    parts.push({ kind: 'input', name });
  }
  return joinTexts(parts);
}

/** The same without empty texts and with neighbours joined, so that parts that mean the same are the same. */
export function joinTexts(parts: Parts): Parts {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind !== 'text') joined.push(part);
    else if (last?.kind === 'text') joined[joined.length - 1] = { kind: 'text', text: last.text + part.text };
    else if (part.text !== '') joined.push(part);
  }
  return joined;
}
