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

/** What the codes that commands commonly use mean for whoever waits for the process. */
export const commandCodes: ReadonlyMap<string, Pick<ErrorCodeRow, 'exitCode' | 'retry'>> = new Map(
  (
    [
      [3, 'no', ['PARTIAL_FAILURE']],
      [4, 'after-fix', ['PRECONDITION', 'PRECONDITION_FAILED', 'INPUT_REQUIRED', 'STDIN_REQUIRED']],
      [4, 'after-fix', ['INTERACTIVE_REQUIRED', 'INTERACTIVE_BLOCKED', 'CONFIRMATION_REQUIRED']],
      [5, 'no', ['NOT_FOUND']],
      [6, 'no', ['CONFLICT', 'ALREADY_EXISTS', 'CONCURRENT_MODIFICATION']],
      [6, 'yes', ['LOCK_HELD']],
      [7, 'no', ['PERMISSION_DENIED', 'FORBIDDEN']],
      [8, 'after-fix', ['AUTH_REQUIRED', 'UNAUTHENTICATED', 'TOKEN_MISSING']],
      [8, 'after-fix', ['AUTH_EXPIRED', 'TOKEN_EXPIRED', 'CREDENTIALS_EXPIRED']],
      [9, 'after-fix', ['PAYMENT_REQUIRED']],
      [10, 'no', ['TIMEOUT']],
      [11, 'yes', ['RATE_LIMITED']],
      [12, 'yes', ['UNAVAILABLE']],
      [12, 'if-safe', ['NETWORK_ERROR']],
      [13, 'after-fix', ['REDIRECTED']],
    ] as const
  ).flatMap(([exitCode, retry, codes]) => codes.map((code) => [code, { exitCode, retry }] as const)),
);
