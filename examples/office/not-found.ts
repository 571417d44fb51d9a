import { CommandError } from 'cmdgate';

/** An error that names the ids most like the wrong one, so that an agent can correct itself at once. */
export function notFound(kind: string, id: string, known: Iterable<string>): CommandError {
  const alike = (candidate: string) => [...candidate].filter((letter, index) => letter === id[index]).length;
  const nearest = [...known].sort((left, right) => alike(right) - alike(left)).slice(0, 3);
  return new CommandError('NOT_FOUND', `There is no ${kind} '${id}'`, {
    hint: nearest.length > 0 ? `Did you mean ${nearest.join(', ')}?` : `There are no ${kind}s left`,
    exitCode: 5,
  });
}
