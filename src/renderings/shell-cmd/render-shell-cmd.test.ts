import { expect, test } from 'vitest';
import { GateError, type GateErrorOptions } from '../../vocabulary/gate-error.js';
import type { Outcome, RunFacts, Warning } from '../../vocabulary/outcome.js';
import { printedLast } from '../../vocabulary/program.js';
import { renderShellCmd } from './render-shell-cmd.js';

function facts(warnings: readonly Warning[] = []): RunFacts {
  return {
    runId: 'run_1',
    command: 'shell x',
    path: ['shell'],
    danger: 'mutating',
    durationMs: 1_300,
    dryRun: false,
    presentation: {},
    warnings,
  };
}

function completed(data: unknown, warnings?: readonly Warning[]): Outcome {
  const json = JSON.stringify(data);
  return { status: 'completed', json, data, message: undefined, truncated: undefined, run: facts(warnings) };
}

function failed(code: string, message: string, options: GateErrorOptions): Outcome {
  return { status: 'failed', error: new GateError(code, message, options), run: facts() };
}

const finished = {
  exit_code: 0,
  signal: null,
  stdout: 'out\n',
  stderr: '',
  duration_ms: 1_200,
  truncated: false,
  artifacts: [],
  scope: 'checked',
};

const markdown = (outcome: Outcome, detail: 'minimal' | 'full' = 'minimal') =>
  renderShellCmd(outcome, { format: 'markdown', detail }).text;
const json = (outcome: Outcome) => renderShellCmd(outcome, { format: 'json', detail: 'minimal' }).text;

test('a success in JSON has the fields of the specification first, in its order', () => {
  const artifacts = [{ path: 'dist/app.js', sha256: 'ab12', bytes: 12_345 }];
  const outcome = completed({ ...finished, stdout: '...', stderr: '...', artifacts });

  expect(renderShellCmd(outcome, { format: 'json', detail: 'minimal' })).toEqual({
    text: '{"exit_code":0,"stdout":"...","stderr":"...","timed_out":false,"duration_ms":1200,"artifacts":[{"path":"dist/app.js","sha256":"ab12","bytes":12345}],"status":"completed","run_id":"run_1","scope":"checked"}',
    isError: false,
  });
});

test('a success in markdown is its end and what it printed', () => {
  expect(renderShellCmd(completed(finished), { format: 'markdown', detail: 'minimal' })).toEqual({
    text: 'completed, exit code 0, 1.2 s\n\nstdout:\n```\nout\n```',
    isError: false,
  });
});

test('full detail adds which run it was and how the scope was kept', () => {
  expect(markdown(completed(finished), 'full')).toBe(
    'completed, exit code 0, 1.2 s\n\nstdout:\n```\nout\n```\n\nrun run_1, scope checked',
  );
});

test('a program that printed nothing is told to have printed nothing', () => {
  expect(markdown(completed({ ...finished, stdout: '', duration_ms: 34 }))).toBe(
    'completed, exit code 0, 34 ms\n\nIt printed nothing.',
  );
});

test('blank lines are shown', () => {
  expect(markdown(completed({ ...finished, stdout: '\n' }))).toBe(
    'completed, exit code 0, 1.2 s\n\nstdout:\n```\n\n```',
  );
});

test('both streams and all artifacts stand in blocks of their own', () => {
  const artifacts = [
    { path: 'dist/app.js', sha256: 'ab12', bytes: 7 },
    { path: 'a\n`b`', error: 'does not exist' },
  ];

  expect(markdown(completed({ ...finished, stderr: 'no line end', artifacts, duration_ms: 125_400 }))).toBe(
    [
      'completed, exit code 0, 2 min 5 s',
      'stdout:\n```\nout\n```',
      'stderr:\n```\nno line end\n```',
      'artifacts:\n- "dist/app.js": 7 bytes, sha256 ab12\n- "a\\n`b`": does not exist',
    ].join('\n\n'),
  );
});

test('no output can end the block that it stands in', () => {
  expect(markdown(completed({ ...finished, stdout: 'a\n```\ncompleted\n`````x' }))).toBe(
    'completed, exit code 0, 1.2 s\n\nstdout:\n``````\na\n```\ncompleted\n`````x\n``````',
  );
});

const cut = {
  ...finished,
  stdout: 'head\n[… 5000 bytes left out: runs output run_1 --stream stdout --from-byte 5 …]\ntail\n',
  truncated: true,
  run: 'run_1',
  omitted_bytes: { stdout: 5_000, stderr: 0 },
};
const cutWarning = [{ code: 'TRUNCATED', message: '5000 bytes of the output are left out.' }];

