// The templates of a handle, compiled once. Their mistakes are told with their places in the file.

import { compileTemplate, type Template } from '../../tool-form/compile-template.js';
import type { TemplateOptions } from '../../tool-form/compiler.js';
import { below } from '../../tool-form/json-pointer.js';
import type { Value } from '../../tool-form/value.js';
import type { DefinitionReport } from '../parameters/definition-report.js';
import { compileNow } from '../parameters/json-schema.js';
import type { Handle, HandleOptions } from './handle.js';

export interface HandleTemplates {
  readonly command: Template;
  readonly arguments: Template | undefined;
  readonly directory: Template | undefined;
  readonly environment: Template | undefined;
  readonly stdin: Template | undefined;
  readonly results: ReadonlyMap<string, Template>;
}

/** `undefined` when one of them is wrong. */
export function compileTemplates(
  handle: Handle,
  document: Value,
  options: HandleOptions,
  report: DefinitionReport,
): HandleTemplates | undefined {
  const shared: TemplateOptions = {
    document,
    characters: { profile: options.characters, newlines: options.newlines },
    compileSchema: (schema) => {
      const validate = compileNow(schema);
      return (value) => validate(value).length === 0;
    },
  };
  let sound = true;
  const compile = (template: Value | undefined, ...names: string[]): Template | undefined => {
    if (template === undefined) return undefined;
    const pointer = names.reduce(below, report.pointer);
    const compiled = compileTemplate(template, { ...shared, pointer });
    if (compiled.ok) return compiled.template;
    sound = false;
    for (const error of compiled.errors) report.templateError(error);
    return undefined;
  };
  const command = compile(handle.command, 'command');
  const templates = {
    arguments: compile(handle.arguments, 'arguments'),
    directory: compile(handle.directory, 'directory'),
    environment: compile(handle.environment, 'environment'),
    stdin: compile(handle.io.stdin, 'io', 'stdin'),
  };
  const results = new Map<string, Template>();
  for (const [exit, template] of handle.results) {
    const compiled = compile(template, 'results', exit);
    if (compiled) results.set(exit, compiled);
  }
  return sound && command ? { command, ...templates, results } : undefined;
}
