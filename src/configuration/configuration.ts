import type { KeyPath, Place } from '../documents/document.js';
import type { HandleOptions } from '../sources/command-handle/handle.js';
import type { ManualOptions } from '../sources/utcp/tool.js';
import type { Introduction } from '../vocabulary/introduction.js';
import type { Caller } from '../vocabulary/request.js';
import type { SandboxSetup } from '../vocabulary/sandbox.js';
import type { ConfigurationFile } from './configuration-shape.js';
import type { ResolvedSecret } from './resolve-secret.js';
import type { Secret } from './secret.js';

export interface ConfiguredCaller {
  readonly caller: Caller;
  readonly token: Secret;
}

/** Handle files, and what the owner allows the handles in them. */
export interface ConfiguredHandles extends HandleOptions {
  /** Real paths, sorted, each once. */
  readonly files: readonly string[];
}

/** UTCP manuals, and what the owner allows their tools. What the policy says about shells is not known here. */
export interface ConfiguredManuals extends Omit<ManualOptions, 'mayUseShell'> {
  /** What the owner calls the manual. */
  readonly name: string | undefined;
  readonly from: /** Real paths, sorted, each once. */
    | { readonly files: readonly string[] }
    /** A program that prints the manual, with its arguments. */
    | { readonly command: readonly [string, ...string[]]; readonly timeoutMs: number | undefined };
}

/** A file of rules, or rules that stand in the configuration. */
export type ConfiguredPolicy =
  | { readonly file: string }
  | { readonly rules: unknown; locate(path: KeyPath, part: 'key' | 'value'): Place | undefined };

export interface ConfiguredLedger {
  /** Absolute. */
  readonly directory: string;
  readonly url: Secret | undefined;
  readonly sync: 'process' | 'full';
  readonly keepDays: number | undefined;
  readonly keepBytes: number | undefined;
  /** Undefined: for ever. */
  readonly keepLogDays: number | undefined;
  /** A plain copy of the record. */
  readonly auditFile: string | undefined;
}

/** A configuration ready for use: paths are absolute, references are resolved, every file exists. */
/** Who is told that a request waits. */
export interface ConfiguredNotify {
  readonly command: readonly string[] | undefined;
  readonly url: Secret | undefined;
}

export interface Configuration {
  /** Where it was read from. */
  readonly file: string;
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly description: string | undefined;
  /** What MCP clients are told beside that. */
  readonly introduction: Introduction;
  /** A real path. */
  readonly workspace: string;
  /** The same, where the file names it. */
  readonly projectRoot?: string;
  /** Real paths, sorted, each once. */
  readonly commandFiles: readonly string[];
  /** Those of them whose handlers each have a process of their own. */
  readonly untrustedFiles: readonly string[];
  /** Whether a server runs handlers in a process beside its own. */
  readonly handlerProcess: boolean;
  /** Whether the commands of modules must declare everything. */
  readonly strict: boolean;
  readonly handles: readonly ConfiguredHandles[];
  readonly utcp: readonly ConfiguredManuals[];
  /** Absolute directories; `undefined` is the gate's own PATH. */
  readonly programPath: readonly string[] | undefined;
  /** Fetches a credential by its name, anew each time; `undefined` when none has that name. */
  readonly credential: (name: string) => ResolvedSecret | undefined;
  readonly allow: 'everything' | readonly string[];
  readonly deny: readonly string[];
  readonly callers: readonly ConfiguredCaller[];
  readonly limits: NonNullable<ConfigurationFile['limits']>;
  /** What programs of `shell` get: texts, and secrets that are never shown. */
  readonly programEnvironment: Readonly<Record<string, string | Secret>>;
  readonly programPass: readonly string[];
  readonly shell: NonNullable<ConfigurationFile['shell']>;
  /** Its paths are absolute. */
  readonly sandbox: SandboxSetup;
  /** Whether the workspace is kept as it was before programs that may change it. */
  readonly snapshots: 'off' | 'on' | 'required';
  readonly policy: ConfiguredPolicy | undefined;
  /** The directory is absolute. */
  readonly approvals: Omit<NonNullable<ConfigurationFile['approvals']>, 'notify'> & {
    readonly notify?: ConfiguredNotify;
  };
  /** Whose memory it is, where several are kept apart. */
  readonly instance: string | undefined;
  /** What is remembered, and where; false records nothing. */
  readonly ledger: ConfiguredLedger | false;
  /** What works, but not as far as its owner may think. */
  readonly warnings: readonly string[];
  readonly http: {
    readonly host: string;
    readonly port: number | undefined;
    readonly token: Secret | undefined;
    readonly requests?: number;
    readonly connections?: number;
    readonly allowedHosts: readonly string[];
    readonly allowedOrigins: readonly string[];
    readonly oauth?: ConfiguredOAuth;
    /** The environment variables that tokens come from, for those who have to send one or start the gate themselves. */
    readonly tokenVariables: readonly string[];
  };
}

/** Whose access tokens count, and who their bearers are. */
export interface ConfiguredOAuth {
  readonly issuers: readonly string[];
  readonly resource: string;
  readonly audience: readonly string[];
  readonly requiredScopes: readonly string[];
  readonly callers: readonly {
    readonly caller: Caller;
    readonly scopes: readonly string[];
    readonly claims: Readonly<Record<string, string>>;
  }[];
}
