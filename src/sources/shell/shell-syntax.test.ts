import { expect, test } from 'vitest';
import { newWorkspace, write } from '../command-handle/test-helpers.js';
import { findShellSyntax } from './shell-syntax.js';
import { errorOf, planOf, problemsOf } from './test-helpers.js';

test.each([
  ['&&', 'chains programs', 'the whole line'],
  ['||', 'chains programs', 'the whole line'],
  [';', 'chains programs', 'the whole line'],
  ['|', 'connects programs', 'the whole line'],
  ['|&', 'connects programs', 'the whole line'],
  ['&', 'starts a program in the background', '--background'],
  ['>', 'writes to a file', 'tee'],
  ['>>', 'writes to a file', 'tee -a'],
  ['>out.txt', 'writes to a file', 'tee'],
  ['>>file', 'writes to a file', 'tee'],
  ['2>errors.log', 'writes to a file', 'stdout'],
  ['&>all.log', 'writes to a file', 'tee'],
  ['>|x', 'writes to a file', 'tee'],
  ['2>&1', 'redirects a stream', 'both captured'],
  ['>&2', 'redirects a stream', 'both captured'],
  ['2>/dev/null', 'redirects a stream', 'Remove it'],
  ['>/dev/null', 'redirects a stream', 'Remove it'],
  ['<', 'reads a file', 'Name the file'],
  ['<file', 'reads a file', 'Name the file'],
  ['<<EOF', 'gives text to a program', 'stdin'],
  ['<<<text', 'gives text to a program', 'stdin'],
  ['<(sort a)', 'substitutes a program', 'first'],
  ['$(date)', 'substitutes the output of a program', 'first'],
  ['$(cat (x) y)', 'substitutes the output of a program', 'first'],
  ['`date +%s`', 'substitutes the output of a program', 'first'],
])('the whole word %j %s', (word, what, advice) => {
  expect(findShellSyntax(word)?.what).toBe(what);
  expect(findShellSyntax(word)?.advice).toContain(advice);
});

test.each([
  ['a && b'],
  ['fix > mend'],
  ['> a quoted line'],
  ['<b>'],
  ['<user@example.com>'],
  ['>=1.0'],
  ['<='],
  ['->'],
  ['=>'],
  ['|foo'],
  ['&amp;'],
  ['?a=1&b=2'],
  ['<<<<<<<'],
  ['<<<<<<< HEAD'],
  ['>>>>>>>'],
  ['|||||||'],
  ['$HOME'],
  ['\x24{HOME}'],
  ['$(a) and $(b)'],
  ['`a` and `b`'],
  ['$5'],
  ['('],
  [')'],
  ['{}'],
  ['!'],
  ['2'],
  [''],
])('%j is text', (word) => {
  expect(findShellSyntax(word)).toBeUndefined();
});

const workspace = () => newWorkspace();

test('each operator in the parameters is refused in its place, with what to do instead', () => {
  const error = errorOf(
    { command: 'cat', parameters: ['a.txt', '|', 'wc', '-l', '>', 'out'] },
    { workspace: workspace() },
  );

  expect(error.code).toBe('VALIDATION_ERROR');
  expect(problemsOf(error)).toEqual([
    'SHELL_SYNTAX parameters[1]: The word "|" is shell syntax (it connects programs), and there is no shell here. Send the whole line in command, without parameters',
    'SHELL_SYNTAX parameters[4]: The word ">" is shell syntax (it writes to a file), and there is no shell here. Remove it: the output is returned in stdout. To write a file, use an option of the program, or pass the text to tee (tee -a to append) in stdin',
  ]);
});

