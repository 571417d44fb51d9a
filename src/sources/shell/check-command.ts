// Whether `command` is one program and nothing else, and how it has to be written where it is not.

import { tokenize } from '../../command-line/tokenize.js';
import { shown } from '../../planning/show-text.js';
import type { Problem } from '../../vocabulary/gate-error.js';
import { findSyntaxInside } from './shell-syntax.js';

/** `undefined` where it can be a program's name or path. */
export function findCommandProblem(command: string, parameters: readonly string[]): Problem | undefined {
  if (command.trim() === '') return refuse('The command is empty', 'Name one program (e.g., ls)');
  const syntax = findSyntaxInside(command);
  if (syntax) {
    return refuse(
      `The command${shown(command)} is not a single program: it has syntax that ${syntax.what}`,
      syntax.advice,
    );
  }
  if (command.includes('$')) {
    return refuse(
      `The command${shown(command)} has a variable, and variables are not expanded`,
      'Write its value instead',
    );
  }
  if (/^~(?:\/|$)/.test(command)) {
    return refuse(`The command${shown(command)} starts in a home directory`, 'Name a program in the search path');
  }
  return findWordsProblem(command, parameters);
}

function findWordsProblem(command: string, parameters: readonly string[]): Problem | undefined {
  const words = tokenize(command);
  if (!Array.isArray(words)) {
    return refuse(`The command${shown(command)} has an unclosed quote`, 'Write only the program name');
  }
  const [program = '', ...args] = words;
  if (/^[A-Za-z_]\w*=/.test(program)) {
    return refuse(
      `The command${shown(command)} starts with a variable assignment`,
      `Set it with the program env${example('env', [...words, ...parameters])}`,
    );
  }
  if (program === command) return undefined;
  const what = args.length === 0 ? 'is written with quotes, spaces or backslashes' : 'is more than one word';
  return refuse(
    `The command${shown(command)} ${what}`,
    `Put the program into command and each argument into parameters${example(program, [...args, ...parameters])}`,
  );
}

const longestExample = 200;

function example(command: string, parameters: readonly string[]): string {
  const text = `: command ${JSON.stringify(command)}, parameters ${JSON.stringify(parameters)}`;
  return text.length <= longestExample ? text : '';
}

function refuse(message: string, hint: string): Problem {
  return { code: 'SHELL_SYNTAX', field: 'command', message, hint };
}

/** What only a shell can do, because it would change the shell itself. */
const builtIns: Readonly<Record<string, string>> = {
  cd: 'Pass the directory in the argument "directory" with each call',
  pushd: 'Pass the directory in the argument "directory" with each call',
  popd: 'Pass the directory in the argument "directory" with each call',
  export: 'Run the program with env, which sets variables for it (e.g., command "env", parameters ["A=1", "make"])',
  set: 'Run the program with env, which sets variables for it (e.g., command "env", parameters ["A=1", "make"])',
  unset:
    'Run the program with env, which removes variables for it (e.g., command "env", parameters ["-u", "A", "make"])',
  source: 'Name a program',
  alias: 'Name the program itself',
  eval: 'Name the program, and pass its arguments in parameters',
  exec: 'Name the program, and pass its arguments in parameters',
  history: "Use 'runs list' to see past runs",
  jobs: "Use 'runs list' to see what is running",
  wait: "Use 'runs wait' with the id of the run",
  type: 'Use the program which',
};

const byGrep = 'It is not installed. Use grep (e.g., command "grep", parameters ["-rn", "TODO", "src"])';
const byFind = 'It is not installed. Use find (e.g., command "find", parameters ["src", "-name", "*.ts"])';

/** Programs that agents like to call, and what is there on every machine. */
const substitutes: Readonly<Record<string, string>> = {
  rg: byGrep,
  ag: byGrep,
  ack: byGrep,
  fd: byFind,
  tree: byFind,
  bat: 'It is not installed. Use cat',
  exa: 'It is not installed. Use ls',
  eza: 'It is not installed. Use ls',
  ll: 'It is not a program. Use ls with the parameter "-l"',
};

/** What to do in place of something that a shell has built in, or that is not installed everywhere. */
export function adviceForMissing(name: string): string | undefined {
  if (Object.hasOwn(builtIns, name)) return builtIns[name];
  return Object.hasOwn(substitutes, name) ? substitutes[name] : undefined;
}
