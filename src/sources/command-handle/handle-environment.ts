// The environment that a handle writes: which names it may have, and which of its values are the author's own.

import type { CredentialNames } from '../../planning/draft.js';
import { compileTemplate } from '../../tool-form/compile-template.js';
import { ToolFormError } from '../../tool-form/tool-form-error.js';
import { isArray, isObject, type Value } from '../../tool-form/value.js';
import type { DefinitionReport } from '../parameters/definition-report.js';
import { checkVariable } from './check-variable.js';
import type { HandleOptions } from './handle.js';
import { writtenTexts } from './written-texts.js';

/** What the template itself says about the environment, before there are arguments. */
export interface WrittenEnvironment {
  /** Every name that stands in the template: arguments give values, and never names. */
  readonly names: ReadonlySet<string>;
  /** The values that depend on no argument. */
  readonly literals: ReadonlyMap<string, Value>;
  /** The texts among which a template may choose, by name. */
  readonly choices: ReadonlyMap<string, ReadonlySet<string>>;
}

export function readWrittenEnvironment(template: Value | undefined): WrittenEnvironment {
  const names = new Set<string>();
  if (template !== undefined) collectNames(template, names);
  const literals = new Map<string, Value>();
  const choices = new Map<string, ReadonlySet<string>>();
  for (const [name, value] of isObject(template) ? Object.entries(template) : []) {
    choices.set(name, writtenTexts(value));
    const compiled = compileTemplate(value);
    const rendered = compiled.ok && compiled.template.constant ? compiled.template.render(null) : undefined;
    if (rendered === undefined || rendered instanceof ToolFormError || rendered.value === undefined) continue;
    literals.set(name, rendered.value);
  }
  return { names, literals, choices };
}

function collectNames(template: Value, names: Set<string>): void {
  if (isArray(template)) for (const item of template) collectNames(item, names);
  if (!isObject(template)) return;
  for (const [name, value] of Object.entries(template)) {
    if (!name.startsWith('$')) names.add(name);
    collectNames(value, names);
  }
}

/** The names whose values hold something from arguments. One that is exactly what the author wrote does not. */
export function namesFromArguments(rendered: Value | undefined, written: WrittenEnvironment): ReadonlySet<string> {
  const isWritten = ([name, value]: readonly [string, Value]) =>
    written.literals.get(name) === value || (typeof value === 'string' && written.choices.get(name)?.has(value));
  const entries = isObject(rendered) ? Object.entries(rendered) : [];
  return new Set(entries.filter((entry) => !isWritten(entry)).map(([name]) => name));
}

/** Names that no call could ever set, found before there is one. */
export function checkWrittenEnvironment(
  template: Value | undefined,
  security: readonly CredentialNames[],
  options: HandleOptions,
  report: DefinitionReport,
): void {
  if (template === undefined) return;
  if (!isObject(template)) {
    report.error(['environment'], 'The environment is not an object of names and values.', 'Write {"LANG": "C"}.');
    return;
  }
  const { literals } = readWrittenEnvironment(template);
  for (const [name, written] of Object.entries(template)) {
    // The name of a property that is spread into the object never shows.
    if (name.startsWith('$') || JSON.stringify(written).includes('"$spread"')) continue;
    const path = ['environment', name];
    const literal = literals.get(name);
    const from = literal === undefined && readsArgument(written) ? 'arguments' : 'definition';
    checkVariable(name, literal ?? '', from, options, report, path);
    if (security.some((names) => names.has(name))) {
      report.error(path, 'A credential is already put into this variable.', 'Remove one of the two.', 'key');
    }
  }
}

/** Whether the value is an argument or holds one, whatever the arguments are. */
function readsArgument(written: Value): boolean {
  return typeof written === 'string' || (isObject(written) && Object.hasOwn(written, '$'));
}
