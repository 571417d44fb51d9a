// What a gate says of itself, as its options have it.

import { defaultYieldMs } from '../sources/shell/shell-host.js';
import { type Introduction, introductionOf } from '../vocabulary/introduction.js';
import type { GateOptions } from './gate-options.js';

export abstract class DescribedGate {
  /** Those in force: a reload replaces some of them. */
  protected options: GateOptions;

  constructor(options: GateOptions) {
    this.options = options;
  }

  get name(): string {
    return this.options.name ?? 'cmdgate';
  }

  get workspace(): string {
    return this.options.workspace;
  }

  get readsSettings(): boolean {
    return this.options.readsSettings ?? true;
  }

  get version(): string {
    return this.options.version ?? '0.0.0';
  }

  get description(): string {
    return this.options.description ?? 'Commands for agents and people';
  }

  get ownVersion(): string {
    return this.options.ownVersion ?? this.version;
  }

  get introduction(): Introduction {
    return introductionOf(this.options);
  }

  get yieldMs(): number {
    return this.options.yieldMs ?? defaultYieldMs;
  }
}
