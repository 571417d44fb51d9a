// One definition → a command. Everything that is wrong with it is reported, and nothing is guessed.

import { grammarOf } from '../../command-line/grammar.js';
import { nearestOf } from '../../command-line/nearest.js';
import { readArguments } from '../../command-line/read-arguments.js';
import { tokenize } from '../../command-line/tokenize.js';
import { quoteForReport } from '../../documents/quote-for-report.js';
import { isObject, kindOf } from '../../shape/kind-of.js';
import type { Value } from '../../tool-form/value.js';
import { type DangerLevel, dangerLevels, type Parameter, type ProgramCommand } from '../../vocabulary/command.js';
import { commandName, reservedWords } from '../../vocabulary/names.js';
import { checkDefaults } from '../parameters/check-defaults.js';
import { checkFieldNames, type Fields, fieldOf } from '../parameters/check-fields.js';
import { asSentence, type DefinitionReport } from '../parameters/definition-report.js';
import { readParameters } from '../parameters/read-parameters.js';
import { checkWrittenProgram } from './check-program.js';
import { compileTemplates } from './compile-templates.js';
import { plannerOf } from './draft-call.js';
import type { Handle, HandleHost, HandleOptions } from './handle.js';
import { checkWrittenEnvironment } from './handle-environment.js';
import { lintTemplates } from './lint-templates.js';
import { readIo } from './read-io.js';
import { readResults } from './read-results.js';
import { checkCredentials, readSecurity } from './read-security.js';

const fields = [
  ...['name', 'description', 'handler', 'handle', 'command', 'arguments', 'directory', 'environment', 'io'],
  ...['parameters', 'security', 'results', 'danger', 'examples', '$schema', '$comment'],
];

/** What other formats call a field. It is told, and never read as if it were that field. */
const elsewhere = {
  program: 'Command Handles call it "command".',
  args: 'Command Handles call it "arguments".',
  env: 'Command Handles call it "environment".',
  cwd: 'Command Handles call it "directory".',
  timeout: 'Write it as "timeout" in "io".',
  response: 'Command Handles call it "results".',
  responses: 'Command Handles call it "results".',
  inputSchema: 'Command Handles call it "parameters".',
};

const longestName = 64;

export interface ReadingRules {
  readonly options: HandleOptions;
  readonly host: HandleHost;
  /** `everything` also compiles what a start leaves for the first call. */
  readonly check: 'as needed' | 'everything';
}

/** `undefined` when there is an error. */
export function readHandle(value: unknown, rules: ReadingRules, report: DefinitionReport): ProgramCommand | undefined {
  const { options, host, check } = rules;
  if (!isObject(value)) {
    report.error([], `A handle is an object, not ${kindOf(value)}.`, 'Write {"name": …, "command": …}.');
    return undefined;
  }
  checkFieldNames(value, [], fields, report, elsewhere);
  checkHandler(value, report);
  const command = fieldOf(value, 'command');
  if (command === undefined) {
    report.error([], 'The field "command" is missing.', 'Name the program: "command": "git".', 'key');
  }
  const input = readParameters(fieldOf(value, 'parameters'), ['parameters'], options.paths, report);
  const name = readName(fieldOf(value, 'name'), report);
  const handle: Handle = {
    name: name ?? 'unnamed',
    description: readDescription(value, report),
    danger: readDanger(value, report),
    examples: readExamples(value, name, input.parameters, report),
    input,
    command: (command ?? 'missing') as Value,
    arguments: fieldOf(value, 'arguments') as Value | undefined,
    directory: fieldOf(value, 'directory') as Value | undefined,
    environment: fieldOf(value, 'environment') as Value | undefined,
    io: readIo(fieldOf(value, 'io'), options, report),
    security: readSecurity(fieldOf(value, 'security'), options, report),
    results: readResults(fieldOf(value, 'results'), report),
  };
  const templates = compileTemplates(handle, value as Value, options, report);
  if (templates) checkWrittenProgram(handle.command, templates.command, input.schema, options, report);
  checkWrittenEnvironment(handle.environment, handle.security, options, report);
  checkCredentials(handle.security, host, report);
  lintTemplates(handle, options, report);
  if (check === 'everything' && !report.hasErrors) checkDefaults(input.schema, ['parameters'], report);
  if (!templates || report.hasErrors) return undefined;
  return {
    path: [handle.name],
    aliases: [],
    description: handle.description,
    parameters: input.parameters,
    danger: handle.danger,
    examples: handle.examples,
    outputSchema: undefined,
    timeoutMs: handle.io.timeoutMs,
    builtIn: false,
    toText: undefined,
    plan: plannerOf({ handle, templates, options, host, file: report.file }),
  };
}

