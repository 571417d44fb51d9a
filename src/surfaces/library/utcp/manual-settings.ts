// What a program that loads a manual says about it, checked: it is the owner here.

import type { GateOptions } from '../../../gate/gate-options.js';
import { checkedLimits } from '../../../gate/limits.js';
import type { LedgerSettings } from '../../../gate/opening/remember-in.js';
import { checkOptions, type OptionNames } from '../../../shape/check-options.js';
import { cleanName } from '../../../sources/utcp/read/clean-name.js';
import type { ManualOptions } from '../../../sources/utcp/tool.js';
import type { AskPerson } from '../../../vocabulary/request.js';

export interface LoadOptions extends Partial<Pick<ManualOptions, 'paths' | 'relativePrograms' | 'continueOnFailure'>> {
  /** What the manual is called; the name of its file unless given. */
  readonly name?: string;
  /** Values for the variables in its templates. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Variables of this process that its templates may read and its programs may get. */
  readonly environment?: readonly string[];
  /** The directory that paths must stay in. Without one they may lead anywhere, and start in the current directory. */
  readonly workspace?: string;
  /** The tools that may use a shell, by name. */
  readonly shell?: readonly string[];
  /** The directories to search for programs; by default those of PATH. */
  readonly path?: readonly string[];
  readonly limits?: GateOptions['limits'];
  /** Asks a person before a destructive tool runs; without it, it does not run. */
  readonly approve?: AskPerson;
  /** A file that every answer is appended to, one JSON object per line. Without it, and without a ledger, nothing is recorded. */
  readonly audit?: { readonly file: string };
  /** Where everything is remembered. Nowhere unless given. */
  readonly ledger?: LedgerSettings;
}

const known: OptionNames<LoadOptions> = {
  ...{ name: true, variables: true, environment: true, workspace: true, paths: true, relativePrograms: true },
  ...{ continueOnFailure: true, shell: true, path: true, limits: true, approve: true, audit: true, ledger: true },
};

/** Throws a TypeError. No value is in it: one may be secret. */
export function checkSettings(options: LoadOptions): void {
  checkOptions('loadManual', options, known);
  const { paths, variables = {}, environment = [], shell = [], path = [] } = options;
  if (paths !== undefined && paths !== 'workspace' && paths !== 'any') {
    throw new TypeError('paths must be "workspace" or "any".');
  }
  for (const [name, value] of Object.entries(variables)) {
    if (typeof value !== 'string') throw new TypeError(`The variable ${JSON.stringify(name)} must be a string.`);
  }
  for (const [name, list] of Object.entries({ environment, shell, path })) {
    if (!Array.isArray(list) || list.some((item) => typeof item !== 'string')) {
      throw new TypeError(`${name} must be an array of strings.`);
    }
  }
  checkedLimits(options.limits);
}

export function toManualOptions(options: LoadOptions): ManualOptions {
  const { variables = {}, environment = [], shell = [] } = options;
  return {
    paths: options.paths ?? (options.workspace === undefined ? 'any' : 'workspace'),
    relativePrograms: options.relativePrograms ?? false,
    continueOnFailure: options.continueOnFailure ?? false,
    variables: new Map(Object.entries(variables).map(([name, value]) => [name, { reveal: () => value }])),
    environment,
    mayUseShell: ([manual, tool]) => shell.some((name) => cleanName(withoutManual(name, manual ?? '')) === tool),
  };
}

/** `manual.tool` → `tool`. */
export function withoutManual(name: string, manual: string): string {
  return name.startsWith(`${manual}.`) ? name.slice(manual.length + 1) : name;
}
