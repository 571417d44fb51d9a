// Makes the code of the two small programs in C that the gate brings along: what starts a program in a sandbox, and what
// joins the programs of a line. Needs gcc on Linux for x64, which nobody who installs the package needs: what it makes is
// in the repository. `--check` compares instead; other versions of gcc may make other code.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = [
  { name: 'starter', folder: 'sandbox/bubblewrap/starter', link: ['-Wl,-n'] },
  // It has data of its own, which must not lie where its code is.
  { name: 'conductor', folder: 'line/conductor', link: [] },
];
const options = [
  ...['-Os', '-nostdlib', '-static', '-ffreestanding', '-fno-stack-protector', '-fno-asynchronous-unwind-tables'],
  ...['-fno-pie', '-no-pie', '-fcf-protection=none', '-Wall', '-Wextra', '-Werror', '-s'],
  '-Wl,--build-id=none,-z,norelro,-z,noseparate-code',
];

for (const { name, folder, link } of programs) {
  const source = new URL(`../src/execution/${folder}/${name}.c`, import.meta.url);
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-native-'));
  const file = join(directory, name);
  execFileSync('gcc', [...options, ...link, '-o', file, source.pathname], { stdio: 'inherit' });
  const lines =
    readFileSync(file)
      .toString('base64')
      .match(/.{1,110}/g) ?? [];
  rmSync(directory, { recursive: true });
  const text = `// Made from ${name}.c by scripts/build-native.mjs, for x64. Do not edit.

export const ${name}Code = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
  const target = new URL(`${name}-code.ts`, source);
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write(`${name}-code.ts is not what ${name}.c makes here.\n`);
    process.exitCode = 1;
  }
}
