// The input of `shell`, as the words that a person would type: nobody reads a command line out of JSON.

type Fields = Readonly<Record<string, unknown>>;

/** Nothing where no words mean the same. */
export function shellWords({ command, parameters, ...others }: Fields): readonly string[] | undefined {
  if (typeof command !== 'string' || !/^[^\s-]/.test(command)) return undefined;
  if (parameters !== undefined && !areWords(parameters)) return undefined;
  const options = Object.entries(others).map(([name, value]) => optionOf(name, value));
  if (options.includes(undefined)) return undefined;
  return [...(options as readonly string[]), command, ...(parameters ?? [])];
}

/** With an empty list, `command` is a program with a name like that, and without one it is a line. */
function areWords(parameters: unknown): parameters is readonly string[] {
  return Array.isArray(parameters) && parameters.length > 0 && parameters.every((word) => typeof word === 'string');
}

function optionOf(name: string, value: unknown): string | undefined {
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return isPlain ? `--${name.replaceAll('_', '-')}=${value}` : undefined;
}
