// A Command Handle → the tool that does the same, or everything that UTCP has no words for.

import { isObject } from '../../../shape/kind-of.js';
import type { Value } from '../../../tool-form/value.js';
import type { ProgramCommand } from '../../../vocabulary/command.js';
import type { HandleOptions } from '../../command-handle/handle.js';
import { type Fields, fieldOf } from '../../parameters/check-fields.js';
import type { Parts, Tool } from '../tool.js';
import { type Conversion, convertArguments, convertText, convertWhole } from './handle-arguments.js';
import { readInputs } from './read-inputs.js';
import { wholeArgument } from './template-parts.js';

/** A handle that works, and what it was made of. */
export interface LoadedHandle {
  readonly command: ProgramCommand;
  readonly definition: Fields;
  readonly options: HandleOptions;
  readonly file: string;
}

export type ConvertedHandle =
  | { readonly ok: true; readonly tool: Tool }
  | { readonly ok: false; readonly reasons: readonly string[] };

export function handleTool({ command, definition, options, file }: LoadedHandle): ConvertedHandle {
  const input = readInputs(fieldOf(definition, 'parameters'), options.paths);
  const conversion: Conversion = { parameters: input.parameters, reasons: [] };
  const { reasons } = conversion;
  const templateOf = (field: string) => fieldOf(definition, field) as Value | undefined;
  const written = fieldOf(definition, 'io');
  const io = isObject(written) ? written : {};
  if (input.pathPlaces.length > 0)
    reasons.push('parameters: a path is made absolute here, but UTCP passes it unchanged');
  const program = convertProgram(templateOf('command') ?? null, reasons);
  const args = convertArguments(templateOf('arguments'), conversion);
  const directory = templateOf('directory');
  const environment = convertEnvironment(fieldOf(definition, 'environment'), conversion);
  const inherited = options.pass.filter((name) => !name.endsWith('*'));
  if (inherited.length < options.pass.length) reasons.push('UTCP inherits variables by their whole names only');
  for (const field of ['results', 'security']) {
    if (fieldOf(definition, field) !== undefined) reasons.push(`${field}: UTCP has no equivalent`);
  }
  const converted: Tool = {
    name: command.path[0],
    path: ['handles', command.path[0]],
    description: command.description,
    tags: [],
    danger: command.danger,
    input,
    outputs: command.outputSchema,
    template: {
      form: 'specification',
      steps: [{ kind: 'program', program, args, shown: true }],
      directory: directory === undefined ? undefined : convertText(directory, 'directory', conversion),
      environment,
      inherited,
      timeoutMs: command.timeoutMs,
      capturesOutput: capturesOutput(io, reasons),
      platform: undefined,
    },
    variables: new Map(),
    origin: file,
  };
  return reasons.length === 0 ? { ok: true, tool: converted } : { ok: false, reasons: [...new Set(reasons)] };
}

function convertProgram(template: Value, reasons: string[]): Parts {
  const parts = convertText(template, 'command', { parameters: [], reasons: [] });
  if (parts.length > 0 && parts.every(({ kind }) => kind === 'text')) return parts;
  reasons.push('command: in UTCP nothing can choose the program');
  return [];
}

/** A variable that is nothing but an argument is not set where the argument was not given, there as here. */
function convertEnvironment(written: unknown, conversion: Conversion): ReadonlyMap<string, Parts> {
  const entries = isObject(written) ? Object.entries(written) : [];
  if (entries.some(([name]) => name.startsWith('$'))) conversion.reasons.push('environment: UTCP has no conditions');
  return new Map(
    entries.map(([name, value]) => {
      const template = value as Value;
      const where = `environment.${name}`;
      const whole = wholeArgument(template) !== undefined;
      return [name, whole ? convertWhole(template, where, conversion) : convertText(template, where, conversion)];
    }),
  );
}

/** Both streams are kept, or none is: UTCP knows nothing between. */
function capturesOutput(io: Fields, reasons: string[]): boolean {
  const { stdin, stdout = 'pipe', stderr = 'pipe', encoding = 'utf8' } = io;
  if (stdin !== undefined) reasons.push('io.stdin: UTCP cannot give a program input');
  if (encoding !== 'utf8') reasons.push('io.encoding: UTCP supports UTF-8 only');
  if (stdout !== stderr || stdout === 'inherit') reasons.push('io: UTCP keeps both streams or neither');
  return stdout === 'pipe';
}
