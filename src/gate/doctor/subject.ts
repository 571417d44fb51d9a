import type { Configuration } from '../../configuration/configuration.js';
import type { Exposure } from '../../machine/files/exposure.js';

/** What is examined. */
export interface Subject {
  /** Where the configuration is; undefined where there is none. */
  readonly file: string | undefined;
  /** Undefined where it could not be loaded, or was not: see `problem` and `exposures`. */
  readonly configuration: Configuration | undefined;
  /** Why it could not be loaded. */
  readonly problem: Error | undefined;
  /** Who else can change the configuration file. It is not loaded then: it may be a program. */
  readonly exposures: readonly Exposure[];
  /** A real path. */
  readonly workspace: string;
  /** The directory of the ledger. */
  readonly ledger: string;
  /** Where approvals and "always" rules are kept. */
  readonly approvals: string;
  /** Where the ends of the ledger's chains are kept once more. */
  readonly witness: string;
  readonly earlierWitness: string | undefined;
  /** What its entries are sealed with. */
  readonly keyFile: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: number;
}