test.each([
  ['grep', '|', 'file'],
  ['grep', '-c', '<<<', 'file'],
  ['grep', '-e', '&&', 'file'],
  ['awk', '-F', '|', '{print $1}', 'file'],
  ['cut', '-d', ';', '-f', '1', 'file'],
  ['sort', '-t', '&', 'file'],
  ['tr', ';', ' '],
  ['tr', '<', '>'],
  ['paste', '-d', '|', 'a', 'b'],
  ['expr', '1', '|', '2'],
  ['expr', '1', '<', '2'],
  ['[', 'a', '>', 'b', ']'],
  ['test', 'a', '<', 'b'],
  ['find', '.', '-name', ';'],
  ['find', '.', '-exec', 'ls', '{}', ';'],
  ['git', 'commit', '-m', '&'],
  ['git', 'log', '--grep', '|'],
  ['timeout', '5', 'grep', '|', 'file'],
  ['env', 'A=1', 'cut', '-d', '|', '-f', '2', 'file'],
])('what the program takes for itself passes: %j %j %j', (command, ...parameters) => {
  expect(planOf({ command, parameters }, { workspace: workspace() }).args).toEqual(parameters);
});

test.each([
  ['echo', 'hi', '>', 'file'],
  ['echo', 'a', '|', 'cat'],
  ['grep', 'x', 'file', '|', 'head'],
  ['grep', '-e', 'x', '|', 'head'],
  ['tr', '-d', 'x', '<', 'file'],
  ['ls', '-la', '&&', 'pwd'],
  ['git', 'diff', '>', 'x.patch'],
  ['git', 'tag', '>', 'tags'],
  ['find', '.', '-name', 'x', ';'],
  ['test', '-f', 'x', '&&', 'ls'],
  ['sleep', '5', '&'],
  ['timeout', '5', 'ls', '|', 'cat'],
  ['node', 'x.js', '2>&1'],
])('what only a shell would read does not: %j %j %j %j', (command, ...parameters) => {
  expect(errorOf({ command, parameters }, { workspace: workspace() }).details.map(({ code }) => code)).toEqual([
    'SHELL_SYNTAX',
  ]);
});

test.each([
  ['', 'The command is empty', 'Name one program (e.g., ls)'],
  ['  ', 'The command is empty', 'Name one program (e.g., ls)'],
  [
    'ls -la',
    'The command "ls -la" is more than one word',
    'Put the program into command and each argument into parameters: command "ls", parameters ["-la","src"]',
  ],
  [
    'git commit -m "a b"',
    'The command "git commit -m \\"a b\\"" is more than one word',
    'Put the program into command and each argument into parameters: command "git", parameters ["commit","-m","a b","src"]',
  ],
  [
    '"ls"',
    'The command "\\"ls\\"" is written with quotes, spaces or backslashes',
    'Put the program into command and each argument into parameters: command "ls", parameters ["src"]',
  ],
  [
    'FOO=1 make',
    'The command "FOO=1 make" starts with a variable assignment',
    'Set it with the program env: command "env", parameters ["FOO=1","make","src"]',
  ],
  [
    'a && b',
    'The command "a && b" is not a single program: it has syntax that chains programs',
    'Send the whole line in command, without parameters',
  ],
  [
    'cat x > y',
    'The command "cat x > y" is not a single program: it has syntax that writes to a file',
    expect.stringContaining('tee'),
  ],
  [
    '$(x)',
    'The command "$(x)" is not a single program: it has syntax that substitutes the output of a program',
    'Run that program first, and put its output here as text',
  ],
  [
    '`x`',
    'The command "`x`" is not a single program: it has syntax that substitutes the output of a program',
    'Run that program first, and put its output here as text',
  ],
  ['$SHELL', 'The command "$SHELL" has a variable, and variables are not expanded', 'Write its value instead'],
  ['~/bin/x', 'The command "~/bin/x" starts in a home directory', 'Name a program in the search path'],
  ["it's", 'The command "it\'s" has an unclosed quote', 'Write only the program name'],
  ['ls\npwd', 'The command is more than one word', expect.stringContaining('command "ls"')],
])('the command %j is not one program', (command, message, hint) => {
  expect(errorOf({ command, parameters: ['src'] }, { workspace: workspace() }).details).toEqual([
    { code: 'SHELL_SYNTAX', field: 'command', message, hint },
  ]);
});

test('a file may have any name', () => {
  const place = workspace();
  const program = write(place, 'a && b (1)', '#!/bin/sh\n', 0o755);

  expect(planOf({ command: './a && b (1)' }, { workspace: place }).program).toBe(program);
});
