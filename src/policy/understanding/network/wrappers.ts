/** Programs that only start what their arguments name. */
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
