import { expect, test } from 'vitest';
import type { Parts } from '../tool.js';
import { findProgramTexts } from './find-program-text.js';

const host = { searchPath: ['/usr/local/bin', '/usr/bin', '/bin'], ownSearchPath: false, environment: {} };

/** `@` stands for a value, and blanks are between words. */
function found(line: string): readonly string[] {
  const [program = '', ...args] = line.split(' ').map((word) => word.replaceAll('_', ' '));
  const texts = findProgramTexts([{ kind: 'text', text: program }], args.map(toParts), host);
  return texts.map(({ index }) => args[index] ?? '');
}

function toParts(word: string): Parts {
  return word
    .split(/(@)/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece === '@' ? { kind: 'input', name: 'value' } : { kind: 'text', text: piece }));
}

test.each([
  'python -c print(@)',
  'python3 -c @',
  '/usr/bin/python -c @',
  'bash -lc echo_@',
  'sh -c @',
  'node -e @',
  'node -p "@"',
  'perl -ne @',
  'ruby -e @',
  'php -r @',
  'lua -e @',
  'Rscript -e @',
  'deno eval @',
  'bun -e @',
  'osascript -e @',
  'pwsh -Command ls_@',
  'powershell.exe -c @',
  'find . -exec sh -c @ ;',
  'timeout 5 sh -c x_@',
  'xargs sh -c x_@',
  'docker run --rm alpine sh -c ls_@',
  'docker exec c /bin/bash -c @',
  'kubectl exec pod -- sh -c @',
  'ssh host @',
  'ssh host cat @',
  'ssh -p 22 host cat -- @',
  'watch ls @',
  'timeout 5 ssh host cat @',
  'su -c @',
  'flock file -c @',
  'watch @',
  'xargs @',
  'env @',
  'env PATH=@ ls',
  'sudo @',
  'git -c core.pager=@ log',
  'tar --to-command=@ -xf a',
  'rsync -e @ a b',
  'make X=@',
  'vim -c @',
  'sed s/@/b/ file',
  'sed -e s/a/@/ file',
  'sed @ file',
  'awk {print_"@"}',
  'awk @',
  'jq .[]|select(.a=="@") file',
  "sqlite3 db select_'@'",
  'psql -c select_@',
])('a value in %s would be code', (line) => {
  expect(found(line)).toEqual([expect.stringContaining('@')]);
});

test.each([
  'git commit -m @',
  'git clone @',
  'ssh @ uptime',
  'env A=@ ls',
  'awk -v x=@ {print_x}',
  'jq --arg x @ .a==$x file',
  'jq @ file',
  'python script.py @',
  'python -c import_sys;print(sys.argv[1]) @',
  'node -e console.log(process.argv[1]) -- @',
  'sh -c cat_"$1" sh @',
  'docker run alpine cat /data/@',
  'grep -e @ file',
  'grep x@ file',
  'curl -d a=@ https://x/?q=@',
  'find @ -name @',
  'make @',
  'sed s/a/b/ @',
  'sed s/a/b/ dir/@',
  'awk {print_$1} dir/@',
  'sqlite3 dir/@ select_1',
  'unknown -c @',
])('values in %s are data', (line) => {
  expect(found(line)).toEqual([]);
});
