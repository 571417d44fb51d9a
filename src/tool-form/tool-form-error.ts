/**
 * - `INVALID_TEMPLATE`: the template itself is wrong, whatever the arguments are.
 * - `REFUSED_ARGUMENT`: an argument would have become something that only the template may write.
 * - `INVALID_RESULT`: what the template produced cannot be used where it stands.
 * - `UNRESOLVED_INCLUDE`: nothing is where `$include` points.
 * - `LIMIT_EXCEEDED`: a limit of depth, work or size was reached.
 */
export type ToolFormErrorCode =
  | 'INVALID_TEMPLATE'
  | 'REFUSED_ARGUMENT'
  | 'INVALID_RESULT'
  | 'UNRESOLVED_INCLUDE'
  | 'LIMIT_EXCEEDED';

/** Why a template cannot be used or rendered. Its message never holds the value of an argument. */
export class ToolFormError extends Error {
  override readonly name = 'ToolFormError';
  readonly code: ToolFormErrorCode;
  /** The place in the template, as a JSON Pointer. */
  readonly pointer: string;
  /** The argument that caused it, as a JSON Pointer into the arguments, where that is known. */
  readonly argument: string | undefined;

  constructor(code: ToolFormErrorCode, message: string, pointer: string, argument?: string) {
    super(message);
    this.code = code;
    this.pointer = pointer;
    this.argument = argument;
  }
}
