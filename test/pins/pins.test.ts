// What strangers rely on, as literals: a change here is a change of the contract.
import { readFileSync } from 'node:fs';
import * as cmdgate from 'cmdgate';
import * as mcp from 'cmdgate/mcp';
import * as toolForm from 'cmdgate/tool-form';
import * as utcp from 'cmdgate/utcp';
import { expect, test } from 'vitest';
import { standardOptions } from '../../src/command-line/standard-options.js';
import { packageVersion } from '../../src/version.js';
import { errorCodes } from '../../src/vocabulary/error-codes.js';
import { reservedWords } from '../../src/vocabulary/names.js';

const packageJson = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test('the package has these names', () => {
  expect(Object.keys(cmdgate).sort()).toEqual([
    'CommandError',
    'ConfigurationError',
    'DefinitionError',
    'GateError',
    'arg',
    'audio',
    'authErrorOf',
    'createAcli',
    'createGate',
    'createShell',
    'credentialsExpired',
    'defineCommand',
    'image',
    'parse',
    'permissionMissing',
    'runCli',
    'tokenMissing',
  ]);
  expect(Object.keys(mcp).sort()).toEqual(['RunningCalls', 'createMcpServer', 'serveHttp', 'serveStdio']);
  expect(Object.keys(toolForm).sort()).toEqual(['ToolFormError', 'compileTemplate', 'defaultLimits']);
  expect(Object.keys(utcp).sort()).toEqual(['ManualError', 'UtcpError', 'callTool', 'loadManual']);
  expect(Object.keys(packageJson.exports)).toEqual([
    '.',
    './mcp',
    './tool-form',
    './utcp',
    './stdout',
    './schemas/config.json',
    './schemas/policy.json',
    './package.json',
  ]);
});

test('the version in the code is that of both packages, and the one asks for the same of the other', () => {
  const checks = JSON.parse(readFileSync(new URL('../../packages/checks/package.json', import.meta.url), 'utf8'));

  expect([packageVersion, checks.version, packageJson.peerDependencies['cmdgate-checks']]).toEqual(
    Array(3).fill(packageJson.version),
  );
});

test('each error code has these exit codes and ACLI codes', () => {
  const rows = Object.entries(errorCodes).map(([code, { exitCode, acli, httpStatus }]) => [
    code,
    exitCode,
    acli,
    httpStatus,
  ]);
  expect(rows).toEqual([
    ['PARSE_ERROR', 2, 'PARSE_ERROR', 400],
    ['COMMAND_NOT_FOUND', 2, 'COMMAND_NOT_FOUND', 404],
    ['VALIDATION_ERROR', 2, 'VALIDATION_ERROR', 400],
    ['PATH_TRAVERSAL_BLOCKED', 2, 'PATH_TRAVERSAL_BLOCKED', 400],
    ['DISPATCH_PARSE_ERROR', 2, 'PARSE_ERROR', 400],
    ['PERMISSION_DENIED', 7, 'PERMISSION_DENIED', 403],
    ['APPROVAL_REQUIRED', 4, 'PERMISSION_DENIED', 403],
    ['RATE_LIMITED', 11, 'RATE_LIMITED', 429],
    ['TIMEOUT', 10, 'TIMEOUT', 504],
    ['CANCELED', 1, 'EXECUTION_ERROR', 499],
    ['PROGRAM_NOT_FOUND', 5, 'EXECUTION_ERROR', 500],
    ['PROGRAM_NOT_EXECUTABLE', 7, 'EXECUTION_ERROR', 500],
    ['DIRECTORY_NOT_FOUND', 4, 'EXECUTION_ERROR', 500],
    ['EXECUTION_ERROR', 1, 'EXECUTION_ERROR', 500],
    ['HANDLER_LOST', 1, 'EXECUTION_ERROR', 500],
    ['UNAVAILABLE', 12, 'EXECUTION_ERROR', 503],
  ]);
});

test('these first words belong to the gate', () => {
  expect([...reservedWords].join(' ')).toBe(
    'help schema version manifest check-permissions exec runs shell approvals policy audit audit-log doctor ' +
      'conformance contract mcp-validate generate-skills handles utcp serve run repl worker console',
  );
});

test('these options are understood on every command', () => {
  expect([...standardOptions.keys()].sort().join(' ')).toBe(
    'background color confirm-destructive context cursor debug dry-run fields format headless help idempotency-key input ' +
      'input-file instance-id limit live no-config no-stream non-interactive output print-schema quiet raw-payload ' +
      'schema show-config stdin stream timeout token-count token-env-var token-limit token-offset unmask ' +
      'validate-only verbose yes',
  );
});
