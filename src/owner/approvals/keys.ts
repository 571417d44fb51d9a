export type Key =
  | 'yes'
  | 'no'
  | 'always'
  | 'similar'
  | 'session'
  | 'next'
  | 'previous'
  | 'forward'
  | 'back'
  | 'leave'
  | 'interrupt';

const keys: ReadonlyMap<string, Key> = new Map([
  ['y', 'yes'],
  ['n', 'no'],
  ['a', 'always'],
  ['p', 'similar'],
  ['s', 'session'],
  ['j', 'next'],
  ['k', 'previous'],
  ['\x1b[B', 'next'],
  ['\x1bOB', 'next'],
  ['\x1b[A', 'previous'],
  ['\x1bOA', 'previous'],
  [' ', 'forward'],
  ['\x1b[6~', 'forward'],
  ['b', 'back'],
  ['\x1b[5~', 'back'],
  ['q', 'leave'],
  ['\x04', 'leave'],
]);

/** What one piece of input means. Several keys at once are pasted or were typed blindly: they mean nothing. */
export function readKey(input: string): Key | undefined {
  return input.includes('\x03') ? 'interrupt' : keys.get(input);
}
