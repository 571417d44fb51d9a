// Who may run which command. Pure: the same lists, caller and command give the same verdict.
import type { Command } from '../vocabulary/command.js';
import type { Caller } from '../vocabulary/request.js';
import { type CommandPattern, covers, matches, readPattern } from './command-pattern.js';

export type Verdict =
  | { readonly decision: 'allow' }
  /** `reason` continues the sentence "Permission denied for 'gmail delegates': …". */
  | { readonly decision: 'deny'; readonly reason: string };

export interface PermissionLists {
  /** `everything`, or only what a pattern names. */
  readonly allow: 'everything' | readonly string[];
  readonly deny: readonly string[];
}

const allowed: Verdict = { decision: 'allow' };

/** Judges commands for callers, and remembers what it judged. */
export class Permissions {
  readonly #allow: 'everything' | readonly CommandPattern[];
  readonly #deny: readonly CommandPattern[];
  /** No list says anything: then only the caller's own patterns do. */
  readonly #open: boolean;
  readonly #known = new WeakMap<Caller, Map<Command, Verdict>>();

  /** Throws when a pattern cannot be read: a list that is not understood must not let anything through. */
  constructor(lists: PermissionLists) {
    this.#allow = lists.allow === 'everything' ? 'everything' : lists.allow.map(compile);
    this.#deny = lists.deny.map(compile);
    this.#open = this.#allow === 'everything' && this.#deny.length === 0;
  }

  judge(caller: Caller, command: Command): Verdict {
    if (command.builtIn || (this.#open && caller.may === 'everything')) return allowed;
    let verdicts = this.#known.get(caller);
    if (!verdicts) {
      verdicts = new Map();
      this.#known.set(caller, verdicts);
    }
    let verdict = verdicts.get(command);
    if (!verdict) {
      verdict = this.#decide(caller, command);
      verdicts.set(command, verdict);
    }
    return verdict;
  }

  /** The patterns that mean none of these commands: most likely mistyped. */
  unused(commands: readonly Command[]): string[] {
    const lists = [...this.#deny, ...(this.#allow === 'everything' ? [] : this.#allow)];
    return lists
      .filter((pattern) => !commands.some(({ path }) => matches(pattern, path) || covers(pattern, path)))
      .map(({ text }) => text);
  }

  #decide(caller: Caller, { path }: Command): Verdict {
    const denied = this.#deny.find((pattern) => covers(pattern, path));
    if (denied) return { decision: 'deny', reason: `the deny list has "${denied.text}"` };
    if (this.#allow !== 'everything' && !this.#allow.some((pattern) => matches(pattern, path))) {
      return { decision: 'deny', reason: 'it is not on the allow list' };
    }
    if (caller.may !== 'everything' && !caller.may.map(compile).some((pattern) => matches(pattern, path))) {
      return { decision: 'deny', reason: `the caller "${caller.name}" has no pattern for it` };
    }
    return allowed;
  }
}

function compile(text: string): CommandPattern {
  const pattern = readPattern(text);
  if (typeof pattern === 'string') throw new TypeError(pattern);
  return pattern;
}
