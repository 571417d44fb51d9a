// A call template in the form of the specification: an argument vector, and `${name}` for everything that is put in.

import type { CallTemplate, Parts, Step } from '../tool.js';
import type { WrittenTemplate } from './written-tool.js';

type ProgramStep = Extract<Step, { kind: 'program' }>;

/** The one program that this form can run, where that is all that the template does. */
export function onlyProgram({ steps, inherited, inheritsNothing }: CallTemplate): ProgramStep | undefined {
  const [step, ...more] = steps;
  return step?.kind === 'program' && more.length === 0 && inherited.length === 0 && !inheritsNothing ? step : undefined;
}

export function writeSpecification(template: CallTemplate, { program, args }: ProgramStep): WrittenTemplate {
  const { directory, environment, timeoutMs, capturesOutput } = template;
  const words = args.flatMap((argument) => (argument.kind === 'word' ? [writeText(argument.parts)] : []));
  return {
    call_template_type: 'cli',
    command: writeText(program),
    ...(words.length > 0 && { args: words }),
    ...(directory && { working_directory: writeText(directory) }),
    ...(environment.size > 0 && {
      environment: Object.fromEntries(Array.from(environment, ([name, parts]) => [name, writeText(parts)])),
    }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs / 1000 }),
    ...(!capturesOutput && { capture_output: false }),
  };
}

function writeText(parts: Parts): string {
  return parts.map(writePart).join('');
}

function writePart(part: Parts[number]): string {
  if (part.kind === 'text') return part.text;
  return part.kind === 'output' ? `\${CMD_${part.step}_OUTPUT}` : `\${${part.name}}`;
}
