// Texts that several keys of the configuration hold.

import type { KeyPath } from '../../documents/document.js';
import { either, flag, line, list, type Shape, type TextShape, text } from '../../shape/shape.js';
import { whatOf } from '../../shape/words.js';
import { commandName } from '../../vocabulary/names.js';

export const word = commandName.source.replace(/^\^|\$$/g, '');

/** The rules of a path, in a text that says what it is. */
export const anyPath = { what: 'a path', maxLength: 4_096, pattern: line } as const;

export const pathFrom = (example: string, description: string, usual?: string) =>
  text({ ...anyPath, example, description, ...(usual !== undefined && { default: usual }) });

export const oneLine = (maxLength: number, example: string, usual: string, description: string) =>
  text({ what: 'one line of text', maxLength, pattern: line, example, default: usual, description });

/** One of a few words. Its value is a text: more words may come. */
export function oneOf(
  values: readonly string[],
  maxLength: number,
  more: { readonly example: string; readonly default: string; readonly description: string },
) {
  const quoted = values.map((value) => `"${value}"`);
  const what = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return text({ what, maxLength, pattern: `^(?:${values.join('|')})$`, ...more });
}

export const files = (example: string, what: string) =>
  text({
    ...anyPath,
    what: 'a path or a glob',
    example,
    description: `${what}, or a glob with \`*\`, \`**\`, \`?\` and \`{a,b}\`.`,
  });

export const variable = '^[A-Za-z_][A-Za-z0-9_]*$';

/** The names of environment variables as keys. */
export const variables = { pattern: variable, maxLength: 200 } as const;

/** Names that owners choose. */
export const ownNames = { pattern: '^[A-Za-z][A-Za-z0-9_.-]*$', maxLength: 64 } as const;

export const variableName = text({
  what: 'the name of an environment variable, with an optional final *',
  maxLength: 200,
  pattern: '^[A-Za-z_][A-Za-z0-9_]*\\*?$',
  example: 'PATH',
  description: 'The name of an environment variable; a final `*` means every name with that prefix.',
});

export const secretReference = (more: Partial<Omit<TextShape, 'type'>>) =>
  text({
    what: 'a reference to the secret, "env:NAME" or "file:path", never the secret itself',
    maxLength: 4_096,
    pattern: '^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:[^\\u0000-\\u001f]+)$',
    example: 'env:CMDGATE_TOKEN',
    secret: (path) =>
      `Write "env:${exampleVariable(path)}" and set that environment variable, or "file:path" and put the secret into that file.`,
    ...more,
  });

/** A name for the variable that would hold the secret: of a token by its owner, of a credential by itself. */
function exampleVariable(path: KeyPath): string {
  const upper = (part: string | number | undefined) =>
    String(part ?? '')
      .replace(/[^A-Za-z0-9]/g, '_')
      .toUpperCase();
  return path[0] === 'credentials' ? upper(path.at(-1)) : `CMDGATE_${upper(path.at(-2))}_TOKEN`;
}

export const listOf = <S extends Shape>(items: S, usual: string, description: string) =>
  list(items, { default: usual, description });

/** All, nothing, or what the other says. */
export function orFlag<S extends Shape>(
  meaning: string,
  other: S,
  more: { readonly default: boolean; readonly description: string },
) {
  const kind = `true, false or ${other.type === 'list' ? 'a list' : whatOf(other)}`;
  const second = { ...other, kind, advice: 'Fix the value, or remove the key.' };
  return either((value) => typeof value === 'boolean', flag(undefined, meaning), second, more);
}
