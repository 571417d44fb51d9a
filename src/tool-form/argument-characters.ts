// Which characters an argument of a program may hold. No shell reads it, so this keeps out only what breaks logs,
// terminals and programs that read by line.

export interface ArgumentProfile {
  /** `text`: any text without control characters. `strict`: what needs no quotes anywhere, and spaces. */
  readonly profile?: 'text' | 'strict';
  /** Lets line feeds and carriage returns through, for programs that take whole texts. */
  readonly newlines?: boolean;
}

/** Why the text cannot be an argument, or undefined if it can. */
export function findCharacterProblem(
  text: string,
  { profile = 'text', newlines = false }: ArgumentProfile,
): string | undefined {
  // Nearly every text passes here.
  if (profile === 'text' && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/.test(text)) return undefined;
  const looked = newlines ? text.replace(/[\n\r]/g, '') : text;
  if (profile === 'strict' && !/^[A-Za-z0-9 %+,./:=@^_-]*$/.test(looked))
    return 'a character outside the strict profile';
  if (/[\n\r]/.test(looked)) return 'a line break';
  if (/[\u0000-\u001f\u007f-\u009f]/.test(looked)) return 'a control character';
  if (/[\u2028\u2029]/.test(looked)) return 'a line separator';
  return looked.isWellFormed() ? undefined : 'half a character (a lone surrogate)';
}
