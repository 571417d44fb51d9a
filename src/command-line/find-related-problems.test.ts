import { expect, test } from 'vitest';
import { parameter } from '../../test/fixtures/commands/build.js';
import { grammarOf } from './grammar.js';
import { readArguments, readInput } from './read-arguments.js';

const grammar = grammarOf([
  parameter('--cert', 'path', { requires: ['key', 'ca', 'mode'] }),
  parameter('--key', 'path'),
  parameter('--ca', 'string'),
  parameter('--mode', 'string', { default: 'tls' }),
  parameter('--all', 'flag', { default: false, excludes: ['id'] }),
  parameter('--id', 'string', { excludes: ['all'] }),
  parameter('--max', 'integer'),
]);
const problems = (line: string) => readArguments(grammar, line === '' ? [] : line.split(' ')).problems;
const ca = {
  code: 'MISSING_ARGUMENT',
  field: '--ca',
  message: 'The --ca argument is required with --cert',
  hint: 'Add --ca <string>, or remove --cert',
};
const key = {
  code: 'MISSING_ARGUMENT',
  field: '--key',
  message: 'The --key argument is required with --cert',
  hint: 'Add --key <path>, or remove --cert',
};

test('an argument that asks for others names all that are missing; what has a default is not', () => {
  expect(problems('--cert a')).toEqual([key, ca]);
  expect(problems('--cert a --key b')).toEqual([ca]);
  expect(problems('--cert a --key b --ca c')).toEqual([]);
  expect(problems('--key b')).toEqual([]);
});

test('arguments that exclude each other are told once', () => {
  const conflict = {
    code: 'CONFLICTING_ARGUMENTS',
    field: '--id',
    message: 'The --id argument cannot be combined with --all',
    hint: 'Use --all or --id, not both',
  };
  expect(problems('--all --id 7')).toEqual([conflict]);
  expect(problems('--id 7 --all')).toEqual([conflict]);
  expect(problems('--id 7 --no-all')).toEqual([]);
  expect(readInput(grammar, [], 0, { all: true, id: '7' }).problems).toEqual([conflict]);
});

test('they are told together with everything else that is wrong', () => {
  expect(problems('--cert a --key b --max many').map(({ field }) => field)).toEqual(['--max', '--ca']);
});

test('what was given wrongly is not missing as well', () => {
  expect(problems('--cert a --key b --ca').map(({ code }) => code)).toEqual(['MISSING_VALUE']);
});
