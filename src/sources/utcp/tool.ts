// The words of this source: what a tool of a manual is once it was read, whichever form it was written in.

import type { ProgramHost } from '../../planning/machine.js';
import type { DangerLevel, JsonSchema } from '../../vocabulary/command.js';
import type { SandboxChoice } from '../../vocabulary/sandbox.js';
import type { InputParameters, PathRule } from '../parameters/input-parameters.js';

/** How long a program may take to print a manual, unless the owner says otherwise. */
export const usualDiscoveryMs = 10_000;

/** How a call template was written. */
export type Form = 'specification' | 'commands' | 'command_name' | 'provider';

/** A piece of a text: written out, or something that is put there as it is, and never read again. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** What the caller gave. */
  | { readonly kind: 'input'; readonly name: string }
  /** What the owner defined. */
  | { readonly kind: 'variable'; readonly name: string }
  /** What an earlier step printed, counted from 0. */
  | { readonly kind: 'output'; readonly step: number };

export type Parts = readonly Part[];

export type Argument =
  /** One argument. It is left out where the input that it depends on was not given. */
  | { readonly kind: 'word'; readonly parts: Parts; readonly onlyWith?: string }
  /** `--name value` as the older form makes it of an input: by its value none, one or several arguments. */
  | { readonly kind: 'option'; readonly flag: string; readonly input: string };

/** One entry of the list that a tool runs. */
export type Step =
  | {
      readonly kind: 'program';
      /** No part of it comes from a caller or a program. */
      readonly program: Parts;
      readonly args: readonly Argument[];
      /** Whether what it prints is part of the result. */
      readonly shown: boolean;
    }
  /** Changes the directory of the steps after it. */
  | { readonly kind: 'directory'; readonly directory: Parts }
  | {
      readonly kind: 'shell';
      /** A script in which `$1`, `$2`, … stand for the values. */
      readonly script: string;
      readonly values: Parts;
      readonly shown: boolean;
    };

export interface CallTemplate {
  readonly form: Form;
  readonly steps: readonly Step[];
  readonly directory: Parts | undefined;
  readonly environment: ReadonlyMap<string, Parts>;
  /** Variables of the gate that its programs get; the owner listed each of them. */
  readonly inherited: readonly string[];
  /** It says that nothing is inherited: then not even the search path is. */
  readonly inheritsNothing?: boolean;
  readonly timeoutMs: number | undefined;
  readonly capturesOutput: boolean;
  /** The system that it was written for, where that shows. */
  readonly platform: 'windows' | undefined;
}

/** A value that the owner defined. None is ever listed, told or recorded. */
export interface Variable {
  reveal(): string;
  /** It stands in the configuration as it is, so it is no secret: a program may print it. */
  readonly isPlain?: true;
  /** Why there is no value. Whatever uses it cannot be loaded. */
  readonly missing?: { readonly message: string; readonly fix: string };
}

export interface Tool {
  /** As its manual calls it. */
  readonly name: string;
  /** The words of the command: manual and tool, cleaned. */
  readonly path: readonly [manual: string, tool: string];
  readonly description: string;
  readonly tags: readonly string[];
  readonly danger: DangerLevel;
  readonly input: InputParameters;
  readonly outputs: JsonSchema | undefined;
  readonly template: CallTemplate;
  /** Those that its template uses. */
  readonly variables: ReadonlyMap<string, Variable>;
  /** What its manual was read from, for messages. */
  readonly origin: string;
}

/** What the owner says about a manual. */
export interface ManualOptions {
  readonly paths: PathRule;
  /** Whether a program may be a path relative to the working directory. */
  readonly relativePrograms: boolean;
  /** Whether a step runs although the one before it failed. */
  readonly continueOnFailure: boolean;
  /** Variables by name: those of this manual before those of all. */
  readonly variables: ReadonlyMap<string, Variable>;
  /** Variables of the gate's environment that the manual may read. */
  readonly environment: readonly string[];
  /** Whether the owner's policy names this command as one that may use a shell. */
  readonly mayUseShell: (path: readonly string[]) => boolean;
  readonly sandbox?: SandboxChoice | undefined;
}

/** What the owner has said where nothing was said. */
export const strictestOptions: ManualOptions = {
  paths: 'workspace',
  relativePrograms: false,
  continueOnFailure: false,
  variables: new Map(),
  environment: [],
  mayUseShell: () => false,
};

/** What tools need from the gate that runs them. */
export interface UtcpHost extends Omit<ProgramHost, 'credential'> {
  /** The trusted directory, where there is one for all calls. */
  readonly workspace?: string;
}
