// A request that waits for a person, with everything that is needed to judge it.

import type { Evidence, MatchedRule } from './decision.js';

/** What would be run, bound to the approval: anything else asks again. */
export interface ApprovalSubject {
  /** The request as it may be shown: secrets are gone. */
  readonly request: string;
  /** Of `shell`: the same as a person would type it, the line as it was sent or the program with its arguments. */
  readonly line?: string;
  /** What the agent says about it. Nobody has checked that. */
  readonly comment?: string;
  /** The words of the command. */
  readonly command: string;
  /** The question in the words of its author, for whoever typed the line themselves. It is kept nowhere. */
  readonly question?: string;
  /** The real path of the program file, where it is a program. */
  readonly program?: string;
  readonly args?: readonly string[];
  readonly directory?: string;
  /** What the system lets it do, where it is held in a sandbox. */
  readonly sandbox?: string;
  /** The hosts that its programs want to reach, where the sandbox does not let them. */
  readonly network?: readonly WantedHosts[];
  /** The names of its variables. */
  readonly environment?: readonly string[];
  /** The values of those that the request decides. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly stdin_bytes?: number;
  /** Everything it reads, as it is: what a program reads may be what it runs. */
  readonly stdin_text?: string;
  /** In place of the text, where the bytes are none. */
  readonly stdin_base64?: string;
  /** What it reads is not known yet: whoever started it can write to it while it runs. */
  readonly stdin?: 'open';
  /** What of the first program only the line can tell when it runs. */
  readonly unknown?: 'words' | 'directory';
  /** The programs that run after it, as far as they are known: what one prints may be an argument of the next. */
  readonly followed_by?: readonly LaterProgram[];
  /** Of a function: its arguments, without what is secret. Of `shell`: those that are no part of the line. */
  readonly input?: unknown;
  /** The paths that it would read or change, as far as they are known. */
  readonly touches?: readonly string[];
  /** What lies in the directories that it would change as a whole. The approval is bound to it. */
  readonly contents?: readonly DirectoryContent[];
  /** Of a plan: the lines that ask, in their order. */
  readonly lines?: readonly AskingLine[];
  /** Of a plan: all other lines. */
  readonly rest?: readonly OtherLine[];
  /** Of a plan: how many lines run without asking. */
  readonly others?: number;
  /** Of a plan: the numbers of the lines whose values are not known yet. They are judged, and ask, for themselves. */
  readonly later?: readonly number[];
}

/** What one program wants to reach. A yes lets it, and all that it starts, reach these hosts and no others. */
export interface WantedHosts {
  /** As a person would call it: `npm install`. */
  readonly what: string;
  /** The real path of its file. */
  readonly program: string;
  /** As `host:port`. */
  readonly hosts: readonly string[];
}

/** A line of a plan, as it would be asked about alone. */
export interface AskingLine {
  /** Its number. */
  readonly line: number;
  readonly subject: ApprovalSubject;
  readonly reason: string;
  readonly rules: readonly MatchedRule[];
  readonly evidence: readonly Evidence[];
}

/** A line of a plan that needs no approval, or that is judged later. */
export interface OtherLine {
  /** Its number. */
  readonly line: number;
  /** What would run; missing where its values come from earlier answers. */
  readonly subject?: ApprovalSubject;
  /** As it was written, where its values come from earlier answers. */
  readonly written?: unknown;
}

export interface LaterProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly environment: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly stdin_bytes?: number;
  readonly stdin_text?: string;
  readonly stdin_base64?: string;
  /** What of it only the line can tell when it runs. Until then it stands here as it was written. */
  readonly unknown?: 'words' | 'directory';
}

export interface DirectoryContent {
  readonly path: string;
  /** All that is no directory, at any depth. */
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
  /** What lies right below it, or the beginning of that. */
  readonly names: readonly string[];
  /** How much else lies right below it. */
  readonly unnamed?: number;
  /** There is more than was looked at: that is neither counted nor compared. */
  readonly more?: true;
}

/** The rule that a yes for longer would write, for as much as `matches` says and nothing else. */
export interface AlwaysRule {
  readonly rule: Readonly<Record<string, unknown>>;
  /** Of a line, those of its other programs that ask. */
  readonly more?: readonly Readonly<Record<string, unknown>>[];
  /** In a sentence, what it would match. */
  readonly matches: string;
}

/** All of its rules, in their order. */
export function rulesOf({ rule, more = [] }: AlwaysRule): readonly AlwaysRule['rule'][] {
  return [rule, ...more];
}

/** In the form in which it is kept in a file and shown. */
export interface Approval {
  readonly id: string;
  /** Over everything that an approval is bound to. */
  readonly fingerprint: string;
  readonly run: string;
  readonly caller: string;
  readonly door: string;
  /** The program that the caller uses, as that program says. Nobody has checked that. */
  readonly client?: string;
  readonly session: string;
  readonly chat: string | null;
  readonly subject: ApprovalSubject;
  readonly reason: string;
  readonly rules: readonly MatchedRule[];
  readonly evidence: readonly Evidence[];
  readonly policy_version: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly expires_at: string;
  readonly always: AlwaysRule | null;
  /** The same for this program with these options in this directory, where that is more than exactly this. */
  readonly similar?: AlwaysRule;
  /** In a sentence, what a yes for the whole session would mean, where one can be given. */
  readonly session_means?: string;
}

export interface ApprovalAnswer {
  readonly answer: 'approve' | 'deny';
  /** Through which channel: `terminal`, `mcp`, `library`. */
  readonly by: string;
  /** Also write the rule that allows exactly this from now on. */
  readonly always?: boolean;
  /** With `always`: the rule for this program with these options in this directory, where one is offered. */
  readonly similar?: boolean;
  /** Also for what the session asks later: see `session_means`. */
  readonly session?: boolean;
  /** What the person wants the agent to know. */
  readonly note?: string;
}
