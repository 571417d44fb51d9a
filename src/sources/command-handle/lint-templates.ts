// What an author most likely did not mean, although it is allowed.

import { nearestOf } from '../../command-line/nearest.js';
import type { KeyPath } from '../../documents/document.js';
import { quoteForReport } from '../../documents/quote-for-report.js';
import { isObject as isFields } from '../../shape/kind-of.js';
import { isArray, isObject, type Value } from '../../tool-form/value.js';
import { fieldOf } from '../parameters/check-fields.js';
import type { DefinitionReport } from '../parameters/definition-report.js';
import type { Handle, HandleOptions } from './handle.js';
import { lintCode, lintList, placeholder } from './lint-list.js';

export function lintTemplates(handle: Handle, options: HandleOptions, report: DefinitionReport): void {
  if (handle.arguments !== undefined) lintNames(handle.arguments, ['arguments'], false, report);
  if (isArray(handle.arguments)) {
    const characters = { profile: options.characters, newlines: options.newlines };
    lintList(handle.arguments, ['arguments'], characters, report);
    lintCode(handle.command, handle.arguments, ['arguments'], report);
  }
  const properties = fieldOf(handle.input.schema, 'properties');
  const known = new Set(isFields(properties) ? Object.keys(properties) : []);
  const { command, arguments: args, directory, environment, io } = handle;
  for (const [path, template] of [
    [['command'], command],
    [['arguments'], args],
    [['directory'], directory],
    [['environment'], environment],
    [['io', 'stdin'], io.stdin],
  ] as const) {
    if (template !== undefined) lintReads(template, path, known, report);
  }
}

const directives: Readonly<Record<string, string>> = {
  flags: 'Write "$flags" if its properties are flags.',
  repeat: 'Write "$repeat" to repeat its flags.',
  args: 'Write "$args" if its values are arguments.',
  positional: 'Write {"$args": …} in an array beside the flags if its values are arguments.',
};

/** Under the args encoding, the name of a property is a word of the command line. */
function lintNames(template: Value, path: KeyPath, encoded: boolean, report: DefinitionReport): void {
  if (isArray(template)) {
    for (const [index, item] of template.entries()) lintNames(item, [...path, index], encoded, report);
  }
  if (!isObject(template)) return;
  const inside = encoded || template.$encode === 'args';
  for (const [name, value] of Object.entries(template)) {
    const place = [...path, name];
    const fix = inside && Object.hasOwn(directives, name) ? directives[name] : undefined;
    if (fix !== undefined) report.hint(place, `The program gets the word "${name}" itself as an argument.`, fix, 'key');
    lintNames(value, place, inside, report);
  }
}

/** An argument that no parameter describes is never there. */
function lintReads(template: Value, path: KeyPath, known: ReadonlySet<string>, report: DefinitionReport): void {
  if (typeof template === 'string') {
    for (const [, expression] of template.matchAll(placeholder)) lintRead(expression, path, known, report);
  } else if (isArray(template)) {
    for (const [index, item] of template.entries()) lintReads(item, [...path, index], known, report);
  } else if (isObject(template)) {
    const { $as: bound } = template;
    const inner = typeof bound === 'string' ? new Set([...known, bound]) : known;
    for (const [name, value] of Object.entries(template)) {
      if (name === '$spread' && typeof value === 'string' && value.endsWith('[*]')) {
        const fix = `Write "${value.slice(0, -'[*]'.length)}" to spread the elements of one array.`;
        report.hint([...path, name], 'Text and numbers that are spread one by one are dropped.', fix);
      }
      if (name === '$' && typeof value === 'string') lintRead(value, [...path, name], inner, report);
      else lintReads(value, [...path, name], inner, report);
    }
  }
}

function lintRead(
  expression: string | undefined,
  path: KeyPath,
  known: ReadonlySet<string>,
  report: DefinitionReport,
): void {
  const name = /^\s*(?:\$?\.)?([A-Za-z_][A-Za-z0-9_]*)/.exec(expression ?? '')?.[1];
  if (name === undefined || known.has(name)) return;
  const nearest = nearestOf(name, [...known]);
  const guess = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
  const fix = `${guess}Describe it under "parameters", or remove it: it never has a value.`;
  report.hint(path, `There is no parameter ${quoteForReport(name)}.`, fix);
}
