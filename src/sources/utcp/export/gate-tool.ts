// A command of this gate → a tool that runs it through this gate, so that it is judged, asked for and recorded as ever.

import { longNames } from '../../../command-line/grammar.js';
import { inputSchemaOf } from '../../../registry/describe-schema.js';
import type { Command, JsonSchema, Parameter } from '../../../vocabulary/command.js';
import type { Argument, Parts, Tool } from '../tool.js';
import { readInputs } from './read-inputs.js';

export interface GateFacts {
  /** The configuration that the gate is opened with. */
  readonly configFile: string;
  /** No run takes longer. */
  readonly longestTimeoutMs: number;
}

/** So much later does a client give up than the gate, which then still answers. */
const patienceMs = 10_000;

/** `undefined` where an option of the command hides the one that would carry its arguments. */
export function gateTool(command: Command, { configFile, longestTimeoutMs }: GateFacts): Tool | undefined {
  const { path, parameters } = command;
  const isSeparate = parameters.every(isAlwaysOneText);
  if (!isSeparate && parameters.some((parameter) => longNames(parameter).includes('input'))) return undefined;
  const values = isSeparate
    ? parameters.map(separateArgument)
    : [word(text('--input='), { kind: 'input', name: wholeName })];
  const schema = isSeparate ? inputSchemaOf(command) : wholeInput(command);
  return {
    name: path.join('_'),
    path: ['cmdgate', path.join('_')],
    description: command.description,
    tags: command.tags ?? [],
    danger: command.danger,
    input: readInputs(schema, 'any'),
    // What comes out is the gate's answer, in which the command's own is one field.
    outputs: undefined,
    template: {
      form: 'specification',
      steps: [
        {
          kind: 'program',
          program: [text('cmdgate')],
          args: [...['run', '--config', configFile, ...path].map((one) => word(text(one))), ...values],
          shown: true,
        },
      ],
      directory: undefined,
      environment: new Map(),
      inherited: [],
      timeoutMs: longestTimeoutMs + patienceMs,
      capturesOutput: true,
      platform: undefined,
    },
    variables: new Map(),
    origin: configFile,
  };
}

/**
 * Whether every client can pass it: clients differ in what they do where an input is left out, and in how they write
 * anything but text and numbers.
 */
function isAlwaysOneText({ required, positional, variadic, guessType, type }: Parameter): boolean {
  const isOne = type === 'string' || type === 'integer' || type === 'number' || type === 'path' || type === 'datetime';
  return required && !positional && !variadic && !guessType && isOne;
}

const separateArgument = ({ key, label }: Parameter) => word(text(`${label}=`), { kind: 'input', name: key });

/** `input` would hide the option that every command has. */
const wholeName = 'arguments';

/** All arguments in one text, which every client passes as it is. */
function wholeInput(command: Command): JsonSchema {
  const schema = JSON.stringify(inputSchemaOf(command));
  return {
    type: 'object',
    properties: {
      [wholeName]: {
        type: 'string',
        description: `The arguments as the text of one JSON object, {} for none. Its JSON Schema: ${schema}`,
        ...(command.parameters.some(({ secret }) => secret) && { writeOnly: true }),
      },
    },
    required: [wholeName],
  };
}

const text = (written: string): Parts[number] => ({ kind: 'text', text: written });

const word = (...parts: Parts): Argument => ({ kind: 'word', parts });