function readName(name: unknown, report: DefinitionReport): string | undefined {
  const fix = `Use a letter, then letters, digits, "-" and "_", ${longestName} at most.`;
  if (name === undefined) report.error([], 'The field "name" is missing.', fix, 'key');
  else if (typeof name !== 'string') report.error(['name'], `Must be text, not ${kindOf(name)}.`, fix);
  else if (!commandName.test(name) || name.length > longestName) {
    report.error(['name'], `${quoteForReport(name)} cannot be the name of a command.`, fix);
  } else if (reservedWords.has(name)) {
    const other = `Choose another name, such as "x-${name}".`;
    report.error(['name'], `"${name}" is reserved for the gate itself.`, other);
  } else return name;
  return undefined;
}

/** `handle` is what the examples of the specification say, `handler` what its text says. */
function checkHandler(value: Fields, report: DefinitionReport): void {
  const named = ['handler', 'handle'].filter((field) => Object.hasOwn(value, field));
  if (named.length === 0) {
    report.error([], 'The field "handler" is missing.', 'Write "handler": "command".', 'key');
  }
  if (named.length === 2 && value.handler !== value.handle) {
    report.error(['handle'], '"handle" and "handler" say different things.', 'Keep "handler" only.');
  }
  for (const field of named) {
    if (value[field] !== 'command') report.error([field], 'The only known handler is "command".', 'Write "command".');
  }
}

function readDescription(value: Fields, report: DefinitionReport): string {
  const description = fieldOf(value, 'description');
  if (typeof description === 'string' && description.trim() !== '') return description;
  const fix = 'Say in one sentence what it does: agents choose commands by their description.';
  if (description === undefined || typeof description === 'string') {
    report.hint([], 'It has no description.', fix, 'key');
  } else report.error(['description'], `Must be text, not ${kindOf(description)}.`, fix);
  return '';
}

function readDanger(value: Fields, report: DefinitionReport): DangerLevel {
  const written = fieldOf(value, 'danger') ?? 'mutating';
  const danger = dangerLevels.find((level) => level === written);
  if (danger) return danger;
  const nearest = typeof written === 'string' ? nearestOf(written, dangerLevels) : undefined;
  const fix = nearest ? `Did you mean "${nearest}"?` : 'Use "mutating" unless it only reads or can destroy data.';
  report.error(['danger'], `Must be one of ${dangerLevels.join(', ')}.`, fix);
  return 'mutating';
}

/** An example that does not parse would teach an agent to fail. */
function readExamples(
  value: Fields,
  name: string | undefined,
  parameters: readonly Parameter[],
  report: DefinitionReport,
): readonly string[] {
  const written = fieldOf(value, 'examples');
  if (written === undefined) return [];
  if (!Array.isArray(written)) {
    report.error(
      ['examples'],
      `Must be a list of command lines, not ${kindOf(written)}.`,
      'Write ["name --option value"].',
    );
    return [];
  }
  for (const [index, example] of name === undefined ? [] : written.entries()) {
    const words = typeof example === 'string' ? tokenize(example) : undefined;
    if (!Array.isArray(words) || words[0] !== name) {
      const fix = `Write the whole line as it is typed, starting with "${name}".`;
      report.error(['examples', index], 'This is not a command line of this command.', fix);
      continue;
    }
    const [problem] = readArguments(grammarOf(parameters), words, 1).problems;
    if (problem) {
      report.error(['examples', index], `It does not parse: ${problem.message}.`, asSentence(problem.hint ?? 'Fix it'));
    }
  }
  return written.filter((example) => typeof example === 'string');
}