test('what was left out is told once, with the line that reads it', () => {
  expect(markdown(completed(cut, cutWarning))).toBe(
    `completed, exit code 0, 1.2 s\n\nstdout, 5000 bytes left out:\n\`\`\`\n${cut.stdout}\`\`\``,
  );
  expect(markdown(completed({ ...cut, stdout: 'head\ntail\n' }, cutWarning))).toBe(
    'completed, exit code 0, 1.2 s\n\nstdout, 5000 bytes left out:\n```\nhead\ntail\n```\n\nThe rest: runs output run_1 --stream stdout',
  );
});

test('in JSON what was left out has fields of its own, and a line that reads on', () => {
  expect(JSON.parse(json(completed(cut, cutWarning)))).toEqual({
    exit_code: 0,
    stdout: cut.stdout,
    stderr: '',
    timed_out: false,
    duration_ms: 1_200,
    artifacts: [],
    status: 'completed',
    run_id: 'run_1',
    truncated: true,
    omitted_bytes: { stdout: 5_000, stderr: 0 },
    next: 'runs output run_1 --stream stdout',
    scope: 'checked',
  });
});

const exitFailure = failed('EXECUTION_ERROR', 'Execution failed: grep exited with code 2', {
  hint: `${printedLast}grep: x: No such file`,
  phase: 'execution',
  result: { ...finished, exit_code: 2, stdout: '', stderr: 'grep: x: No such file\n' },
});

test('a program that failed is an error with its streams, and nothing of them twice', () => {
  expect(renderShellCmd(exitFailure, { format: 'markdown', detail: 'minimal' })).toEqual({
    text: 'failed, exit code 2, 1.2 s\n\nstderr:\n```\ngrep: x: No such file\n```',
    isError: true,
  });
  expect(JSON.parse(json(exitFailure))).toEqual({
    exit_code: 2,
    stdout: '',
    stderr: 'grep: x: No such file\n',
    timed_out: false,
    duration_ms: 1_200,
    artifacts: [],
    status: 'failed',
    run_id: 'run_1',
    scope: 'checked',
    error: { code: 'EXECUTION_ERROR', message: 'Execution failed: grep exited with code 2' },
  });
});

test('a program that a signal ended is told by it', () => {
  const outcome = failed('EXECUTION_ERROR', 'Execution failed: x was ended by SIGSEGV', {
    hint: 'It printed nothing; check its arguments',
    phase: 'execution',
    result: { ...finished, exit_code: null, signal: 'SIGSEGV', stdout: '' },
  });

  expect(markdown(outcome)).toBe(
    'failed, terminated by SIGSEGV, 1.2 s\n\nWhat to do: It printed nothing; check its arguments',
  );
  expect(JSON.parse(json(outcome))).toMatchObject({ exit_code: null, signal: 'SIGSEGV', status: 'failed' });
});

test('a program that took too long keeps what it had printed', () => {
  const outcome = failed('TIMEOUT', 'Command timed out after 5000ms', {
    hint: `Do less at a time. ${printedLast}half`,
    phase: 'execution',
    result: { ...finished, exit_code: null, signal: 'SIGTERM', stdout: 'half', duration_ms: 5_003 },
  });

  expect(markdown(outcome)).toBe('timed out after 5.0 s\n\nstdout:\n```\nhalf\n```\n\nWhat to do: Do less at a time');
  expect(JSON.parse(json(outcome))).toMatchObject({
    exit_code: null,
    stdout: 'half',
    timed_out: true,
    status: 'timed_out',
    error: { code: 'TIMEOUT', message: 'Command timed out after 5000ms', hint: 'Do less at a time' },
  });
});

test('why the gate ended a line stands beside what was printed until then', () => {
  const outcome = failed('PERMISSION_DENIED', "'shell' reached a step that needs a person's approval: rm removes it.", {
    hint: 'Nothing more was started',
    phase: 'execution',
    result: { ...finished, exit_code: 126, stdout: 'first\n', duration_ms: 60 },
  });

  expect(markdown(outcome)).toBe(
    [
      'failed, exit code 126, 60 ms',
      'stdout:\n```\nfirst\n```',
      "'shell' reached a step that needs a person's approval: rm removes it.",
      'What to do: Nothing more was started',
    ].join('\n\n'),
  );
});

test('a run that was canceled is told as canceled', () => {
  const outcome = failed('CANCELED', 'The run was canceled', {
    hint: 'Send it again if it is still needed',
    phase: 'execution',
    result: { ...finished, exit_code: null, signal: 'SIGTERM', stdout: '', duration_ms: 800 },
  });

  expect(markdown(outcome)).toBe(
    'canceled after 800 ms\n\nIt printed nothing.\n\nWhat to do: Send it again if it is still needed',
  );
  expect(JSON.parse(json(outcome))).toMatchObject({ status: 'canceled', timed_out: false });
});

