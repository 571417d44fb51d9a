// The declarations of what users can import, and of whatever those mention; most of the code they cannot reach.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** Its types are for those who have it; to all others the server that `createMcpServer` gives is of any type. */
const optional = '@modelcontextprotocol/server';

/** `packages`: for each, its entries and the directory that they are named from, in the sources; and where to write. */
export function writeTypes(root, packages) {
  const made = mkdtempSync(join(tmpdir(), 'cmdgate-types-'));
  try {
    const args = [tsc, '-p', 'tsconfig.types.json', '--outDir', made];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error('The types are wrong.');
    for (const { from, entries, to } of packages) {
      const base = join(made, from);
      for (const [file, text] of reachable(entries.map((entry) => join(base, entry)))) {
        const target = join(root, to, relative(base, file));
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text);
      }
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function reachable(entries) {
  const files = new Set(entries);
  const texts = new Map();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (fileName.startsWith('.')) files.add(resolve(dirname(file), fileName.replace(/js$/, 'd.ts')));
      else if (!fileName.startsWith('node:') && fileName !== optional)
        throw new Error(`The types that users get need ${fileName}, which is not installed with them.`);
    }
    texts.set(file, text.replace(new RegExp(`^import .* from '${optional}';$`, 'gm'), '// @ts-ignore\n$&'));
  }
  return texts;
}
