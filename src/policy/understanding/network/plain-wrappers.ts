// By itself: whoever needs these names need not load the table of programs.

/** They only start what their arguments name. */
export const wrappers: ReadonlySet<string> = new Set([
  'env',
  'timeout',
  'nice',
  'ionice',
  'nohup',
  'setsid',
  'stdbuf',
  'time',
  'chrt',
]);
