// The requests of the contract, as data. Each is one set of words, or a text where only a text can say it.

import { expect } from 'vitest';

/** What part of an ACLI response has to be; compared with `toMatchObject`. */
export type Expected = Readonly<Record<string, unknown>>;

export interface Case {
  readonly name: string;
  /** Words, as a shell gives them; a text for what cannot be written as words. */
  readonly request: readonly string[] | string;
  readonly expected: Expected;
}

const data = (value: unknown): Expected => ({ success: true, data: value });

const error = (code: string, more: Readonly<Record<string, unknown>> = {}): Expected => ({
  success: false,
  error: { code, ...more },
});

const events = { max: 10 };

const wouldAsk = { decision: 'ask', reason: 'No rule allows it, and drive remove is destructive.' };

export const cases: readonly Case[] = [
  { name: 'words and a flag', request: ['echo', 'a', '--upper'], expected: data({ words: ['A'] }) },
  { name: 'a short flag', request: ['echo', '-u', 'a'], expected: data({ words: ['A'] }) },
  { name: 'a negated flag', request: ['echo', 'a', '--no-upper'], expected: data({ words: ['a'] }) },
  { name: 'no words', request: ['echo'], expected: data({ words: [] }) },
  { name: 'empty words', request: ['echo', '', ''], expected: data({ words: ['', ''] }) },
  {
    name: 'words that a shell would expand',
    request: ['echo', '$HOME', '`id`', '*', ';', '|', '&&', '~', '{a,b}', '>x', '!!', '\\', '#no'],
    expected: data({ words: ['$HOME', '`id`', '*', ';', '|', '&&', '~', '{a,b}', '>x', '!!', '\\', '#no'] }),
  },
  {
    name: 'quotes, blanks and tabs inside a word',
    request: ['echo', `it's "quoted"`, ' two  blanks ', 'a\tb'],
    expected: data({ words: [`it's "quoted"`, ' two  blanks ', 'a\tb'] }),
  },
  {
    name: 'words after the end of options',
    request: ['echo', '--', '--upper', '-u', '--help'],
    expected: data({ words: ['--upper', '-u', '--help'] }),
  },
  {
    name: 'letters of every plane',
    request: ['echo', 'grüße', '日本語', '👩‍👩‍👧', 'e\u0301', '\u202eabc', '\u{10ffff}'],
    expected: data({ words: ['grüße', '日本語', '👩‍👩‍👧', 'e\u0301', '\u202eabc', '\u{10ffff}'] }),
  },
  { name: 'a long word', request: ['echo', 'x'.repeat(9_900)], expected: data({ words: ['x'.repeat(9_900)] }) },
  {
    name: 'a message beside the data',
    request: ['events'],
    expected: { ...data(events), message: 'At most 10 events' },
  },
  { name: 'an alias of a command', request: ['evts', '-n3'], expected: data({ max: 3 }) },
  {
    name: 'arrays by comma and by repetition, under both names',
    request: ['events', '--tag', 'a,b', '--label=c', '--tag', 'd\\,e'],
    expected: data({ ...events, tag: ['a', 'b', 'c', 'd,e'] }),
  },
  {
    name: 'a date, an enum and a boolean',
    request: ['events', '--from', '2026-02-02T10:00:00Z', '--order', 'falling', '--public=false'],
    expected: data({ ...events, from: '2026-02-02T10:00:00Z', order: 'falling', public: false }),
  },
  {
    name: 'the whole input as JSON',
    request: ['events', '--input', '{"max":3,"tag":["x,y"],"public":true}'],
    expected: data({ max: 3, tag: ['x,y'], public: true }),
  },
  {
    name: 'the input from a file of the workspace',
    request: ['events', '--input-file', 'input.json'],
    expected: data({ max: 4, tag: ['from-file'] }),
  },
  { name: 'a stream, collected', request: ['count', '3'], expected: data([{ index: 1 }, { index: 2 }, { index: 3 }]) },
  { name: 'a stream of nothing', request: ['count', '0'], expected: data([]) },
  { name: 'a number', request: ['value', 'number'], expected: data(7) },
  { name: 'a text', request: ['value', 'text'], expected: data('seven') },
  { name: 'nothing', request: ['value', 'nothing'], expected: data(null) },
  { name: 'a list', request: ['value', 'list'], expected: data([1, 'two', null]) },
  { name: 'a date', request: ['value', 'date'], expected: data('1970-01-01T00:00:00.000Z') },
  { name: 'an empty object', request: ['value', 'empty'], expected: data({}) },
  {
    name: 'an answer that is too large',
    request: ['list'],
    expected: { success: true, _meta: { truncated: true, limit_bytes: 20_000, total_bytes: 58_901 } },
  },
  {
    name: 'a secret',
    request: ['login', 'bob', '--pin', 'hunter2'],
    expected: { ...data({ user: 'bob' }), _meta: { command: expect.not.stringContaining('hunter2') } },
  },
  { name: 'a path inside', request: ['drive', 'read', 'a/b.txt'], expected: data({ file: 'a/b.txt' }) },
  {
    name: 'a dry run that the command can do',
    request: ['drive', 'remove', 'a.txt', '--dry-run'],
    expected: data({ would_remove: ['a.txt'] }),
  },
  {
    name: 'a dry run that the command cannot do, with a secret',
    request: ['login', 'bob', '--pin=hunter2', '--dry-run'],
    expected: data({
      effect: 'would_run',
      would_run: { command: 'login', input: { user: 'bob', pin: '[REDACTED]' } },
    }),
  },
  {
    name: 'validation alone',
    request: ['drive', 'remove', 'a.txt', '--validate-only'],
    expected: data({ ...wouldAsk, valid: true, command: 'drive remove' }),
  },
  {
    name: 'a standard option before the command',
    request: ['--validate-only', 'drive', 'remove', 'a.txt'],
    expected: data({ ...wouldAsk, valid: true, command: 'drive remove' }),
  },
  { name: 'an extension', request: ['x-special'], expected: data('special') },

  { name: 'help', request: ['help'], expected: { success: true, data: { usage: expect.any(String) } } },
  { name: 'help of a command', request: ['help', 'events'], expected: { data: { command: 'events' } } },
  { name: 'help of a group', request: ['help', 'drive'], expected: { data: { command: 'drive' } } },
  { name: 'help as an option', request: ['events', '--max', '3', '--help'], expected: { data: { command: 'events' } } },
  { name: 'help as an option of a group', request: ['drive', '--help'], expected: { data: { command: 'drive' } } },
  {
    name: 'a search',
    request: ['help', '--search', 'remove', 'file'],
    expected: { data: { results: [{ command: 'drive remove' }, { command: 'drive read' }] } },
  },
  { name: 'every schema', request: ['schema'], expected: { success: true, data: { total: 11 } } },
  { name: 'one schema', request: ['schema', 'events'], expected: { data: { inputSchema: { type: 'object' } } } },
  {
    name: 'the version',
    request: ['version'],
    expected: data({
      acli_version: '0.1.0',
      implementation: { name: 'contract', version: '1.2.3' },
      capabilities: {
        commands: ['drive', 'echo', 'events', 'count', 'fail', 'value', 'hang', 'login', 'list'],
        extensions: ['x-special'],
      },
    }),
  },

  { name: 'an unknown command', request: ['evnts', '--max', '3'], expected: error('COMMAND_NOT_FOUND') },
  { name: 'an unknown subcommand', request: ['drive', 'raed'], expected: error('COMMAND_NOT_FOUND') },
  { name: 'a group without its subcommand', request: ['drive'], expected: error('COMMAND_NOT_FOUND') },
  { name: 'help of an unknown command', request: ['help', 'nothing'], expected: error('COMMAND_NOT_FOUND') },
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'].flatMap((name) => [
    { name: `a command called ${name}`, request: [name], expected: error('COMMAND_NOT_FOUND') },
    { name: `a subcommand called ${name}`, request: ['drive', name], expected: error('COMMAND_NOT_FOUND') },
    { name: `an option called ${name}`, request: ['events', `--${name}=1`], expected: error('VALIDATION_ERROR') },
    {
      name: `an input field called ${name}`,
      request: ['events', '--input', `{"${name}":{"polluted":true}}`],
      expected: error('VALIDATION_ERROR'),
    },
  ]),
  {
    name: 'several wrong arguments at once',
    request: ['events', '--max', 'many', '--from', 'yesterday', '--ordre', 'falling', 'extra'],
    expected: error('VALIDATION_ERROR', {
      usage: expect.stringContaining('events'),
      details: expect.arrayContaining([
        expect.objectContaining({ code: 'INVALID_INTEGER', field: '--max', value: 'many' }),
        expect.objectContaining({ code: 'INVALID_DATE_FORMAT', field: '--from', value: 'yesterday' }),
        expect.objectContaining({ code: 'UNKNOWN_OPTION', field: '--ordre', hint: 'Did you mean --order?' }),
        expect.objectContaining({ code: 'UNEXPECTED_ARGUMENT', value: 'extra' }),
      ]),
    }),
  },
  { name: 'a number out of range', request: ['events', '--max', '51'], expected: error('VALIDATION_ERROR') },
  { name: 'a missing argument', request: ['count'], expected: error('VALIDATION_ERROR') },
  { name: 'a missing value', request: ['events', '--max'], expected: error('VALIDATION_ERROR') },
  { name: 'input that is no JSON', request: ['events', '--input', '{max 3'], expected: error('VALIDATION_ERROR') },
  { name: 'input that is no object', request: ['events', '--input', '[1]'], expected: error('VALIDATION_ERROR') },
  { name: 'a wrong timeout', request: ['hang', '--timeout', 'soon'], expected: error('VALIDATION_ERROR') },
  { name: 'a path upwards', request: ['drive', 'read', '../x'], expected: error('PATH_TRAVERSAL_BLOCKED') },
  { name: 'an absolute path', request: ['drive', 'read', '/etc/passwd'], expected: error('PATH_TRAVERSAL_BLOCKED') },
  {
    name: 'an input file outside of the workspace',
    request: ['events', '--input-file', '../input.json'],
    expected: error('PATH_TRAVERSAL_BLOCKED'),
  },
  { name: 'a denied command', request: ['drive', 'wipe'], expected: error('PERMISSION_DENIED') },
  { name: 'the help of a denied command', request: ['drive', 'wipe', '--help'], expected: error('PERMISSION_DENIED') },
  {
    name: 'a timeout',
    request: ['hang', '--timeout', '30'],
    expected: error('TIMEOUT', { hint: 'Try a simpler query' }),
  },
  {
    name: 'a code of the command’s own',
    request: ['fail', 'own-code'],
    expected: error('EXECUTION_ERROR', {
      message: 'The event is there already.',
      hint: 'Use another id',
      details: [{ code: 'ALREADY_EXISTS', message: 'The event is there already.' }],
    }),
  },
  { name: 'a result that JSON cannot say', request: ['fail', 'big-integer'], expected: error('EXECUTION_ERROR') },
  {
    name: 'an unexpected error, without its details',
    request: ['fail', 'unexpectedly'],
    expected: error('EXECUTION_ERROR', { message: expect.not.stringContaining('internal detail') }),
  },
  { name: 'a hundred words', request: `echo${' x'.repeat(99)}`, expected: { success: true } },
  { name: 'one word more', request: `echo${' x'.repeat(100)}`, expected: error('PARSE_ERROR') },
  { name: 'a quote without its end', request: `echo 'open`, expected: error('PARSE_ERROR') },
  { name: 'a backslash without its character', request: 'echo \\', expected: error('PARSE_ERROR') },
  { name: 'a NUL character', request: 'echo a\0b', expected: error('PARSE_ERROR') },
  {
    name: 'escapes in double quotes',
    request: String.raw`echo "a\nb\t\"c\" \d"`,
    expected: data({ words: ['a\nb\t"c" \\d'] }),
  },
  { name: 'ten thousand characters', request: `echo ${'x'.repeat(9_995)}`, expected: { success: true } },
  { name: 'one character more', request: `echo ${'x'.repeat(9_996)}`, expected: error('PARSE_ERROR') },
];
