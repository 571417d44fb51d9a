import type { DefinitionProblem } from '../../../sources/parameters/definition-report.js';
import type { Form } from '../../../sources/utcp/tool.js';
import type { JsonSchema } from '../../../vocabulary/command.js';

export interface ManualTool {
  /** As its manual calls it. */
  readonly name: string;
  readonly description: string;
  readonly inputs: JsonSchema;
  readonly outputs: JsonSchema | undefined;
  readonly tags: readonly string[];
  /** How its call template was written. */
  readonly form: Form;
}

export interface Manual {
  readonly name: string;
  readonly description: string;
  /** Those that can be called. */
  readonly tools: readonly ManualTool[];
  /** What is wrong with the others, and what the author of a tool most likely did not mean. */
  readonly problems: readonly DefinitionProblem[];
  /** Ends what still runs, and resolves when it is gone. */
  close(): Promise<void>;
}
