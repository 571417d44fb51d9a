// Lines in which programs are told what to do by what they read, or by words from elsewhere, and the workspace for them.
// What can be read is judged as if it had been sent by itself; what only a run can tell is code that nobody can read.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function makeWorkspace(root: string): string {
  const workspace = join(root, 'workspace');
  for (const folder of ['build', 'src', 'links']) mkdirSync(join(workspace, folder), { recursive: true });
  writeFileSync(join(root, 'secret'), 'secret\n');
  for (const file of ['notes.txt', 'src/a.ts', 'build/x', 'build/notes.txt']) {
    writeFileSync(join(workspace, file), 'milk\n');
  }
  symlinkSync(join(root, 'secret'), join(workspace, 'links', 'out.ts'));
  symlinkSync('/bin/sh', join(workspace, 'elsewhere'));
  return workspace;
}

/** Each removes or overwrites something, and all of it stands in the line. */
export const destroying = [
  `bash -c '"$@"' bash truncate -s 0 notes.txt`,
  `bash -c '$1 -r $2' bash rm build`,
  `bash -c 'rm -r "\${1}"' bash build`,
  "bash -ce 'rm -r build'",
  "bash -c -e 'rm -r build'",
  "bash -cs 'rm -r build'",
  "bash -c -- 'rm -r build'",
  "bash -o errexit -c 'rm -r build'",
  "printf '%s\\0' -r build | xargs -0 rm",
  "printf '%s\\n' build | xargs -I@ rm -r @",
  'echo --hard | xargs git reset',
  "xargs env <<< 'rm -r build'",
  'xargs -n 1 rm -r <<< "build src"',
  'xargs <<< build rm -r',
  "printf 'rm -r build' | sh",
  "echo 'rm -r build' | bash",
  "{echo,'rm -r build'} | bash",
  `p=printf; $p 'rm -r build' | bash`,
  'X="rm -r build"; echo "$X" | bash',
  'X="rm -r build"; echo $X | bash -s',
  'cat <<EOF | sh\nrm -r build\nEOF',
  "echo 'rm -r build' | cat | sh",
  "echo 'rm -r build' | timeout 5 env X=1 sh",
  "bash /dev/stdin <<< 'rm -r build'",
  "bash - <<< 'rm -r build'",
  'sh -s -- build <<\'EOF\'\nrm -r "$1"\nEOF',
  "sh -s build <<'EOF'\nrm -r $1\nEOF",
  "bash <<'EOF'\nprintf 'rm -r build' | sh\nEOF",
  'bash -c "sh <<< \'rm -r build\'"',
  'bash -c \'printf "rm -r build" | sh\'',
  "bash -c 'echo build | xargs rm -r'",
  "bash -c 'sh' <<< 'rm -r build'",
  "bash -c '. /dev/stdin' <<< 'rm -r build'",
  "bash -c 'eval rm -r build'",
  'bash -c "eval \'eval rm -r build\'"',
  'bash -c "trap \'rm -r build\' EXIT"',
  "bash -c 'time rm -r build'",
  "bash -c 'f() { rm -r build; }; f'",
  "bash -c 'command rm -r build'",
  "bash -c 'exec rm -r build'",
  "bash -c 'cat <(rm -r build)'",
  "bash -c 'coproc rm -r build'",
  "bash -c 'a=(x $(rm -r build))'",
  'watch rm -r build',
  'env -S \'rm -r "build"\'',
  "bash -c 'cp notes.txt build'",
  "bash -c 'mv notes.txt build'",
  "env -S 'cp notes.txt build'",
  'xargs cp notes.txt <<< build',
  "bash -c 'tee notes.txt </dev/null'",
  'bash -c ": | tee notes.txt"',
  '</dev/null tee notes.txt',
  ': | tee notes.txt',
  "bash <<'EOF'\ntee notes.txt\nEOF",
  "printf 'tee notes.txt' | sh",
  'tee notes.txt',
];

/** What they do stands somewhere else. */
export const unreadable = [
  'cat notes.txt | sh',
  'cat notes.txt | xargs git',
  'bash < notes.txt',
  "bash -c 'cat notes.txt | bash'",
  '{ read x; bash; } <<EOF\ntrue\nrm -r build\nEOF',
  "bash -c 'read x; bash' <<EOF\ntrue\nls\nEOF",
  'echo ls | (cat; sh)',
  '{ cat; bash; } <<< ls',
  'for x in 1 2; do bash; done <<< ls',
  "bash -c 'cat; bash' <<< ls",
  "printf '%b' ls | sh",
  "printf 'l\\000s' | sh",
  'git ls-files | xargs wc -l',
  'ls | xargs cat',
  "bash -lc 'ls | head'",
  'bash <<EOF\nhead -n 1\necho a\nEOF',
  'find links -name "*.ts" -exec cat {} +',
  'find src -exec chmod +x {} +',
  "find src -exec sh -c 'cat {}' \\;",
];

/** Everything in them is known, and harmless. */
export const harmless = [
  'env X=1 ls',
  'env LC_ALL=C sort notes.txt',
  'timeout 5 cat notes.txt',
  'nice ls',
  'nice -n 5 grep -rn milk src',
  "find . -name '*.ts' -type f -exec wc -l {} +",
  "find src -name '*.ts' -exec grep -n milk {} \\;",
  'git ls-files | xargs echo',
  "printf '%s\\0' src notes.txt | xargs -0 ls -d",
  "xargs wc -l <<< 'notes.txt src/a.ts'",
  'echo notes.txt | xargs -I{} cat {}',
  `bash -c '"$@"' bash cat notes.txt`,
  "echo 'ls src' | sh",
  "bash <<'EOF'\nls src | head\nEOF",
  "bash -c 'echo x | tee new.txt'",
  'echo x | tee new.txt',
];

/** They lead out of the workspace, or change what programs do. */
export const leading = [
  'env PATH=build ls',
  'env LD_PRELOAD=build/x ls',
  'env GIT_CONFIG_COUNT=0 git status',
  'env TAR_OPTIONS=x ls',
  'env TZ=../secret date',
  'env MAGIC=build/x file notes.txt',
  'env HOME=build git status',
  'env -u GIT_CONFIG_COUNT git status',
  'xargs cat <<< ../secret',
  "echo 'cat ../secret' | sh",
];

/** They start a program outside of the workspace, by a path inside of it. */
export const starting = [
  'nice ./elsewhere',
  "bash -c './elsewhere'",
  'find . -maxdepth 0 -exec ./elsewhere \\;',
  'env ../secret',
];
