// Runs programs in a domain of Landlock: what has no rule cannot be opened, listed, run or changed.

import { GateError } from '../../../vocabulary/gate-error.js';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { makeOwnDirectory } from '../own-directory.js';
import type { Place, Sandboxed, Scope, Tier } from '../tier.js';
import { cannotBeKept, landlockRules, type Rule } from './landlock-rules.js';
import { launcher } from './launcher.js';
import { systemCallFilter } from './system-call-filter.js';
import { type Processor, type SystemCalls, systemCallsOf } from './system-calls.js';

/** Nothing that Perl or the loader would read reaches them: the launcher takes the mark off again. */
const mark = 'cmdgate:';

export class Landlock implements Tier {
  readonly name = 'landlock';
  readonly ownPlaces = [];
  readonly #perl: string;
  readonly #calls: SystemCalls;
  /** As hexadecimal digits, for programs with and without a network. */
  readonly #filters: ReadonlyMap<boolean, string>;

  constructor(perl: string, processor: Processor) {
    this.#perl = perl;
    this.#calls = systemCallsOf(processor);
    this.#filters = new Map([true, false].map((network) => [network, hexadecimal(this.#calls, network)]));
  }

  enclose(
    plan: ProgramPlan,
    limited: ProgramPlan,
    seen: Scope,
    { temporary, gitSettings }: Place,
  ): Sandboxed | GateError {
    // It holds the output of other runs.
    const scope = { ...seen, hidden: [...seen.hidden, temporary] };
    const problems = cannotBeKept(scope);
    const [problem] = problems;
    if (problem) {
      const { message, hint } = problem;
      return new GateError('UNAVAILABLE', message, { hint: `Tell the owner: ${hint}`, details: problems });
    }
    const own = makeOwnDirectory(plan.environment, [...scope.readable, ...scope.writable], temporary, gitSettings);
    const rules = landlockRules({ ...scope, writable: [...scope.writable, own.path] });
    const variables = { ...own.environment, ...(plan.traceId !== undefined && { TOOL_TRACE_ID: plan.traceId }) };
    return {
      plan: {
        ...limited,
        program: this.#perl,
        name: 'perl',
        args: this.launch(rules, scope.network, [limited.program, limited.name, ...limited.args]),
        environment: Object.fromEntries(Object.entries(variables).map(([name, value]) => [mark + name, value])),
        traceId: undefined,
        wrapper: 'landlock',
      },
      release: () => own.remove(),
    };
  }

  /** The arguments with which Perl starts a program, given by its path, its name and its arguments. */
  launch(rules: readonly Rule[], network: boolean, words: readonly string[]): readonly string[] {
    const { prctl, capset } = this.#calls.number;
    return [
      ...['-f', '-e', launcher, '--'],
      ...[prctl, capset, process.pid].map(String),
      this.#filters.get(network) as string,
      ...[String(rules.length), ...rules.flatMap(({ rights, path }) => [String(rights), path])],
      ...words,
    ];
  }
}

function hexadecimal(calls: SystemCalls, network: boolean): string {
  return systemCallFilter(calls, network).toString('hex');
}
