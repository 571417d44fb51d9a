// Which program runs is the author's choice. An argument may only choose among those that the definition lists.

import { isAbsolute } from 'node:path';
import { isObject as isFields } from '../../shape/kind-of.js';
import type { Template } from '../../tool-form/compile-template.js';
import { ToolFormError } from '../../tool-form/tool-form-error.js';
import { isObject, type Value } from '../../tool-form/value.js';
import type { JsonSchema } from '../../vocabulary/command.js';
import { fieldOf } from '../parameters/check-fields.js';
import type { DefinitionReport } from '../parameters/definition-report.js';
import type { HandleOptions } from './handle.js';
import { writtenTexts } from './written-texts.js';

/** The names of programs that the definition itself writes: in the template, or as the choices of the argument it reads. */
export function listedPrograms(template: Value, schema: JsonSchema): ReadonlySet<string> {
  return new Set([...writtenTexts(template), ...choicesOf(template, schema)]);
}

/** The `enum` of an argument that is the whole of the command: `{"$": "tool"}` or `"{{tool}}"`. */
function choicesOf(template: Value, schema: JsonSchema): readonly string[] {
  const argument = argumentOf(template);
  const properties = fieldOf(schema, 'properties');
  const property = argument !== undefined && isFields(properties) ? fieldOf(properties, argument) : undefined;
  const choices = isFields(property) ? fieldOf(property, 'enum') : undefined;
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];
}

function argumentOf(template: Value): string | undefined {
  const expression =
    typeof template === 'string' ? /^\{\{(.*)\}\}$/s.exec(template)?.[1] : isObject(template) ? template.$ : undefined;
  if (typeof expression !== 'string') return undefined;
  return /^\s*(?:\$?\.)?([A-Za-z_][A-Za-z0-9_]*)\s*$/.exec(expression)?.[1];
}

/** What can be said about the program before there are arguments. */
export function checkWrittenProgram(
  written: Value,
  template: Template,
  schema: JsonSchema,
  options: HandleOptions,
  report: DefinitionReport,
): void {
  if (!template.constant) {
    // An object may choose among programs that it writes out; a text with an argument in it is none of them.
    const isChosen = typeof written === 'string' || argumentOf(written) !== undefined;
    if (!isChosen || choicesOf(written, schema).length > 0) return;
    const fix = 'Write the program literally, or list the allowed programs in an "enum" of that parameter.';
    report.error(['command'], 'An argument would choose the program.', fix);
    return;
  }
  const rendered = template.render(null);
  const program = rendered instanceof ToolFormError ? undefined : rendered.value;
  if (typeof program !== 'string' || program === '') {
    report.error(['command'], 'Must be the name of a program.', 'Write for example "git" or "/usr/bin/git".');
  } else if (program.includes('/') && !isAbsolute(program) && !options.relativePrograms) {
    const fix =
      'Write an absolute path or a bare name, or ask the owner to set "relativePrograms": true for these handles.';
    report.error(['command'], 'The program is a relative path.', fix);
  }
}
