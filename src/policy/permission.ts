// Who may run which command. Pure: the same lists, caller and command give the same verdict.
import type { Command } from '../vocabulary/command.js';
import { DefinitionError } from '../vocabulary/definition-error.js';
import type { Caller } from '../vocabulary/request.js';
import { type CommandPattern, covers, matches, readPattern } from './command-pattern.js';
import { hasAllScopes, missingScopes } from './scopes.js';

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

/** What the lists have to know about the commands: their names, and what aliases mean. */
export interface CommandNames {
  readonly commands: readonly Command[];
  canonical(words: readonly string[]): readonly string[];
}

/** Judges commands for callers, and remembers what it judged. */
export class Permissions {
  readonly #names: CommandNames;
  readonly #allow: 'everything' | readonly CommandPattern[];
  readonly #deny: readonly CommandPattern[];
  /** No list says anything: then only the caller's own patterns do. */
  readonly #open: boolean;
  readonly #known = new WeakMap<Caller, Map<Command, Verdict>>();
  /** What is on the allow list and means no command. */
  readonly unused: readonly string[];

  /**
   * Throws when a pattern cannot be read, and when a deny pattern means no command: a list that is not understood
   * must not let anything through.
   */
  constructor(lists: PermissionLists, names: CommandNames) {
    this.#names = names;
    const compile = (text: string) => this.#compile(text);
    this.#allow = lists.allow === 'everything' ? 'everything' : lists.allow.map(compile);
    this.#deny = lists.deny.map(compile);
    this.#open = this.#allow === 'everything' && this.#deny.length === 0;
    const idle = this.#deny.filter((pattern) => !this.#meansAny(pattern));
    if (idle.length > 0) {
      throw new DefinitionError(
        idle.map(({ text }) => ({
          where: 'deny',
          message: `"${text}" matches no existing command.`,
          fix: 'Fix it or remove it: a pattern that matches nothing protects nothing.',
        })),
      );
    }
    const allowed = this.#allow === 'everything' ? [] : this.#allow;
    this.unused = allowed.filter((pattern) => !this.#meansAny(pattern)).map(({ text }) => text);
  }

  judge(caller: Caller, command: Command): Verdict {
    if (command.builtIn || (this.#open && caller.may === 'everything' && hasAllScopes(caller))) return allowed;
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

  #decide(caller: Caller, command: Command): Verdict {
    const { path } = command;
    const denied = this.#deny.find((pattern) => covers(pattern, path));
    if (denied) return { decision: 'deny', reason: `the deny list has "${denied.text}"` };
    if (this.#allow !== 'everything' && !this.#allow.some((pattern) => matches(pattern, path))) {
      return { decision: 'deny', reason: 'it is not on the allow list' };
    }
    if (caller.may !== 'everything' && !caller.may.some((text) => this.#means(text, path))) {
      return { decision: 'deny', reason: `no pattern of the caller "${caller.name}" matches it` };
    }
    const missing = missingScopes(caller, command);
    if (missing.length > 0) {
      return { decision: 'deny', reason: `the caller "${caller.name}" lacks the scope ${missing.join(', ')}` };
    }
    return allowed;
  }

  #meansAny(pattern: CommandPattern): boolean {
    return this.#names.commands.some(({ path }) => covers(pattern, path));
  }

  /** A pattern that cannot be read lets nothing through. */
  #means(text: string, path: readonly string[]): boolean {
    const pattern = readPattern(text);
    return typeof pattern !== 'string' && matches(this.#withoutAliases(pattern), path);
  }

  #compile(text: string): CommandPattern {
    const pattern = readPattern(text);
    if (typeof pattern === 'string') throw new TypeError(pattern);
    return this.#withoutAliases(pattern);
  }

  #withoutAliases(pattern: CommandPattern): CommandPattern {
    return { ...pattern, words: this.#names.canonical(pattern.words) };
  }
}