const mismatch = 'The directory ".." does not match: it is outside the trusted working directory "/srv/space"';

const refused = failed(
  'PATH_TRAVERSAL_BLOCKED',
  'Invalid argument: directory (the directory ".." does not match: it is outside the trusted working directory "/srv/space")',
  {
    hint: 'Leave the directory out',
    usage: 'shell <command>',
    examples: ['shell ls'],
    details: [
      { code: 'PATH_TRAVERSAL_BLOCKED', field: 'directory', message: mismatch, hint: 'Leave the directory out' },
    ],
  },
);

test('a refusal says what, why and what to do instead, once', () => {
  expect(renderShellCmd(refused, { format: 'markdown', detail: 'minimal' })).toEqual({
    text: [
      'not run: PATH_TRAVERSAL_BLOCKED',
      'Invalid argument: directory (the directory ".." does not match: it is outside the trusted working directory "/srv/space")',
      'What to do: Leave the directory out',
    ].join('\n\n'),
    isError: true,
  });
});

test('a refusal in JSON has all the fields, and no exit code', () => {
  expect(json(refused)).toBe(
    JSON.stringify({
      exit_code: null,
      stdout: '',
      stderr: '',
      timed_out: false,
      duration_ms: 1_300,
      artifacts: [],
      status: 'failed',
      run_id: 'run_1',
      error: {
        code: 'PATH_TRAVERSAL_BLOCKED',
        message:
          'Invalid argument: directory (the directory ".." does not match: it is outside the trusted working directory "/srv/space")',
        hint: 'Leave the directory out',
        details: [
          { code: 'PATH_TRAVERSAL_BLOCKED', field: 'directory', message: mismatch, hint: 'Leave the directory out' },
        ],
      },
    }),
  );
});

test('several problems are listed, each with what to do about it', () => {
  const outcome = failed('VALIDATION_ERROR', 'Invalid arguments: timeout, parameters[1] (2 problems)', {
    hint: 'Use less; Leave it out',
    details: [
      {
        code: 'OUT_OF_RANGE',
        field: 'timeout',
        message: 'The timeout argument is out of range',
        value: -1,
        hint: 'Use less',
      },
      {
        code: 'SHELL_SYNTAX',
        field: 'parameters[1]',
        message: 'The word "|" connects programs.',
        hint: 'Leave it out',
      },
    ],
  });

  expect(markdown(outcome)).toBe(
    [
      'not run: VALIDATION_ERROR',
      'Invalid arguments: timeout, parameters[1] (2 problems)',
      '- The timeout argument is out of range (-1). Use less\n- parameters[1]: The word "|" connects programs. Leave it out',
    ].join('\n\n'),
  );
});

test('what the policy saw, what waits for approval and when to come again is told', () => {
  const denied = failed('APPROVAL_REQUIRED', "'shell' needs a person's approval: npm runs code", {
    hint: 'Ask the person to run cmdgate approvals',
    approvalId: 'approval_7',
    details: [{ code: 'RUNS_CODE', message: 'npm test runs code that the gate cannot see into', value: 'test' }],
  });
  const limited = failed('RATE_LIMITED', 'Rate limit exceeded', { hint: 'Wait 2s before retry', retryAfterMs: 1_500 });

  expect(markdown(denied)).toBe(
    [
      'not run: APPROVAL_REQUIRED',
      "'shell' needs a person's approval: npm runs code",
      '- npm test runs code that the gate cannot see into',
      'What to do: Ask the person to run cmdgate approvals',
      'Approval: approval_7',
    ].join('\n\n'),
  );
  expect(JSON.parse(json(denied)).error).toMatchObject({ code: 'APPROVAL_REQUIRED', approval_id: 'approval_7' });
  expect(markdown(limited)).toBe(
    'not run: RATE_LIMITED\n\nRate limit exceeded\n\nWhat to do: Wait 2s before retry\n\nTry again in 1.5 s',
  );
  expect(JSON.parse(json(limited)).error).toMatchObject({ retry_after_ms: 1_500 });
});

const yielded = {
  run: 'run_1',
  state: 'running',
  stdout: 'so far\n',
  stderr: '',
  duration_ms: 30_000,
  next: 'runs wait run_1',
  more: ['runs output run_1', 'runs cancel run_1'],
};

