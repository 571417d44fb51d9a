// Calls of `shell` in a real directory, planned as the gate plans them. For tests only.

import { dirname } from 'node:path';
import type { Input, ProgramCommand } from '../../vocabulary/command.js';
import type { GateError } from '../../vocabulary/gate-error.js';
import type { PlannedCall, ProgramPlan } from '../../vocabulary/program.js';
import { asCall, asError, type CallContext, planInput } from '../command-handle/test-helpers.js';
import { shellCommand } from './shell-command.js';
import { type ShellHost, usualShell } from './shell-host.js';

export const plainHost: ShellHost = {
  ...usualShell,
  searchPath: ['/usr/local/bin', '/usr/bin', '/bin', dirname(process.execPath)],
  environment: {},
};

export function shell(host: Partial<ShellHost> = {}): ProgramCommand {
  return shellCommand({ ...plainHost, ...host });
}

export function callOf(input: Input, call: CallContext, host: Partial<ShellHost> = {}): PlannedCall {
  return asCall(planInput(shell(host), input, call));
}

export function planOf(input: Input, call: CallContext, host: Partial<ShellHost> = {}): ProgramPlan {
  return callOf(input, call, host).plan;
}

export function errorOf(input: Input, call: CallContext, host: Partial<ShellHost> = {}): GateError {
  return asError(planInput(shell(host), input, call));
}

/** Every problem as `code field: message. hint`. */
export function problemsOf(error: GateError): readonly string[] {
  return error.details.map(
    ({ code, field, message, hint }) => `${code} ${field}: ${message.replace(/\.$/, '')}. ${hint}`,
  );
}
