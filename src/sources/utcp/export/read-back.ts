// Whether our own reader understands what was written as it was meant. UTCP has no way to write a text that looks like
// a placeholder, and rules about what may stand where: this finds all of it without knowing it twice.

import { isDeepStrictEqual } from 'node:util';
import { loadManuals } from '../load-manuals.js';
import { type Argument, type ManualOptions, type Step, strictestOptions, type Tool, type UtcpHost } from '../tool.js';
import { joinTexts } from './template-parts.js';
import type { WrittenTool } from './written-tool.js';

/** Why it does not say the same, or `undefined` when it does. */
export function readBack(written: WrittenTool, tool: Tool, host: UtcpHost): string | undefined {
  const document = { value: { tools: [written] }, problems: [], locate: () => undefined };
  const options: ManualOptions = {
    ...strictestOptions,
    // What an owner has to allow is allowed: here it only matters what is said.
    paths: 'any',
    relativePrograms: true,
    variables: tool.variables,
    environment: tool.template.inherited,
  };
  const source = { name: 'exported', origin: tool.origin, document, options, isFile: false };
  const { manuals, problems } = loadManuals([source], host);
  const error = problems.find(({ severity }) => severity === 'error');
  if (error) return `it would be refused as a manual: ${error.message.replace(/\.$/, '')}`;
  const [read] = manuals.flatMap(({ tools }) => tools);
  return read && isDeepStrictEqual(meaningOf(read), meaningOf(tool)) ? undefined : 'UTCP would read it differently';
}

/** What two tools have in common that do the same. */
function meaningOf({ description, danger, input, outputs, template }: Tool) {
  const { steps, directory, environment, inherited, inheritsNothing = false, timeoutMs, capturesOutput } = template;
  return {
    description,
    danger,
    inputs: input.schema,
    outputs,
    steps: steps.map(meaningOfStep),
    directory: directory && joinTexts(directory),
    environment: Array.from(environment, ([name, parts]) => [name, joinTexts(parts)]),
    inherited,
    inheritsNothing,
    timeoutMs,
    capturesOutput,
  };
}

function meaningOfStep(step: Step) {
  if (step.kind === 'directory') return { kind: step.kind, directory: joinTexts(step.directory) };
  if (step.kind === 'shell') return step;
  const { kind, program, args, shown } = step;
  return { kind, program: joinTexts(program), args: args.map(meaningOfArgument), shown };
}

function meaningOfArgument(argument: Argument) {
  if (argument.kind === 'option') return argument;
  return { parts: joinTexts(argument.parts), onlyWith: argument.onlyWith };
}
