// What the SDKs would do otherwise with a template in their form.

import type { CallTemplate, Part, Parts, Tool } from '../tool.js';

/** The first text in which they would see one of their variables: they look into every text, whatever quotes it has. */
export function findSdkVariable(template: CallTemplate): string | undefined {
  const texts = template.steps.flatMap((step): readonly Parts[] => {
    if (step.kind === 'directory') return [step.directory];
    if (step.kind === 'shell') return [];
    return [step.program, ...step.args.flatMap((argument) => (argument.kind === 'word' ? [argument.parts] : []))];
  });
  for (const part of [...texts.flat(), ...beside(template)]) {
    const found = part.kind === 'text' ? /\$\{?\w+/.exec(part.text)?.[0] : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What their users have to know about a tool that they can load. */
export function sdkNotes({ template, input }: Tool): readonly string[] {
  const notes: string[] = [];
  if (beside(template).some(({ kind }) => kind === 'input')) {
    notes.push('SDKs substitute inputs only in commands, not in directories and variables');
  }
  const optional = input.parameters.filter(({ required, default: byDefault }) => !required || byDefault !== undefined);
  if (optional.length > 0) notes.push(`SDKs cannot leave out ${optional.map(({ key }) => `"${key}"`).join(', ')}`);
  return notes;
}

const beside = ({ directory, environment }: CallTemplate): readonly Part[] =>
  [directory ?? [], ...environment.values()].flat();
