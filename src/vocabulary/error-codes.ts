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
  VALIDATION_ERROR: row('VALIDATION_ERROR', 2, 400, 'after-fix', 'Arguments are wrong; `details` lists all of them.'),
  PATH_TRAVERSAL_BLOCKED: row('PATH_TRAVERSAL_BLOCKED', 2, 400, 'after-fix', 'A path leads out of the workspace.'),
  DISPATCH_PARSE_ERROR: row('PARSE_ERROR', 2, 400, 'after-fix', 'A line of `exec` is no request that could be read.'),
  PERMISSION_DENIED: row('PERMISSION_DENIED', 7, 403, 'no', 'The caller may not run this command.'),
  APPROVAL_REQUIRED: row(
    'PERMISSION_DENIED',
    4,
    403,
    'after-fix',
    'A person has to approve it, and nobody answered; `error.approval_id` names what waits.',
  ),
  RATE_LIMITED: row('RATE_LIMITED', 11, 429, 'yes', 'Too many requests; `retry_after_ms` says how long to wait.'),
  TIMEOUT: row('TIMEOUT', 10, 504, 'if-safe', 'The run took longer than its limit.', 'TimeoutError'),
  CANCELED: row('EXECUTION_ERROR', 1, 499, 'if-safe', 'The caller withdrew the request.'),
  PROGRAM_NOT_FOUND: row(
    'EXECUTION_ERROR',
    5,
    500,
    'after-fix',
    'The program is not where programs are looked for.',
    'CommandNotFoundError',
  ),
  PROGRAM_NOT_EXECUTABLE: row(
    'EXECUTION_ERROR',
    7,
    500,
    'after-fix',
    'The program may not be run, or is none.',
    'PermissionError',
  ),
  DIRECTORY_NOT_FOUND: row(
    'EXECUTION_ERROR',
    4,
    500,
    'after-fix',
    'The working directory does not exist or cannot be entered.',
    'DirectoryNotFoundError',
  ),
  EXECUTION_ERROR: row(
    'EXECUTION_ERROR',
    1,
    500,
    'no',
    'The command failed while it ran; of a program, `error.result` has the exit code and both streams.',
  ),
  HANDLER_LOST: row(
    'EXECUTION_ERROR',
    1,
    500,
    'if-safe',
    'The process that ran the handler ended before the handler answered; its effects are unknown.',
  ),
  UNAVAILABLE: row('EXECUTION_ERROR', 12, 503, 'yes', 'The gate cannot take the request now.'),
} as const satisfies Record<string, ErrorCodeRow>;

export type ErrorCode = keyof typeof errorCodes;

/** What a command's code means for whoever waits for the process, and what to do where its author does not say. */
export interface CommandCodeRow extends Pick<ErrorCodeRow, 'exitCode' | 'retry'> {
  readonly hint: string;
}

const signIn = 'Sign in, then send it again';
const answerByOptions = 'Give what it asks for as options; --help lists them';

export const commandCodes: ReadonlyMap<string, CommandCodeRow> = new Map(
  (
    [
      [3, 'no', 'Look which parts failed, and send only those again', ['PARTIAL_FAILURE']],
      [4, 'after-fix', 'Meet the condition that the message names, then send it again', ['PRECONDITION']],
      [4, 'after-fix', 'Meet the condition that the message names, then send it again', ['PRECONDITION_FAILED']],
      [4, 'after-fix', answerByOptions, ['INPUT_REQUIRED', 'INTERACTIVE_REQUIRED', 'INTERACTIVE_BLOCKED']],
      [4, 'after-fix', 'Give it on standard input', ['STDIN_REQUIRED']],
      [
        4,
        'after-fix',
        'Look at what --dry-run says, then confirm with --confirm-destructive',
        ['CONFIRMATION_REQUIRED'],
      ],
      [5, 'no', 'Check the name or id; list what there is to find the right one', ['NOT_FOUND']],
      [6, 'no', 'Look at what is there, then use it or choose another name', ['CONFLICT', 'ALREADY_EXISTS']],
      [6, 'no', 'Read what it is now, then decide about the change again', ['CONCURRENT_MODIFICATION']],
      [6, 'yes', 'Wait until the other run has ended, then send it again', ['LOCK_HELD']],
      [7, 'no', 'Ask whoever gives permissions; the same request is refused again', ['PERMISSION_DENIED', 'FORBIDDEN']],
      [8, 'after-fix', signIn, ['AUTH_REQUIRED', 'UNAUTHENTICATED', 'TOKEN_MISSING']],
      [8, 'after-fix', signIn, ['AUTH_EXPIRED', 'TOKEN_EXPIRED', 'CREDENTIALS_EXPIRED']],
      [9, 'after-fix', 'Settle the payment first, then send it again', ['PAYMENT_REQUIRED']],
      [10, 'no', 'Do less at a time, or give it more time', ['TIMEOUT']],
      [11, 'yes', 'Wait before you send it again', ['RATE_LIMITED']],
      [12, 'yes', 'The service cannot be used now: wait a moment, then send it again', ['UNAVAILABLE']],
      [12, 'if-safe', 'The service cannot be reached now: try again later', ['NETWORK_ERROR']],
      [13, 'after-fix', 'Use the command that the error names', ['REDIRECTED']],
    ] as const
  ).flatMap(([exitCode, retry, hint, codes]) => codes.map((code) => [code, { exitCode, retry, hint }] as const)),
);

/** For a code of the command's own. */
export function hintForOwnCode(isRetryable: boolean): string {
  return isRetryable ? 'Try again later' : 'Change what the message names; the same request fails again';
}
