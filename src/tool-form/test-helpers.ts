// Shorthand for the tests of this folder.
import { compileTemplate } from './compile-template.js';
import type { TemplateOptions } from './compiler.js';
import { ToolFormError } from './tool-form-error.js';
import type { Value } from './value.js';

/** The value a template yields, or "CODE pointer" where it fails, before or during rendering. */
export function render(template: unknown, values: unknown = {}, options: TemplateOptions = {}): unknown {
  const compiled = compileTemplate(template as Value, options);
  if (!compiled.ok) return describe(compiled.errors[0]);
  const result = compiled.template.render(values as Value);
  return result instanceof ToolFormError ? describe(result) : result.value;
}

/** The same for the arguments of a program that the args encoding makes. */
export function encode(template: unknown, values: unknown = {}, options: TemplateOptions = {}): unknown {
  return render({ $use: template, $encode: 'args' }, values, options);
}

export function describe({ code, pointer }: ToolFormError): string {
  return `${code} ${pointer}`;
}
