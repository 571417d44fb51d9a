import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemCalls } from './system-calls.js';

/** What the kernel's own files say, where they are installed. */
const headers = ['/usr/include/x86_64-linux-gnu/asm/unistd_64.h', '/usr/include/asm-generic/unistd.h'] as const;

test.each(headers.map((file, column) => [file, column] as const))('the numbers are those of %s', (file, column) => {
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const said = new Map([...text.matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)/gm)].map((line) => [line[1], line[2]]));
  for (const [name, row] of Object.entries(systemCalls)) {
    expect([name, row[column]]).toEqual([name, said.has(name) ? Number(said.get(name)) : undefined]);
  }
});
