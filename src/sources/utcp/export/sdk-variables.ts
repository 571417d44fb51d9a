import type { CallTemplate, Part, Parts } from '../tool.js';

/** The first text in which SDKs would see one of their variables: they look into every text, whatever quotes it has. */
export function findSdkVariable({ steps, directory, environment }: CallTemplate): string | undefined {
  const texts = steps.flatMap((step): readonly Parts[] => {
    if (step.kind === 'directory') return [step.directory];
    if (step.kind === 'shell') return [];
    return [step.program, ...step.args.flatMap((argument) => (argument.kind === 'word' ? [argument.parts] : []))];
  });
  const parts: readonly Part[] = [...texts, directory ?? [], ...environment.values()].flat();
  for (const part of parts) {
    const found = part.kind === 'text' ? /\$\{?\w+/.exec(part.text)?.[0] : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
