// What docs/output.md shows of an executable is what it shows: the program of the page, at a terminal.

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finish, makeDirectory, start } from '../cli/process.js';
import { blocksOf, findBlock, root } from './support/documents.js';

const page = 'docs/output.md';
const steering = /\x1b\[[0-9;?]*[A-Za-z]|\r/g;

test('the screens of the page are what a terminal shows', async () => {
  const cwd = makeDirectory({ 'node_modules/.keep': '', 'package.json': '{ "type": "module" }' });
  symlinkSync(root, join(cwd, 'node_modules/cmdgate'));
  // The page is TypeScript without a type in it.
  writeFileSync(join(cwd, 'shop'), findBlock(page, 'program: shop').text);
  for (const { text } of blocksOf(page).filter(({ label }) => label === 'screen')) {
    const [, line = '', shown = ''] = /^\$ shop (.*)\n([\s\S]*)$/.exec(text) ?? [];
    const typed = /\[y\/N\] (\w)/.exec(shown)?.[1];
    const child = start('script', ['-qec', `stty cols 80; ${process.execPath} shop ${line}`, '/dev/null'], { cwd });
    if (typed) child.stdout.on('data', (chunk) => /\[y\/N\]/.test(`${chunk}`) && child.stdin.write(`${typed}\n`));
    const { stdout } = await finish(child);
    expect(stdout.replaceAll(steering, '').trimEnd(), line).toBe(shown.trimEnd());
  }
});
