import { expect, test } from 'vitest';
import type { Input } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { load, loadOne, newWorkspace, planInput, problemsOf } from '../command-handle/test-helpers.js';

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
    { $schema: 'http://json-schema.org/draft-03/schema#', type: 'object' },
    [
      'error /parameters/$schema: Unknown JSON Schema version "http://json-schema.org/draft-03/schema#". Remove it, or write the schema according to https://json-schema.org/draft/2020-12/schema.',
    ],
  ],
  [
    'a dialect that cannot even be made a text',
    { $schema: [Object.create(null)], type: 'object' },
    [
      'error /parameters/$schema: Unknown JSON Schema version (not text). Remove it, or write the schema according to https://json-schema.org/draft/2020-12/schema.',
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
    ['error /parameters/properties/max-results: Both it and "maxResults" are typed as --max-results. Rename one.'],
  ],
  [
    'a path that could not be found in the input',
    { type: 'object', properties: { a: { anyOf: [{ type: 'string', format: 'path' }, { type: 'null' }] } } },
    [
      'error /parameters/properties/a/anyOf/0/format: A path here could not be kept inside the workspace. Describe the path directly under "properties" or "items".',
    ],
  ],
  [
    'an option that every command has',
    { type: 'object', properties: { help: { type: 'boolean' } } },
    [
      'hint /parameters/properties/help: It hides the option --help that every command has. Choose another name, unless that is intended.',
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

const draft = (name: string) => `http://json-schema.org/${name}/schema#`;

test.each<[Record<string, unknown>, Input, boolean]>([
  [{ $schema: draft('draft-07'), properties: { a: { type: 'integer', minimum: 1 } } }, { a: 0 }, false],
  [{ $schema: draft('draft-07'), properties: { a: { type: 'integer', minimum: 1 } } }, { a: 1 }, true],
  [{ $schema: 'https://json-schema.org/draft-07/schema', properties: { a: { type: 'string' } } }, { a: 'x' }, true],
  [{ $schema: draft('draft-07'), properties: { a: {} }, dependencies: { a: ['b'] } }, { a: 1 }, false],
  [
    { $schema: draft('draft-07'), properties: { a: {}, b: {} }, dependencies: { a: { required: ['b'] } } },
    { a: 1 },
    false,
  ],
  [{ $schema: draft('draft-06'), properties: { a: { items: [{ type: 'string' }] } } }, { a: [1] }, false],
  [{ $schema: draft('draft-06'), properties: { a: { items: [{}], additionalItems: false } } }, { a: [1, 2] }, false],
  [{ $schema: draft('draft-06'), properties: { a: { items: [{}], additionalItems: false } } }, { a: [1] }, true],
  [{ $schema: draft('draft-06'), properties: { a: { items: {}, additionalItems: false } } }, { a: [1, 2] }, true],
  [{ $schema: draft('draft-04'), properties: { a: { minimum: 1, exclusiveMinimum: true } } }, { a: 1 }, false],
  [{ $schema: draft('draft-04'), properties: { a: { minimum: 1, exclusiveMinimum: false } } }, { a: 1 }, true],
  [
    { $schema: draft('draft-04'), id: 'urn:x', properties: { a: { maximum: 1, exclusiveMaximum: true } } },
    { a: 2 },
    false,
  ],
  [{ $schema: draft('draft/2019-09'), properties: { a: { items: [{ type: 'string' }] } } }, { a: [1] }, false],
])('%j takes %j: %s', async (parameters, input, taken) => {
  const workspace = newWorkspace();
  const command = await loadOne({ command: 'true', parameters: { type: 'object', ...parameters } }, { workspace });

  expect(!(planInput(command, input, { workspace }) instanceof GateError)).toBe(taken);
});

test.each([
  [{ $schema: 'http://json-schema.org/draft-03/schema#' }, 'Unknown JSON Schema version'],
  [{ $schema: 5 }, 'Unknown JSON Schema version'],
  [
    { $schema: draft('draft-07'), definitions: { d: {} }, properties: { a: { $ref: '#/definitions/d', minimum: 2 } } },
    'ignores "minimum"',
  ],
  [{ $schema: draft('draft/2019-09'), properties: { a: { $recursiveRef: '#' } } }, '"$recursiveRef" cannot be used'],
  [
    { $schema: draft('draft-04'), properties: { a: { exclusiveMinimum: 1 } } },
    'In draft-04, "exclusiveMinimum" is true or false',
  ],
  [{ properties: { a: { $dynamicRef: '#x' } } }, '"$dynamicRef" cannot be checked'],
  [{ properties: { a: { $dynamicAnchor: 'x' } } }, '"$dynamicAnchor" cannot be checked'],
  [{ $vocabulary: {} }, '"$vocabulary" cannot be checked'],
  [{ properties: { a: { $ref: '#/$defs/nowhere' } } }, 'cannot be used'],
  [{ properties: { a: { $ref: 'https://example.org/other.json' } } }, 'cannot be used'],
  [{ properties: { a: { nullable: true } } }, 'has no keyword "nullable"'],
])('what cannot be checked in %j is an error', async (parameters, message) => {
  const problems = problemsOf(await read({ type: 'object', ...parameters }));

  expect(problems.filter((problem) => problem.startsWith('error'))).toContainEqual(expect.stringContaining(message));
});

test('what is not checked is told', async () => {
  const properties = {
    a: { type: 'string', format: 'uri' },
    b: { type: 'string', format: 'path' },
    c: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
  };

  expect(problemsOf(await read({ type: 'object', properties }))).toEqual([
    'hint /parameters/properties/a/format: The format "uri" is not checked: any text is passed on. Add a "pattern" if the program relies on it.',
    'hint /parameters/properties/c/contentEncoding: "contentEncoding" is not checked: any text is passed on. Let the program check its input.',
    'hint /parameters/properties/c/contentMediaType: "contentMediaType" is not checked: any text is passed on. Let the program check its input.',
  ]);
});
