import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInNode } from '../../../test/fixtures/configuration/run-in-node.js';
import { writeFiles } from '../../../test/fixtures/configuration/write-files.js';

type Loaded = { readonly names: Record<string, string> } | { readonly problems: unknown };

/** Loads modules in a plain Node process: name → description, or the problems. */
async function load(modules: Readonly<Record<string, string>>, after = ''): Promise<Loaded> {
  const directory = writeFiles(modules);
  const files = Object.keys(modules).filter((name) => !name.startsWith('lib/'));
  const result = await runInNode({
    module: 'src/sources/typescript/load-modules.ts',
    dependencies: 'installed',
    script: `
      try {
        const commands = await subject.loadCommandModules(${JSON.stringify(files.map((file) => join(directory, file)))});
        const names = Object.fromEntries(Object.entries(commands).map(([name, { description }]) => [name, description]));
        ${after}
        return { names };
      } catch (error) {
        if (error.name !== 'DefinitionError') throw error;
        return { problems: error.problems };
      }`,
  });
  return JSON.parse(JSON.stringify(result).replaceAll(directory, '<here>')) as Loaded;
}

test('commands come from the default export, from "commands", or from the named exports', async () => {
  expect(
    await load({
      'record.mjs':
        "export default { one: { description: '1', handler() {} }, two: { description: '2', subcommands: {} } };",
      'list.mjs': "export default [{ name: 'three', description: '3', handler() {} }];",
      'four.mjs': "export default { description: '4', handler() {} };",
      'named.mjs': "export default { name: 'five', description: '5', handler() {} };",
      'commands.mjs': "export default 'not this'; export const commands = { six: { description: '6', handler() {} } };",
      'exports.mjs':
        "export const seven = { description: '7', handler() {} }; export const helper = () => 1; export const limit = { max: 1 };",
      'renamed.mjs': "export const eightCommand = { name: 'eight', description: '8', handler() {} };",
      'common.js': "module.exports = { nine: { description: '9', handler() {} } };",
    }),
  ).toEqual({
    names: { one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9' },
  });
});

test('a module in TypeScript meets the running cmdgate itself, and its own helpers', async () => {
  expect(
    await load(
      {
        'mail.ts': [
          "import { CommandError, defineCommand } from 'cmdgate';",
          "import { text } from './lib/text.js';",
          'const answer: string = await Promise.resolve(text);',
          'export default defineCommand({',
          '  description: answer,',
          "  handler(): never { throw new CommandError('NO'); },",
          '});',
        ].join('\n'),
        'lib/text.ts': "export const text: string = 'from a helper';",
      },
      `const { CommandError } = await import('cmdgate');
       let thrown; try { commands.mail.handler(); } catch (error) { thrown = error; }
       names.sameClass = thrown instanceof CommandError;
       names.timesLoaded = globalThis.timesLoaded;`,
    ),
  ).toEqual({ names: { mail: 'from a helper', sameClass: true, timesLoaded: 1 } });
});

test('a name that every object inherits is an ordinary name', async () => {
  const text = "export const commands = [{ name: 'constructor', description: 'c', handler() {} }];";

  expect(await load({ 'a.mjs': text })).toEqual({ names: { constructor: 'c' } });
});

test('every module with a problem is named in one error', async () => {
  const fix = 'Fix the module; it must load on its own.';
  const nothing = {
    message: 'The module exports no command.',
    fix: 'Export one as default, several as "commands", or each under its own name; a command has a handler or subcommands.',
  };
  expect(
    await load({
      'broken.mjs': 'export const = 1;',
      'broken.ts': 'export const a: number = 1;\nexport const b = {{;',
      'throws.mjs': "throw new Error('no network');",
      'throws.ts': "throw new Error('no disk\\nsecond line');",
      'throws-text.mjs': "throw 'text';",
      'empty.mjs': '',
      'nothing.mjs': 'export default { title: 1 }; export const handler = () => 1;',
      'half.mjs': 'export default { good: { handler() {} }, bad: { handlr() {} } };',
      'nameless.mjs': 'export const commands = [{ handler() {} }, 5];',
      'package.mjs': "import 'not-a-package-anywhere';",
      'lacks-cmdgate.mjs': "import 'cmdgate';",
    }),
  ).toEqual({
    problems: [
      { where: '<here>/broken.mjs', message: "The module could not be loaded. Unexpected token '='.", fix },
      {
        where: '<here>/broken.ts',
        message: expect.stringMatching(/^The module could not be loaded\. Line 2, column \d+: Unexpected token\.$/),
        fix,
      },
      { where: '<here>/throws.mjs', message: 'The module could not be loaded. no network.', fix },
      { where: '<here>/throws.ts', message: 'The module could not be loaded. no disk.', fix },
      {
        where: '<here>/throws-text.mjs',
        message: 'The module could not be loaded. It threw something that is not an Error.',
        fix,
      },
      { where: '<here>/empty.mjs', ...nothing },
      { where: '<here>/nothing.mjs', ...nothing },
      {
        where: '<here>/half.mjs',
        message: '"bad" of the default export is not a command.',
        fix: 'Give it a handler or subcommands, or remove it.',
      },
      {
        where: '<here>/nameless.mjs',
        message: 'Item 1 of the export "commands" has no name.',
        fix: 'Add name: "…".',
      },
      {
        where: '<here>/nameless.mjs',
        message: 'Item 2 of the export "commands" is not a command.',
        fix: 'Give it a handler or subcommands, or remove it.',
      },
      {
        where: '<here>/package.mjs',
        message:
          "The module could not be loaded. Cannot find package 'not-a-package-anywhere' imported from <here>/package.mjs.",
        fix,
      },
      {
        where: '<here>/lacks-cmdgate.mjs',
        message:
          "The module could not be loaded. Cannot find package 'cmdgate' imported from <here>/lacks-cmdgate.mjs.",
        fix: 'Install cmdgate next to the module, or rename it to .ts, where cmdgate is always found.',
      },
    ],
  });
});

test('two modules that define the same command are both named', async () => {
  expect(
    await load({
      'a.mjs': 'export const mail = { handler() {} };',
      'b.mjs': "export const other = { handler() {} }; export default { name: 'mail', handler() {} };",
      'c.mjs': "export const commands = [{ name: 'list', handler() {} }, { name: 'list', handler() {} }];",
    }),
  ).toEqual({
    problems: [
      {
        where: '<here>/b.mjs',
        message: 'It defines "mail", which <here>/a.mjs also defines.',
        fix: 'Rename one of the two, or make them subcommands of one command.',
      },
      {
        where: '<here>/c.mjs',
        message: 'It defines "list" twice.',
        fix: 'Rename one of the two, or make them subcommands of one command.',
      },
    ],
  });
});
