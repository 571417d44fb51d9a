// The one table of codes. Each door shows the column it speaks; docs/errors.md is checked against it.

/** When trying the same request again can help. */
export type Retry = 'yes' | 'no' | 'after-fix' | 'if-safe';

export interface ErrorCodeRow {
  /** The code an ACLI client sees; where it differs, `error.details[0].code` carries ours. */
  readonly acli: AcliErrorCode;
  readonly exitCode: number;
  readonly httpStatus: number;
  readonly utcp: string | null;
  readonly retry: Retry;
  readonly meaning: string;
}

/** The closed set of section 5.2 of the ACLI specification. */
export const acliErrorCodes = [
  'PARSE_ERROR',
  'COMMAND_NOT_FOUND',
  'PERMISSION_DENIED',
  'VALIDATION_ERROR',
  'EXECUTION_ERROR',
  'TIMEOUT',
  'RATE_LIMITED',
  'PATH_TRAVERSAL_BLOCKED',
] as const;

export type AcliErrorCode = (typeof acliErrorCodes)[number];

const row = (
  acli: AcliErrorCode,
  exitCode: number,
  httpStatus: number,
  retry: Retry,
  meaning: string,
  utcp: string | null = null,
): ErrorCodeRow => ({ acli, exitCode, httpStatus, utcp, retry, meaning });

export const errorCodes = {
  PARSE_ERROR: row('PARSE_ERROR', 2, 400, 'after-fix', 'The command text could not be read.'),
  COMMAND_NOT_FOUND: row('COMMAND_NOT_FOUND', 2, 404, 'after-fix', 'No command has that name.'),
  VALIDATION_ERROR: row(
    'VALIDATION_ERROR',
    2,
    400,
    'after-fix',
    'One or more arguments are invalid; `details` lists every problem.',
  ),
  PATH_TRAVERSAL_BLOCKED: row('PATH_TRAVERSAL_BLOCKED', 2, 400, 'after-fix', 'A path is outside the workspace.'),
  DISPATCH_PARSE_ERROR: row('PARSE_ERROR', 2, 400, 'after-fix', 'A line of an `exec` plan is not a valid request.'),
  PERMISSION_DENIED: row('PERMISSION_DENIED', 7, 403, 'no', 'The caller may not run this command.'),
  APPROVAL_REQUIRED: row(
    'PERMISSION_DENIED',
    4,
    403,
    'after-fix',
    'A person has to approve the request and nobody has answered yet; `error.approval_id` is the id of the approval.',
  ),
  RATE_LIMITED: row('RATE_LIMITED', 11, 429, 'yes', 'Too many requests; `retry_after_ms` says how long to wait.'),
  TIMEOUT: row('TIMEOUT', 10, 504, 'if-safe', 'The run exceeded its time limit.', 'TimeoutError'),
  CANCELED: row('EXECUTION_ERROR', 1, 499, 'if-safe', 'The caller canceled the request.'),
  PROGRAM_NOT_FOUND: row(
    'EXECUTION_ERROR',
    5,
    500,
    'after-fix',
    'The program was not found in the search path.',
    'CommandNotFoundError',
  ),
  PROGRAM_NOT_EXECUTABLE: row(
    'EXECUTION_ERROR',
    7,
    500,
    'after-fix',
    'The file is not an executable program, or this user may not execute it.',
    'PermissionError',
  ),
  DIRECTORY_NOT_FOUND: row(
    'EXECUTION_ERROR',
    4,
    500,
    'after-fix',
    'The working directory does not exist or is not accessible.',
    'DirectoryNotFoundError',
  ),
  EXECUTION_ERROR: row(
    'EXECUTION_ERROR',
    1,
    500,
    'no',
    'The command failed while running; for a program, `error.result` has the exit code and both streams.',
  ),
  HANDLER_LOST: row(
    'EXECUTION_ERROR',
    1,
    500,
    'if-safe',
    'The process that ran the handler ended before the handler answered; its effects are unknown.',
  ),
  UNAVAILABLE: row('EXECUTION_ERROR', 12, 503, 'yes', 'The gate cannot accept the request right now.'),
} as const satisfies Record<string, ErrorCodeRow>;

export type ErrorCode = keyof typeof errorCodes;

/** What a command's code means for whoever waits for the process, and what to do where its author does not say. */
export interface CommandCodeRow extends Pick<ErrorCodeRow, 'exitCode' | 'retry'> {
  readonly hint: string;
}

const signIn = 'Sign in, then send it again';
const answerByOptions = 'Pass the answers as options; --help lists them';

export const commandCodes: ReadonlyMap<string, CommandCodeRow> = new Map(
  (
    [
      [3, 'no', 'See which parts failed, and send only those again', ['PARTIAL_FAILURE']],
      [4, 'after-fix', 'Meet the condition named in the message, then send it again', ['PRECONDITION']],
      [4, 'after-fix', 'Meet the condition named in the message, then send it again', ['PRECONDITION_FAILED']],
      [4, 'after-fix', answerByOptions, ['INPUT_REQUIRED']],
      [4, 'after-fix', 'Pass the input on standard input', ['STDIN_REQUIRED']],
      [4, 'after-fix', answerByOptions, ['INTERACTIVE_REQUIRED', 'INTERACTIVE_BLOCKED']],
      [
        4,
        'after-fix',
        'Review the output of --dry-run, then confirm with --confirm-destructive',
        ['CONFIRMATION_REQUIRED'],
      ],
      [5, 'no', 'Check the name or id; list the existing ones to find the right one', ['NOT_FOUND']],
      [6, 'no', 'Check what already exists, then use it or choose another name', ['CONFLICT', 'ALREADY_EXISTS']],
      [6, 'no', 'Read the current state, then decide whether the change still applies', ['CONCURRENT_MODIFICATION']],
      [6, 'yes', 'Wait until the other run has ended, then send it again', ['LOCK_HELD']],
      [
        7,
        'no',
        'Ask an administrator for permission; sending the same request again will fail',
        ['PERMISSION_DENIED', 'FORBIDDEN'],
      ],
      [8, 'after-fix', signIn, ['AUTH_REQUIRED', 'UNAUTHENTICATED', 'TOKEN_MISSING']],
      [8, 'after-fix', signIn, ['AUTH_EXPIRED', 'TOKEN_EXPIRED', 'CREDENTIALS_EXPIRED']],
      [9, 'after-fix', 'Complete the payment first, then send it again', ['PAYMENT_REQUIRED']],
      [10, 'no', 'Do less per request, or allow more time', ['TIMEOUT']],
      [11, 'yes', 'Wait before sending it again', ['RATE_LIMITED']],
      [12, 'yes', 'The service is unavailable: wait a moment, then send it again', ['UNAVAILABLE']],
      [12, 'if-safe', 'The service could not be reached: try again later', ['NETWORK_ERROR']],
      [13, 'after-fix', 'Use the command named in the error', ['REDIRECTED']],
    ] as const
  ).flatMap(([exitCode, retry, hint, codes]) => codes.map((code) => [code, { exitCode, retry, hint }] as const)),
);

/** For a code of the command's own. */
export function hintForOwnCode(isRetryable: boolean): string {
  return isRetryable ? 'Try again later' : 'Fix what the message names; sending the same request again will fail';
}
