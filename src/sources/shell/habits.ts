// Models know many tools that run commands, and send the fields of another one: what can only mean one thing is taken so.

type Given = Readonly<Record<string, unknown>>;

const habits: Readonly<Record<string, string>> = {
  cmd: 'command',
  cwd: 'directory',
  dir: 'directory',
  workdir: 'directory',
  working_directory: 'directory',
  args: 'parameters',
  arguments: 'parameters',
  argv: 'parameters',
  timeout_ms: 'timeout',
  timeoutMs: 'timeout',
  run_in_background: 'background',
  is_background: 'background',
};

/** Under the names that `shell` has. A field that stands there by its own name as well is left, and then told as unknown. */
export function byItsNames(given: Given): Given {
  const isHabit = (key: string) => Object.hasOwn(habits, key) && !Object.hasOwn(given, habits[key] as string);
  if (!Object.keys(given).some(isHabit)) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [isHabit(key) ? habits[key] : key, value]));
}

/** The request that the arguments of `shell_cmd` mean: what concerns the gate, and not the program, is an option. */
export function shellRequest(given: Given) {
  const { background, description, ...input } = byItsNames(given);
  // A comment for whoever is asked: it changes nothing.
  const isComment = typeof description === 'string';
  const unread = description === undefined || isComment ? {} : { description };
  const line = { path: ['shell'], input: { ...input, ...unread }, ...(isComment && { comment: description }) };
  if (background === undefined || background === false) return line;
  return background === true ? { ...line, options: { background } } : { ...line, input: { ...line.input, background } };
}
