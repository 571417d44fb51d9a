// A tool as the forms that are written today can say it, or why they cannot.

import type { Argument, CallTemplate, Step, Tool } from '../tool.js';

export type SayableTool =
  | { readonly ok: true; readonly tool: Tool }
  | { readonly ok: false; readonly reasons: readonly string[] };

export function sayableTool(tool: Tool): SayableTool {
  const reasons: string[] = [];
  const steps = tool.template.steps.map((step) => sayableStep(step, tool, reasons));
  if (tool.input.parameters.some(({ secret, schema }) => secret && ('default' in schema || 'examples' in schema))) {
    reasons.push('inputs: the default or the examples of a secret would be shown');
  }
  const template: CallTemplate = { ...tool.template, steps };
  return reasons.length === 0 ? { ok: true, tool: { ...tool, template } } : { ok: false, reasons };
}

function sayableStep(step: Step, tool: Tool, reasons: string[]): Step {
  if (step.kind === 'shell') reasons.push('it needs a shell');
  if (step.kind !== 'program') return step;
  return { ...step, args: step.args.flatMap((argument) => sayableArguments(argument, tool, reasons)) };
}

/** The older form makes flags and repeated options of some values; what is always one pair can be written as a pair. */
function sayableArguments(argument: Argument, { input }: Tool, reasons: string[]): readonly Argument[] {
  if (argument.kind === 'word') return [argument];
  const parameter = input.parameters.find(({ key }) => key === argument.input);
  const isPair = parameter && !parameter.guessType && ['string', 'integer', 'number'].includes(parameter.type);
  if (!isPair) {
    reasons.push(
      `depending on its value, "${argument.input}" is zero, one or several arguments, which only "command_name" can express`,
    );
    return [];
  }
  const isOptional = !parameter.required && parameter.default === undefined;
  const onlyWith = isOptional ? { onlyWith: argument.input } : {};
  return [
    { kind: 'word', parts: [{ kind: 'text', text: argument.flag }], ...onlyWith },
    { kind: 'word', parts: [{ kind: 'input', name: argument.input }], ...onlyWith },
  ];
}
