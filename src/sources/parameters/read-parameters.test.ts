import { expect, test } from 'vitest';
import { load, loadOne, problemsOf } from '../command-handle/test-helpers.js';

const read = (parameters: unknown) =>
  load({ name: 'it', description: 'x', handler: 'command', command: 'true', parameters });

test('a property becomes an option with all that its schema says', async () => {
  const schema = {
    type: 'integer',
    description: 'How many',
    minimum: 1,
    maximum: 9,
    default: 3,
    examples: [5],
  };
  const { parameters } = await loadOne({
    command: 'true',
    parameters: { type: 'object', properties: { maxResults: schema }, required: ['maxResults'] },
  });

  expect(parameters).toEqual([
    {
      key: 'maxResults',
      label: '--max-results',
      positional: false,
      type: 'integer',
      itemType: 'integer',
      aliases: [],
      short: undefined,
      variadic: false,
      required: false,
      default: 3,
      choices: undefined,
      minimum: 1,
      maximum: 9,
      description: 'How many',
      examples: ['5'],
      secret: false,
      path: 'guarded',
      schema,
      guessType: false,
      ownRules: false,
      check: undefined,
    },
  ]);
});

test.each([
  [{ type: 'string', writeOnly: true }, true],
  [{ type: 'string', format: 'password' }, true],
  [{ type: 'object', properties: { user: { type: 'string' }, key: { type: 'string', format: 'password' } } }, true],
  [{ type: 'array', items: { type: 'string', writeOnly: true } }, true],
  [{ type: 'string' }, false],
])('%j is secret: %s', async (property, secret) => {
  const { parameters } = await loadOne({
    command: 'true',
    parameters: { type: 'object', properties: { value: property } },
  });

  expect(parameters[0]?.secret).toBe(secret);
});

test.each([
  [
    'no schema',
    5,
    ['error /parameters: Must be a JSON Schema, not a number. Write {"type": "object", "properties": {…}}.'],
  ],
  [
    'no object',
    { properties: {} },
    ['error /parameters: The schema of the parameters is not that of an object. Write "type": "object".'],
  ],
  [
    'another dialect',
    { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
    [
      'error /parameters/$schema: Only JSON Schema 2020-12 can be used. Remove it, or write the schema by the rules of https://json-schema.org/draft/2020-12/schema.',
    ],
  ],
  [
    'a required name that is no property',
    { type: 'object', properties: { message: {} }, required: ['mesage'] },
    [
      'error /parameters/required/0: "mesage" is required, but there is no such property: the command could never run. Did you mean "message"?',
    ],
  ],
  [
    'two names that are typed alike',
    { type: 'object', properties: { maxResults: {}, 'max-results': {} } },
    ['error /parameters/properties/max-results: It is typed as --max-results, and so is "maxResults". Rename one.'],
  ],
  [
    'a path that could not be found in the input',
    { type: 'object', properties: { a: { anyOf: [{ type: 'string', format: 'path' }, { type: 'null' }] } } },
    [
      'error /parameters/properties/a/anyOf/0/format: A path in this place could not be kept inside the workspace. Describe the path directly under "properties" or "items".',
    ],
  ],
  [
    'an option that every command has',
    { type: 'object', properties: { help: { type: 'boolean' } } },
    [
      'hint /parameters/properties/help: It hides the option --help that every command has. Choose another name, unless that is meant.',
    ],
  ],
])('%s is told', async (_, parameters, expected) => {
  expect(problemsOf(await read(parameters))).toEqual(expected);
});

test('names that are no options are refused: nobody could type them', async () => {
  const properties = JSON.parse('{"__proto__": {}, "deploy.path": {}, "a b": {}, "-x": {}, "": {}, "1": {}}') as object;
  const loaded = await read({ type: 'object', properties });

  expect(loaded.commands).toEqual([]);
  expect(loaded.problems.map(({ pointer }) => pointer).sort()).toEqual(
    ['__proto__', 'deploy.path', 'a b', '-x', '', '1'].map((name) => `/parameters/properties/${name}`).sort(),
  );
});
