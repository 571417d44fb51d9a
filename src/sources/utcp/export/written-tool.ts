// What stands in an exported manual. SDKs refuse fields that they do not know, so there are no others.

import type { JsonSchema } from '../../../vocabulary/command.js';

export interface WrittenStep {
  readonly command: string;
  readonly append_to_final_output?: boolean;
}

interface CommonFields {
  readonly call_template_type: 'cli';
  /** In seconds. */
  readonly timeout?: number;
  readonly capture_output?: boolean;
}

type Texts = Readonly<Record<string, string>>;

export type WrittenTemplate = CommonFields &
  (
    | {
        readonly command: string;
        readonly args?: readonly string[];
        readonly working_directory?: string;
        readonly environment?: Texts;
      }
    | {
        readonly commands: readonly WrittenStep[];
        readonly env_vars?: Texts;
        readonly inherit_env_vars?: readonly string[];
        readonly working_dir?: string;
      }
  );

export interface WrittenTool {
  readonly name: string;
  readonly description: string;
  readonly inputs: JsonSchema;
  readonly outputs?: JsonSchema;
  readonly tags: readonly string[];
  readonly tool_call_template: WrittenTemplate;
}

export interface WrittenManual {
  readonly utcp_version: string;
  readonly manual_version: string;
  readonly tools: readonly WrittenTool[];
}
