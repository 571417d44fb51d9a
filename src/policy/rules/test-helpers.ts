// Requests and policies as tests write them. For tests only.

import { resolve } from 'node:path';
import { tokenize } from '../../command-line/tokenize.js';
import type { KeyPath } from '../../documents/document.js';
import { understand } from '../understanding/understand.js';
import type { Policy } from './policy.js';
import { readPolicy } from './read-policy.js';
import type { PolicySubject, ProgramFacts, RequestFacts } from './rule.js';

/** It does not exist, so nothing in it does either. */
export const workspace = '/cmdgate-test-workspace';

/** Where programs are really found, when they are called by these names. */
const links: Readonly<Record<string, string>> = {
  npm: '/usr/lib/node_modules/npm/bin/npm-cli.js',
  python3: '/usr/bin/python3.11',
  prettier: '/usr/lib/node_modules/prettier/bin/prettier.cjs',
  masked: '/usr/bin/rm',
  './prettier': '/usr/bin/python3.11',
  './tool': '/opt/strange/runner',
};

function findFile(name: string): string {
  return links[name] ?? (name.includes('/') ? resolve(workspace, name) : `/usr/bin/${name}`);
}

export function commandSubject(command: string, facts: Partial<RequestFacts> = {}): PolicySubject {
  return {
    command: command.split(' '),
    danger: 'mutating',
    caller: 'agent',
    door: 'mcp-stdio',
    sandboxed: false,
    network: facts.sandboxed ? 'off' : 'open',
    ...facts,
    program: undefined,
  };
}

/** What `shell` would run. */
export function programSubject(
  line: string,
  facts: Partial<RequestFacts> & Partial<ProgramFacts> = {},
): PolicySubject & { readonly program: ProgramFacts } {
  const words = tokenize(line);
  if (!Array.isArray(words)) throw new Error(`${line} cannot be read`);
  const [name = '', ...args] = words;
  const { file = findFile(name), directory = workspace, stdin = false } = facts;
  const understanding =
    facts.understanding ??
    (() => understand({ name, program: file, args, directory, workspace, platform: 'linux' }, findFile));
  return {
    ...commandSubject('shell', facts),
    ...(facts.command && { command: facts.command }),
    program: { name, file, args, directory, workspace, stdin, understanding },
  };
}

export interface ToldProblem {
  readonly path: KeyPath;
  readonly part?: 'key' | 'value';
  readonly message: string;
  readonly fix: string;
}

export function problemsOf(file: unknown): { policy: Policy | undefined; problems: ToldProblem[] } {
  const problems: ToldProblem[] = [];
  const policy = readPolicy(file, (path, problem) => problems.push({ path, ...problem }));
  return { policy, problems };
}

/** A policy that must be right. */
export function policyOf(file: unknown): Policy {
  const { policy, problems } = problemsOf(file);
  if (!policy) throw new Error(JSON.stringify(problems, null, 2));
  return policy;
}
