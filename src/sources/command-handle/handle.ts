// What the owner says about handles, and what a handle is once it was read.

import type { CredentialNames } from '../../planning/draft.js';
import type { ProgramHost } from '../../planning/machine.js';
import type { Value } from '../../tool-form/value.js';
import type { DangerLevel } from '../../vocabulary/command.js';
import type { StreamMode, TextEncoding } from '../../vocabulary/program.js';
import type { SandboxChoice } from '../../vocabulary/sandbox.js';
import type { InputParameters, PathRule } from '../parameters/input-parameters.js';

/** What the owner allows the handles of some files. */
export interface HandleOptions {
  readonly paths: PathRule;
  /** Variables that they may set although these can change what a program does; a final `*` stands for any rest. */
  readonly environment: readonly string[];
  /** Variables of the gate that their programs get as well; a final `*` stands for any rest. */
  readonly pass: readonly string[];
  readonly relativePrograms: boolean;
  readonly inherit: boolean;
  /** Whether an argument may hold line breaks. */
  readonly newlines: boolean;
  readonly characters: 'text' | 'strict';
  readonly sandbox?: SandboxChoice | undefined;
}

/** What handles may do where the owner has said nothing about them. */
export const strictestOptions: HandleOptions = {
  paths: 'workspace',
  environment: [],
  pass: [],
  relativePrograms: false,
  inherit: false,
  newlines: false,
  characters: 'text',
};

export interface HandleSource {
  /** Real paths. */
  readonly files: readonly string[];
  readonly options: HandleOptions;
}

/** What handles need from the gate that runs them. */
export type HandleHost = Required<ProgramHost>;

export interface HandleIo {
  readonly stdin: Value | undefined;
  readonly stdout: StreamMode;
  readonly stderr: StreamMode;
  readonly encoding: TextEncoding;
  readonly timeoutMs: number | undefined;
}

/** A definition in which nothing is wrong but, perhaps, its templates. */
export interface Handle {
  readonly name: string;
  readonly description: string;
  readonly danger: DangerLevel;
  readonly examples: readonly string[];
  readonly input: InputParameters;
  readonly command: Value;
  readonly arguments: Value | undefined;
  readonly directory: Value | undefined;
  readonly environment: Value | undefined;
  readonly io: HandleIo;
  /** Alternatives: the first that can be resolved is used. */
  readonly security: readonly CredentialNames[];
  /** Templates by exit code, `signal` or `default`. */
  readonly results: ReadonlyMap<string, Value>;
}
