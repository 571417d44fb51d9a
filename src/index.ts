// The public API. A name listed here is a promise; every other file may change freely.

export { type AcliError, type ParseResult, parse } from './command-line/parse.js';
export { ConfigurationError } from './configuration/configuration-error.js';
export type { Limits } from './gate/limits.js';
export type { LedgerSettings } from './gate/opening/remember-in.js';
export type { CallToolResult } from './renderings/mcp-result.js';
export { type Arg, type ArgDetails, arg } from './sources/typescript/arg.js';
export { defineCommand } from './sources/typescript/define-command.js';
export type { ArgumentDefinition, CommandDefinition, CommandDefinitions } from './sources/typescript/definition.js';
export { type RunCliOptions, runCli } from './surfaces/cli/run-cli.js';
export {
  type Acli,
  type AcliOptions,
  createAcli,
  type ExecuteInput,
  type ExecuteOptions,
} from './surfaces/library/create-acli.js';
export {
  type ConfiguredGate,
  type CreateGateOptions,
  createGate,
  type GateRequest,
  type RunOptions,
} from './surfaces/library/create-gate.js';
export {
  createShell,
  type Shell,
  type ShellOptions,
  type ShellRequest,
  type ShellRunOptions,
} from './surfaces/library/create-shell.js';
export type { ShellEvent } from './surfaces/library/shell-events.js';
export type { ShellArtifact, ShellResult } from './surfaces/library/shell-result.js';
export type { ShellSessionOptions } from './surfaces/library/shell-session.js';
export type { Approval, ApprovalAnswer } from './vocabulary/approval.js';
export {
  type AuthFacts,
  authErrorOf,
  credentialsExpired,
  permissionMissing,
  tokenMissing,
} from './vocabulary/auth-error.js';
export type { DangerLevel, JsonSchema, ParameterType } from './vocabulary/command.js';
export type {
  Context,
  FetchOptions,
  ItemResult,
  ItemsResult,
  LockOptions,
  Log,
  PipelineStage,
  Prompt,
  PromptOptions,
  Settings,
  SpawnOptions,
  SpawnResult,
  TruncatedField,
  UrlToOpen,
  WriteFileOptions,
  WrittenSettings,
} from './vocabulary/context.js';
export type { Auth, CommandContract, ExitCodeEntry, Job } from './vocabulary/contract.js';
export { DefinitionError } from './vocabulary/definition-error.js';
export type { ErrorCode } from './vocabulary/error-codes.js';
export type { RunEvent } from './vocabulary/event.js';
export { CommandError, GateError, type Problem } from './vocabulary/gate-error.js';
export { audio, image, type Media } from './vocabulary/media.js';
export type { Completed, Failed, Outcome } from './vocabulary/outcome.js';
export type { RunState, StreamName } from './vocabulary/program.js';
export type {
  AskPerson,
  Caller,
  CancelResult,
  CancelTarget,
  Session,
  SessionLimits,
} from './vocabulary/request.js';