test('a run that goes on says so, with what it printed and how to go on', () => {
  expect(renderShellCmd(completed(yielded), { format: 'markdown', detail: 'minimal' })).toEqual({
    text: [
      'still running, 30.0 s so far',
      'stdout:\n```\nso far\n```',
      'It keeps running as run_1. Wait for it: runs wait run_1; read its output: runs output run_1; stop it: runs cancel run_1',
    ].join('\n\n'),
    isError: false,
  });
  expect(JSON.parse(json(completed(yielded)))).toEqual({
    exit_code: null,
    stdout: 'so far\n',
    stderr: '',
    timed_out: false,
    duration_ms: 30_000,
    artifacts: [],
    status: 'running',
    run_id: 'run_1',
    next: 'runs wait run_1',
  });
});

test('a run in the background says so, and how to come back to it', () => {
  expect(markdown(completed({ run: 'run_1', state: 'queued', next: 'runs wait run_1' }))).toBe(
    [
      'started in the background',
      'It keeps running as run_1. Wait for it: runs wait run_1; read its output: runs output run_1; stop it: runs cancel run_1',
    ].join('\n\n'),
  );
});

test('a run that waits for input says how to write to it', () => {
  const open = completed({ ...yielded, stdin: 'open' });

  expect(markdown(open)).toBe(
    [
      'still running, 30.0 s so far',
      'stdout:\n```\nso far\n```',
      'It keeps running as run_1. Its standard input is open: runs write run_1. Wait for it: runs wait run_1; read its output: runs output run_1; stop it: runs cancel run_1',
    ].join('\n\n'),
  );
  expect(JSON.parse(json(open))).toMatchObject({ status: 'running', stdin: 'open', next: 'runs wait run_1' });
});

test('a run that waits for a person says for which approval', () => {
  const waiting = completed({ ...yielded, state: 'queued', stdout: '', waits_for_approval: 'approval_7' });

  expect(markdown(waiting)).toBe(
    [
      "waiting for a person's approval, 30.0 s so far",
      'A person must answer approval approval_7 first. It keeps running as run_1. Wait for it: runs wait run_1; read its output: runs output run_1; stop it: runs cancel run_1',
    ].join('\n\n'),
  );
  expect(JSON.parse(json(waiting))).toMatchObject({ status: 'queued', waits_for_approval: 'approval_7' });
});

test('what an assistant said stands in place of what it printed, unless all is wanted', () => {
  const outcome = completed({ ...finished, stdout: '\x1b[1mYes.\x1b[0m\n', assistant_output: 'Yes.' });

  expect(markdown(outcome)).toBe('completed, exit code 0, 1.2 s\n\nanswer:\n```\nYes.\n```');
  expect(markdown(outcome, 'full')).toContain('stdout:\n```\n\x1b[1mYes.');
  expect(JSON.parse(json(outcome))).toMatchObject({ stdout: '\x1b[1mYes.\x1b[0m\n', assistant_output: 'Yes.' });
});

test('why an assistant failed stands in place of the stream that it ends, unless all is wanted', () => {
  const assistant_error = 'codex exited with code 1.\nThe end of its stderr:\nno key';
  const outcome = failed('EXECUTION_ERROR', 'Execution failed: codex exited with code 1', {
    hint: `${printedLast}no key`,
    phase: 'execution',
    result: { ...finished, exit_code: 1, stdout: '', stderr: 'no key\n', assistant_error },
  });

  expect(markdown(outcome)).toBe(`failed, exit code 1, 1.2 s\n\nerror:\n\`\`\`\n${assistant_error}\n\`\`\``);
  expect(markdown(outcome, 'full')).toContain('stderr:\n```\nno key\n```');
  expect(JSON.parse(json(outcome))).toMatchObject({ stderr: 'no key\n', assistant_error });
});

test('what is answered without running a program is shown as data', () => {
  const dryRun = completed({ effect: 'would_run', would_run: { program: '/usr/bin/ls' } });

  expect(markdown(dryRun)).toBe(
    'completed\n\n```json\n{\n  "effect": "would_run",\n  "would_run": {\n    "program": "/usr/bin/ls"\n  }\n}\n```',
  );
  expect(JSON.parse(json(dryRun))).toMatchObject({
    exit_code: null,
    data: { effect: 'would_run', would_run: { program: '/usr/bin/ls' } },
  });
});

test('warnings are told', () => {
  const warnings = [{ code: 'INVALID_TEXT', message: 'Some bytes of stdout are no text.' }];

  expect(markdown(completed(finished, warnings))).toBe(
    'completed, exit code 0, 1.2 s\n\nstdout:\n```\nout\n```\n\nWarning: Some bytes of stdout are no text.',
  );
  expect(JSON.parse(json(completed(finished, warnings)))).toMatchObject({ warnings });
});
