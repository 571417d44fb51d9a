import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Argument, CallTemplate, Part } from '../tool.js';
import { writeCommands } from './write-commands.js';

function commandOf(args: readonly Argument[]): string {
  const template: CallTemplate = {
    form: 'commands',
    steps: [{ kind: 'program', program: [{ kind: 'text', text: '/usr/bin/printf' }], args, shown: true }],
    directory: undefined,
    environment: new Map(),
    inherited: [],
    timeoutMs: undefined,
    capturesOutput: true,
    platform: undefined,
  };
  const written = writeCommands(template);
  return 'commands' in written ? (written.commands[0]?.command ?? '') : '';
}

/** As the SDKs do it: an input is a variable of the shell, in quotes of its own. */
function runInShell(command: string, values: Readonly<Record<string, string>>): string {
  const script = command.replace(/UTCP_ARG_(\w+?)_UTCP_END/g, (_, name) => `"$${name}"`);
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { env: { ...values }, encoding: 'utf8' });
  return stdout + stderr;
}

const values = { given: ` $(id) 'x' "y"\n* \\`, OWNED: 'a  b', CMD_0_OUTPUT: 'out  put*' };

const anyPart: fc.Arbitrary<Part> = fc.oneof(
  fc
    .string({ unit: fc.constantFrom(...`ab 'x"\\$\`*?~#&|;<>(){}[]!=-\n\té`) })
    .map((text): Part => ({ kind: 'text', text })),
  fc.constantFrom<Part>(
    { kind: 'input', name: 'given' },
    { kind: 'variable', name: 'OWNED' },
    { kind: 'output', step: 0 },
  ),
);

const textOf = (part: Part): string => {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'input') return values.given;
  return part.kind === 'variable' ? values.OWNED : values.CMD_0_OUTPUT;
};

test('a shell reads every word as one argument, whatever stands in it', () => {
  const words = fc.array(fc.array(anyPart, { maxLength: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(words, (parts) => {
      const args = parts.map((word): Argument => ({ kind: 'word', parts: word }));
      const command = commandOf([{ kind: 'word', parts: [{ kind: 'text', text: '<%s>' }] }, ...args]);
      expect(runInShell(command, values)).toBe(parts.map((word) => `<${word.map(textOf).join('')}>`).join(''));
    }),
    { numRuns: 150 },
  );
});

test('words that need no quotes have none', () => {
  const words = ['--format=json', 'a/b.c', '%s', 'a b', ''];
  expect(commandOf(words.map((text) => ({ kind: 'word', parts: [{ kind: 'text', text }] })))).toBe(
    `/usr/bin/printf --format=json a/b.c %s 'a b' ''`,
  );
});
