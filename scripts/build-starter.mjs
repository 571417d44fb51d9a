// Makes starter-code.ts from starter.c. Needs gcc on Linux for x64, which nobody who installs the package needs: what it
// makes is in the repository. `--check` compares instead; other versions of gcc may make other code.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = new URL('../src/execution/sandbox/bubblewrap/starter/', import.meta.url);
const options = [
  ...['-Os', '-nostdlib', '-static', '-ffreestanding', '-fno-stack-protector', '-fno-asynchronous-unwind-tables'],
  ...['-fno-pie', '-no-pie', '-fcf-protection=none', '-Wall', '-Wextra', '-Werror', '-s'],
  '-Wl,--build-id=none,-z,norelro,-z,noseparate-code,-n',
];

const directory = mkdtempSync(join(tmpdir(), 'cmdgate-starter-'));
const file = join(directory, 'starter');
execFileSync('gcc', [...options, '-o', file, new URL('starter.c', folder).pathname], { stdio: 'inherit' });
const lines =
  readFileSync(file)
    .toString('base64')
    .match(/.{1,110}/g) ?? [];
rmSync(directory, { recursive: true });

const text = `// Made from starter.c by scripts/build-starter.mjs, for x64. Do not edit.

export const starterCode = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
const target = new URL('starter-code.ts', folder);
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  process.stderr.write('starter-code.ts is not what starter.c makes here.\n');
  process.exitCode = 1;
}
