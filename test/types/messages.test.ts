// What TypeScript says about a wrong definition, and what an editor offers while one is written.

import { beforeAll, describe, expect, test } from 'vitest';
import { Programs, Typed } from './support/editor.js';

const head = "import { createAcli, defineCommand, runCli } from 'cmdgate';\nimport { z } from 'zod';\n";

/** Each place where a command can be written. */
const places: Readonly<Record<string, (command: string) => string>> = {
  'in defineCommand': (command) => `defineCommand(${command});`,
  'in createAcli': (command) => `createAcli({ one: ${command} });`,
  'in a list': (command) => `createAcli([${command}]);`,
  'in runCli': (command) => `await runCli({ name: 'shop', commands: { one: ${command} } });`,
  'as a subcommand': (command) => `defineCommand({ description: 'a', subcommands: { one: ${command} } });`,
  'three levels down': (command) =>
    `createAcli({ a: { description: 'a', subcommands: { b: { description: 'b', subcommands: { c: ${command} } } } } });`,
};

const types = 'array boolean datetime flag integer number object path string'.split(' ');
/** The compiler lists the words in an order of its own. */
const wrongType = new RegExp(
  `^type: Type '"strng"' is not assignable to type '(?:"(?:${types.join('|')})"(?: \\| )?){${types.length}}'\\. Did you mean '"string"'\\?$`,
);
const wrongField = (name: string, type: string, meant: string) =>
  new RegExp(
    `^${name}: Object literal may only specify known properties, but '${name}' does not exist in type '${type}<.*>'\\. Did you mean to write '${meant}'\\?$`,
    's',
  );
const command = (fields: string) => `{ description: 'x', ${fields}, handler: ({ max }) => max }`;

/** Programs, and for each of them its only error. */
const wrong: readonly (readonly [title: string, program: string, error: RegExp | string])[] = [
  ...Object.entries(places).flatMap(
    ([place, around]) =>
      [
        [
          `a wrong type ${place}`,
          around(command("arguments: [{ name: '--max', type: 'strng', required: true }]")),
          wrongType,
        ],
        [
          `an unknown field of an argument ${place}`,
          around(command("arguments: [{ name: '--max', type: 'string', requird: true }]")),
          wrongField('requird', 'ArgumentDefinition', 'required'),
        ],
        [
          `an unknown field of a command ${place}`,
          around(command("dangr: 'safe', arguments: [{ name: '--max', type: 'integer' }]")),
          wrongField('dangr', 'TypedDefinition', 'danger'),
        ],
      ] as const,
  ),
  [
    'a default of another type',
    "defineCommand({ description: 'x', arguments: [{ name: '--max', type: 'integer', default: 'ten' }] });",
    "default: Type 'string' is not assignable to type 'number'.",
  ],
  [
    'a default that is no choice',
    "defineCommand({ description: 'x', arguments: [{ name: '--by', type: 'string', enum: ['a', 'b'], default: 'c' }] });",
    `default: Type '"c"' is not assignable to type '"a" | "b" | null'.`,
  ],
  [
    'a wrong danger',
    "defineCommand({ description: 'x', danger: 'saef' });",
    /^danger: Type '"saef"' is not assignable to type '"(?:safe|mutating|destructive)" \| /,
  ],
  [
    'an argument that was not described',
    "defineCommand({ description: 'x', arguments: [{ name: '--max', type: 'integer' }], handler: (args) => args.mx });",
    "mx: Property 'mx' does not exist on type '{ max?: number; }'.",
  ],
  [
    'a wrong type in an object of arguments',
    "defineCommand({ description: 'x', arguments: { max: { type: 'strng' } } });",
    wrongType,
  ],
  [
    'a function that loads no commands',
    "await runCli({ name: 'shop', commands: () => 5 });",
    /^5: Type 'number' is not assignable to type 'Promise</,
  ],
  [
    'a result that the output schema does not describe',
    "defineCommand({ description: 'x', outputSchema: z.object({ n: z.number() }), handler: () => ({ n: 'a' }) });",
    /^(?:n|\(\{ n: 'a' \}\)|handler): Type .* is not assignable to type /s,
  ],
];

const right = Object.entries(places).map(([place, around]) => {
  const fields = "arguments: [{ name: '--max', type: 'integer', validate: (max) => max > 1 }]";
  const handler = 'async ({ max = 1 }, { signal }) => [max.toFixed(), signal.aborted]';
  return [place, around(`{ description: 'x', ${fields}, handler: ${handler} }`)] as const;
});

describe('one error, at the word that is wrong:', () => {
  const programs = new Programs(
    head,
    [...wrong, ...right].map(([, program]) => program),
  );
  let found: readonly (readonly string[])[] | undefined;
  // The compiler reads everything that cmdgate exports, once.
  beforeAll(() => {
    found = programs.errors();
  }, 240_000);

  test.each(wrong.map(([title, , error], index) => [title, error, index] as const))('%s', (_, error, index) => {
    expect(found?.[index]).toEqual([typeof error === 'string' ? error : expect.stringMatching(error)]);
  });

  test.each(right.map(([place], index) => [place, index] as const))('none for a right command %s', (_, index) => {
    expect(found?.[wrong.length + index]).toEqual([]);
  });
});

describe('an editor', () => {
  const around = places['three levels down'] as (command: string) => string;
  const argument = "{ description: 'x', arguments: [{ name: '--max', type: 'string', | }] }";
  const handler = (parameter: string) =>
    `defineCommand({ description: 'x', arguments: [{ name: '--max', type: 'integer' }], handler: ${parameter} });`;
  const typed = {
    type: new Typed(head + around(command("arguments: [{ name: '--max', type: '|' }]"))),
    argument: new Typed(`${head}createAcli({ one: ${argument} });`),
    command: new Typed(`${head}await runCli({ name: 'shop', commands: { one: { description: 'x', | } } });`),
    property: new Typed(head + handler('(args) => args.|')),
    danger: new Typed(`${head}defineCommand({ description: 'x', |danger: 'safe' });`),
    parameter: new Typed(head + handler('({ |max }) => max')),
  };

  test('offers the types of an argument three levels down', () => {
    expect(typed.type.offered().toSorted()).toEqual(types);
  });

  test('offers the fields of an argument and of a command', () => {
    expect(typed.argument.offered()).toEqual(
      expect.arrayContaining(['required', 'default', 'description', 'mustExist']),
    );
    expect(typed.command.offered()).toEqual(
      expect.arrayContaining(['arguments', 'danger', 'handler', 'subcommands', 'timeoutMs']),
    );
  });

  test('offers the arguments in the handler', () => {
    expect(typed.property.offered()).toEqual(['max']);
  });

  test('says what a field means, and what an argument is', () => {
    expect(typed.danger.shown()).toContain(
      'What running it can do: `safe`, `mutating` or `destructive`; `mutating` unless given.',
    );
    expect(typed.parameter.shown()).toBe('(parameter) max: number | undefined\n');
  });
});
