import { expect, test } from 'vitest';
import { command, parameter } from '../../test/fixtures/commands/build.js';
import { usageLine } from './usage.js';

test('one line shows every argument as it is written', () => {
  const parameters = [
    parameter('--max', 'integer', { short: 'n' }),
    parameter('folder', 'string', { required: true }),
    parameter('files', 'path', { variadic: true }),
    parameter('--all', 'flag'),
    parameter('--tag', 'array'),
    parameter('--to', 'string', { variadic: true, required: true }),
    parameter('--sort', 'string', { choices: ['name', 'size'] }),
  ];
  expect(usageLine(command('drive list', { parameters }))).toBe(
    'drive list <folder> [files...] [-n|--max <integer>] [--all] [--tag <a,b,c>] --to <string>... [--sort <name|size>]',
  );
});

test('a command without arguments is its name', () => {
  expect(usageLine(command('x-report'))).toBe('x-report');
});
