// What `--schema` answers, as data: ACLI's schema of a command, and beside it everything that its author declares.
import type { Command, Parameter } from '../vocabulary/command.js';
import { type Auth, defaultListLimit } from '../vocabulary/contract.js';
import { jsonType } from '../vocabulary/json-type.js';
import { describeExitCodes } from './describe-exit-codes.js';
import { describeArgument } from './describe-help.js';
import { describeSchema } from './describe-schema.js';

export function describeContract(command: Command): Record<string, unknown> {
  return {
    ...describeSchema(command),
    description: command.description,
    parameters: command.parameters.map(describeParameter),
    ...(command.outputSchema && { output_schema: command.outputSchema }),
    ...declarationsOf(command),
    examples: [...command.examples],
  };
}

function describeParameter(parameter: Parameter): Record<string, unknown> {
  const { name: _, type: __, format: ___, ...rest } = describeArgument(parameter);
  const { pattern } = parameter.schema as { pattern?: unknown };
  return {
    name: parameter.positional ? parameter.label : parameter.label.slice(2),
    positional: parameter.positional,
    ...jsonType(parameter.type),
    required: parameter.required,
    ...rest,
    ...(pattern !== undefined && { pattern }),
    ...waysOfSecret(parameter),
  };
}

/** How a secret comes in without being seen on a command line. */
export function waysOfSecret({ secret, positional, label, key }: Parameter): Record<string, unknown> {
  if (!secret) return {};
  const name = positional ? key : label.slice(2);
  return { from: [`--${name}-from-env`, `--${name}-from-file`] };
}

/** A command's contract with the names that it has on the wire. */
export function declarationsOf(command: Command): Record<string, unknown> {
  const { danger, contract = {} } = command;
  const { requires, exclusive, steps, subprocess, deprecated, environment, auth, job } = contract;
  return {
    danger_level: danger,
    exit_codes: describeExitCodes(command),
    required_scopes: [...(contract.requiredScopes ?? [])],
    option_placement: contract.optionPlacement ?? 'interspersed',
    interactive: contract.interactive ?? false,
    // Whatever it declares: of a command that has no dry run of its own, the gate tells what would run.
    dry_run: true,
    ...(contract.dispatches && { dispatcher: true }),
    ...(contract.safeDefault && { safe_default: true }),
    ...(contract.lists && { pagination: { default_limit: defaultListLimit } }),
    ...(requires && { requires }),
    ...(exclusive && { exclusive }),
    ...(steps && { steps }),
    ...(subprocess && { subprocess }),
    ...(environment && { environment }),
    ...(auth && { auth: describeAuth(auth) }),
    ...(job && { job: { status_command: job.status, cancel_command: job.cancel } }),
    ...(contract.writesSettings && { config_write_scope: { default: 'local', '--global': 'global' } }),
    ...(deprecated && { deprecated }),
    ...(command.timeoutMs !== undefined && { timeout_ms: command.timeoutMs }),
  };
}

function describeAuth({ variables, login }: Auth): Record<string, unknown> {
  const shared = { token_variables: [...variables], token_variable_flag: '--token-env-var' };
  return login === undefined ? { ...shared, signs_in: true, headless_flag: '--headless' } : { ...shared, login };
}
