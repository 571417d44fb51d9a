// What the placeholders of one tool can stand for. Everything that they name is looked up here, and remembered.

import { nearestOf } from '../../../command-line/nearest.js';
import type { KeyPath } from '../../../documents/document.js';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import type { DefinitionReport } from '../../parameters/definition-report.js';
import type { InputParameters } from '../../parameters/input-parameters.js';
import type { ManualOptions, Parts, UtcpHost, Variable } from '../tool.js';
import type { Reference } from './placeholders.js';

export class Scope {
  readonly usedInputs = new Set<string>();
  readonly usedVariables = new Map<string, Variable>();
  readonly report: DefinitionReport;
  readonly #inputs: ReadonlyMap<string, { readonly isCertain: boolean }>;
  readonly #told = new Set<string>();
  readonly #options: ManualOptions;
  readonly #host: UtcpHost;

  constructor(input: InputParameters, options: ManualOptions, host: UtcpHost, report: DefinitionReport) {
    this.#inputs = new Map(
      input.parameters.map(({ key, required, default: byDefault }) => [
        key,
        { isCertain: required || byDefault !== undefined },
      ]),
    );
    this.#options = options;
    this.#host = host;
    this.report = report;
  }

  get inputs(): readonly string[] {
    return [...this.#inputs.keys()];
  }

  isInput(name: string): boolean {
    return this.#inputs.has(name);
  }

  /** Whether there is always a value: it must be given, or has a default. */
  isCertain(input: string): boolean {
    return this.#inputs.get(input)?.isCertain ?? true;
  }

  isVariable(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** `before` is the number of steps whose output is known. What cannot be found is reported, and is nothing. */
  resolve(reference: Reference, before: number, path: KeyPath): Parts {
    if (reference.kind === 'output') return this.#output(reference.step, before, path);
    const { name } = reference;
    if (this.#inputs.has(name)) {
      this.usedInputs.add(name);
      return [{ kind: 'input', name }];
    }
    if (reference.kind === 'argument') {
      this.#unknown(name, 'There is no input called', this.inputs, 'Describe it under "inputs".', path);
      return [];
    }
    const variable = this.#find(name);
    if (variable) {
      this.usedVariables.set(name, variable);
      const { missing } = variable;
      if (missing)
        this.report.error(path, `The variable ${quoteForReport(name)} has no value. ${missing.message}`, missing.fix);
      return [{ kind: 'variable', name }];
    }
    if (this.#options.environment.includes(name)) {
      const fix = `Set ${name} before the gate starts, or define it in "variables".`;
      this.report.error(path, `The gate's environment has no variable ${quoteForReport(name)}.`, fix);
    } else {
      const known = [...this.inputs, ...this.#options.variables.keys(), ...this.#options.environment];
      const fix = 'Describe it under "inputs", or ask the owner to define it in "variables" of this manual.';
      this.#unknown(name, 'There is no input or variable called', known, fix, path);
    }
    return [];
  }

  #output(step: number, before: number, path: KeyPath): Parts {
    if (step < before) return [{ kind: 'output', step }];
    const what = before === 0 ? 'no step comes before this one' : `only steps 0 to ${before - 1} come before this one`;
    const fix = 'Name an earlier step; steps are counted from 0.';
    this.report.error(path, `The output of step ${step} is not available here: ${what}.`, fix);
    return [];
  }

  #find(name: string): Variable | undefined {
    const defined = this.#options.variables.get(name);
    if (defined || !this.#options.environment.includes(name)) return defined;
    const value = Object.hasOwn(this.#host.environment, name) ? this.#host.environment[name] : undefined;
    return value === undefined ? undefined : { reveal: () => value };
  }

  #unknown(name: string, what: string, known: readonly string[], fix: string, path: KeyPath): void {
    const place = JSON.stringify([name, ...path]);
    if (this.#told.has(place)) return;
    this.#told.add(place);
    const nearest = nearestOf(name, known);
    const guess = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
    this.report.error(path, `${what} ${quoteForReport(name)}.`, `${guess}${fix}`);
  }
}
