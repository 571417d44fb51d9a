// For arguments of any shape, the result is an error, or a vector in which nothing that the arguments supplied stands
// where the program would read a flag. The oracle knows nothing of the encoder: text from arguments carries a mark.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileTemplate } from '../compile-template.js';
import { ToolFormError } from '../tool-form-error.js';
import type { Value } from '../value.js';

const mark = 'µ';

const hostileText = fc
  .tuple(
    fc.constantFrom('', '-', '--', '+', '--x=', '$', '-a'),
    fc.constantFrom('', 'x', '=', ' -y', ',', '\\', '{{a}}'),
  )
  .map(([start, end]) => `${start}${mark}${end}`);

/** Without a mark, but never a text that a template here writes. */
const bareText = fc.constantFrom('', '-', '--', '+', '-1', '--=');

const scalar = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  bareText,
  fc.constantFrom(true, false, null),
  fc.integer({ min: -9, max: 9 }),
  fc.double(),
);

const directiveName = fc.constantFrom(
  '$args',
  '$flags',
  '$repeat',
  '$',
  '$spread',
  '__proto__',
  'constructor',
  '--force',
);

const anyValue = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { weight: 5, arbitrary: scalar },
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(hostileText, directiveName), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ) as fc.Arbitrary<Value>,
})).value;

const names = ['a', 'b', 'c'];
const callArguments = fc.record({ a: anyValue, b: anyValue, c: anyValue }, { requiredKeys: [] }) as fc.Arbitrary<Value>;

const path = fc.constantFrom(...names, 'a[*]', '$', '*', '..*', 'b[0]', 'c | first', 'a | sort', 'b | length', 'i');
const query = fc.constantFrom(...names, 'a[*]', '$', '$.*', '..*');
const reading = fc.oneof(
  path.map((expression): Value => ({ $: expression })),
  path.map((expression): Value => `{{${expression}}}`),
  path.map((expression): Value => `word {{${expression}}}`),
  fc.tuple(path, path).map(([one, other]): Value => `{{${one}}}{{${other}}}`),
  path.map((expression): Value => ({ $: expression, $join: ',' })),
  path.map((expression): Value => ({ $: expression, $encode: ['json', 'base64'] })),
  path.map((expression): Value => ({ $: expression, $encode: 'json' })),
  query.map((expression): Value => [{ $spread: expression }]),
  query.map((expression): Value => ({ $each: expression, $as: 'i', $value: { $: 'i' } })),
  path.map((expression): Value => ({ $uri: '{+x}', x: expression })),
);

const flag = fc.constantFrom('-v', '-w', '--long', '--joined=', '+p', '-j=');
const word = fc.constantFrom('run', 'build');

const template = fc.letrec<{ value: Value; object: Value }>((tie) => {
  const member = fc.tuple(fc.oneof(flag, word), tie('value'));
  return {
    value: fc.oneof(
      { weight: 6, arbitrary: reading },
      fc.constantFrom<Value>(true, false, null, 'literal', 7),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
      fc.tuple(path, tie('value')).map(([expression, value]): Value => ({ $if: { $: expression }, $then: value })),
    ),
    object: fc.oneof(
      fc.array(member, { maxLength: 4 }).map((members): Value => Object.fromEntries(members)),
      fc
        .array(member, { maxLength: 2 })
        .chain((members) =>
          query.map((expression): Value => ({ ...Object.fromEntries(members), $spread: expression })),
        ),
      fc.array(tie('value'), { maxLength: 3 }).map((values): Value => ({ $args: ['-v', ...values, '--long={{a}}'] })),
      fc.constantFrom('-{{a}}', '--{{b}}', '-v{{c}}', '--x{{a}}=').map((text): Value => ({ $args: [text] })),
      fc
        .array(fc.tuple(flag, tie('value')), { maxLength: 3 })
        .map((all): Value => ({ $flags: Object.fromEntries(all) })),
      fc
        .array(fc.tuple(flag, tie('value')), { maxLength: 2 })
        .map((all): Value => ({ $repeat: Object.fromEntries(all) })),
      path.map((expression): Value => ({ $flags: { $: expression } })),
      fc
        .tuple(query, path)
        .map(([expression, key]): Value => ({ $each: expression, $as: 'i', $key: `{{${key}}}`, $value: true })),
    ),
  };
});

/** The flags that the generated templates can write, alone or in a cluster. */
const writtenFlag = /^(?:-[vw]+|\+p+|--long)$/;

function findInjected(vector: readonly string[]): string | undefined {
  return vector.find((token) => {
    if (token.length < 2 || !/^[-+]/.test(token)) return false;
    const [name = '', ...value] = token.split('=');
    return value.length > 0 ? !/^(?:--joined|-j|--long)$/.test(name) : !writtenFlag.test(token);
  });
}

const count = { vectors: 0, refusals: 0 };

function run(form: Value, values: Value, check: (vector: readonly string[]) => void): void {
  const compiled = compileTemplate(form);
  if (!compiled.ok) return;
  const result = compiled.template.renderVector(values);
  if (result instanceof ToolFormError) {
    count.refusals++;
    expect(result.message + result.pointer + (result.argument ?? '')).not.toContain(mark);
  } else {
    count.vectors++;
    check(result);
  }
}

test('no text from the arguments is read as a flag', () => {
  fc.assert(
    fc.property(template.value, callArguments, (value, values) => {
      run({ $use: value, $encode: 'args' }, values, (vector) => expect(findInjected(vector)).toBeUndefined());
    }),
    { numRuns: 5000 },
  );
  // Had everything been refused, nothing would have been shown.
  expect(count.vectors).toBeGreaterThan(500);
  expect(count.refusals).toBeGreaterThan(500);
});

test('no text from the arguments is read as a flag before a terminator of the template', () => {
  fc.assert(
    fc.property(template.value, reading, callArguments, (value, last, values) => {
      run({ $use: [value, { '--': last }, 'end'], $encode: 'args' }, values, (vector) => {
        const terminator = vector.indexOf('--');
        expect(findInjected(terminator < 0 ? vector : vector.slice(0, terminator))).toBeUndefined();
      });
    }),
    { numRuns: 2000 },
  );
});

test('a plain list of arguments keeps the same promise', () => {
  const element = fc.oneof(reading, fc.constantFrom<Value>('-v', '--long={{a}}', '-{{a}}', '--{{b}}', '-j={{c}}', 'x'));
  fc.assert(
    fc.property(fc.oneof(reading, fc.array(element, { maxLength: 4 })), callArguments, (form, values) => {
      run(form, values, (vector) => expect(findInjected(vector)).toBeUndefined());
    }),
    { numRuns: 5000 },
  );
});
