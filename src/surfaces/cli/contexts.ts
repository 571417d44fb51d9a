// The contexts of a user's own executable: other places to work in, by name.

import { isOwnName, ownNameRule } from '../../command-line/standard-options.js';
import { GateError } from '../../vocabulary/gate-error.js';
import type { RunCliOptions } from './run-cli.js';

const names = ['workspace', 'audit', 'ledger', 'allow', 'deny', 'limits'] as const;

/** What a context puts in place of the options of `runCli`; whatever it leaves out stays. */
export type CliContext = Pick<RunCliOptions, (typeof names)[number]>;

/** Throws a TypeError: a mistyped setting must not be one that is silently not there. */
export function checkContexts(options: RunCliOptions): void {
  checkRecords(options, '');
  for (const [name, context] of Object.entries(options.contexts ?? {})) {
    if (!isOwnName(name)) throw new TypeError(`Invalid context name ${JSON.stringify(name)}: use ${ownNameRule}.`);
    const unknown = Object.keys(context).find((key) => !names.some((known) => known === key));
    if (unknown !== undefined)
      throw new TypeError(
        `Unknown setting "${unknown}" in the context "${name}". The settings are ${names.join(', ')}.`,
      );
    checkRecords(context, `contexts.${name}.`);
  }
}

/** Also what only reads records asks where they are, so this cannot wait until something is recorded. */
function checkRecords({ audit, ledger }: CliContext, where: string): void {
  if (audit !== undefined && typeof audit?.file !== 'string')
    throw new TypeError(`${where}audit must be { file: 'path of a file' }.`);
  if (ledger !== undefined && typeof ledger?.directory !== 'string')
    throw new TypeError(`${where}ledger must be { directory: 'path of a directory' }.`);
}

export interface ChosenContext {
  readonly settings: CliContext;
  /** Why it is not the one that was named. */
  readonly refusal: GateError | undefined;
}

export function chooseContext(options: RunCliOptions, name: string | undefined): ChosenContext {
  const { contexts = {} } = options;
  const own = Object.fromEntries(names.map((key) => [key, options[key]])) as CliContext;
  if (name === undefined) return { settings: own, refusal: undefined };
  const found = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  return { settings: { ...own, ...found }, refusal: found ? undefined : unknownContext(Object.keys(contexts)) };
}

function unknownContext(known: readonly string[]): GateError {
  const hint =
    known.length > 0 ? `Use one of ${known.join(', ')}` : 'Leave --context out: this program has no contexts';
  return new GateError('VALIDATION_ERROR', 'Invalid argument: --context (unknown context)', {
    hint,
    details: [{ code: 'INVALID_VALUE', field: '--context', message: 'Unknown context', hint }],
  });
}
