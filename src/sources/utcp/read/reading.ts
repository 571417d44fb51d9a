import type { KeyPath } from '../../../documents/document.js';
import type { Fields } from '../../parameters/check-fields.js';
import type { DefinitionReport } from '../../parameters/definition-report.js';
import type { Form, ManualOptions, Parts, Step, UtcpHost } from '../tool.js';
import type { Dialect } from './placeholders.js';
import type { Scope } from './scope.js';

/** A call template while it is read, and what is known about its tool. */
export interface Reading {
  readonly template: Fields;
  /** The place of the template in the tool. */
  readonly path: KeyPath;
  readonly toolPath: readonly [string, string];
  readonly dialect: Dialect;
  readonly scope: Scope;
  readonly options: ManualOptions;
  readonly host: UtcpHost;
  readonly report: DefinitionReport;
  /** What the template sets for its programs. */
  readonly environment: ReadonlyMap<string, Parts>;
  readonly inherited: readonly string[];
}

/** What a form says by its own fields. */
export interface ReadSteps {
  readonly form: Form;
  readonly steps: readonly Step[];
  readonly platform: 'windows' | undefined;
  /** Where the template gives none. */
  readonly timeoutMs: number | undefined;
}
