import type { Digests } from '../../ledger/trust/trust-store.js';
import { ConfigurationError, type ConfigurationProblem } from '../configuration-error.js';

/** What would be loaded may have been written by an agent. A person can look at it and say that it is theirs. */
export class UntrustedConfiguration extends ConfigurationError {
  /** What a person would agree to. */
  readonly files: Digests;

  constructor(problems: readonly ConfigurationProblem[], files: Digests) {
    super(problems);
    this.files = files;
  }
}
