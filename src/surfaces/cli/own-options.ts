import { leadingOptions } from '../../registry/leading-options.js';
import { GateError } from '../../vocabulary/gate-error.js';

/** The options of the command line itself. They come before the command's words, which are nobody else's. */
export interface OwnOptions {
  readonly config: string | undefined;
  readonly caller: string | undefined;
  readonly rest: readonly string[];
}

/** Where `--caller` asks for something else: whose requests are looked at. */
const withOwnCaller = new Set(['audit', 'audit-log', 'connect']);

/** Takes `--config` and `--caller` out of the words. After `run` they end with the first word of the command. */
export function readOwnOptions(words: readonly string[]): OwnOptions | GateError {
  const found: Record<string, string> = {};
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    // What follows is somebody else's, as an executable that is checked.
    if (word === '--') return { ...pick(found), rest: [...rest, ...words.slice(at)] };
    const match = /^--(config|caller)(?:=(.*))?$/s.exec(word);
    const own = match ? (rest[leadingOptions(rest)] ?? '') : '';
    if (!match || (match[1] === 'caller' && withOwnCaller.has(own))) {
      rest.push(word);
      const first = rest.indexOf('run');
      if (first !== -1 && first === leadingOptions(rest) && rest.length > first + 1 && !word.startsWith('--'))
        return { ...pick(found), rest: [...rest, ...words.slice(at + 1)] };
      continue;
    }
    const name = match[1] as string;
    const value = match[2] ?? words[++at];
    if (value === undefined || value === '') {
      return new GateError('VALIDATION_ERROR', `Invalid argument: --${name} (it needs a value)`, {
        hint: `Use --${name} <value>`,
      });
    }
    if (found[name] !== undefined) {
      return new GateError('VALIDATION_ERROR', `Invalid argument: --${name} (it was given more than once)`, {
        hint: 'Give it once',
      });
    }
    found[name] = value;
  }
  return { ...pick(found), rest };
}

function pick(found: Readonly<Record<string, string>>): Omit<OwnOptions, 'rest'> {
  return { config: found.config, caller: found.caller };
}
