// A call template in the form of the current SDKs. They hand each command to a shell, so every text is quoted for one.

import type { Argument, CallTemplate, Parts, Step } from '../tool.js';
import type { WrittenStep, WrittenTemplate } from './written-tool.js';

/** SDKs have no field for the time: each client has one limit for all tools, and one of them refuses what it does not know. */
export function writeCommands(template: CallTemplate): WrittenTemplate {
  const { steps, directory, environment, inherited, inheritsNothing, capturesOutput } = template;
  return {
    call_template_type: 'cli',
    commands: steps.map((step, index) => writeStep(step, index === steps.length - 1)),
    ...(environment.size > 0 && {
      env_vars: Object.fromEntries(Array.from(environment, ([name, parts]) => [name, writeValue(parts)])),
    }),
    ...((inherited.length > 0 || inheritsNothing) && { inherit_env_vars: inherited }),
    ...(directory && { working_dir: writeValue(directory) }),
    ...(!capturesOutput && { capture_output: false }),
  };
}

/** Of a list, the output of the last step is shown, unless it says otherwise. */
function writeStep(step: Step, isLast: boolean): WrittenStep {
  if (step.kind === 'directory') return { command: `cd ${quoteWord(step.directory)}` };
  if (step.kind === 'shell') return { command: step.script };
  const words = [step.program, ...step.args.flatMap(partsOf)].map(quoteWord);
  return { command: words.join(' '), ...(step.shown !== isLast && { append_to_final_output: step.shown }) };
}

const partsOf = (argument: Argument): readonly Parts[] => (argument.kind === 'word' ? [argument.parts] : []);

/** One word for a shell, whatever stands in it. */
function quoteWord(parts: Parts): string {
  const pieces = parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return /^[\w@%+=:,./-]*$/.test(part.text) ? part.text : `'${part.text.replaceAll("'", "'\\''")}'`;
      // SDKs put the quotes around it themselves.
      case 'input':
        return inputName(part.name);
      case 'variable':
        return `"\${${part.name}}"`;
      case 'output':
        return `"$CMD_${part.step}_OUTPUT"`;
      default:
        return part satisfies never;
    }
  });
  return pieces.join('') || "''";
}

/** A value that no shell reads. */
function writeValue(parts: Parts): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'input') return inputName(part.name);
      return part.kind === 'variable' ? `\${${part.name}}` : `$CMD_${part.step}_OUTPUT`;
    })
    .join('');
}

const inputName = (name: string): string => `UTCP_ARG_${name}_UTCP_END`;
