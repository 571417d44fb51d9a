import type { CorePrograms } from '../core-program.js';

/**
 * Programs that read files and print. Left out: options that write, that take names or options from a file, that run
 * another program, that follow links on the way down, and those that wait.
 */
export const reading: CorePrograms = {
  // A file that a line opens by itself.
  '<': {
    operands: 'read',
    runs: ['< README.md', '< missing', '< inner-link'],
    asks: ['< /dev/zero', '< pipe', '< out/secret', '< src-link/../../outside/secret'],
  },
  cat: {
    options:
      '-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
    operands: 'read*',
    runs: ['cat README.md', 'cat -n README.md src/a.ts', 'cat -', 'cat -- -dash', 'cat missing', 'cat inner-link'],
    asks: [
      'cat --numb README.md',
      'cat /dev/zero',
      'cat pipe',
      'cat out/secret',
      'cat ~',
      'cat src-link/../../outside/secret',
    ],
  },
  tac: { operands: 'read*', runs: ['tac README.md'], asks: ['tac -s x README.md', 'tac pipe'] },
  nl: {
    options: '-b,--body-numbering=word',
    operands: 'read*',
    runs: ['nl -ba README.md'],
    asks: ['nl -v 3 README.md'],
  },
  rev: { operands: 'read*', runs: ['rev README.md'], asks: ['rev out/secret'] },
  ls: {
    options: `-aAbBcCdfFgGhiklmnNopqQrRsStuUvxX1 -I,--ignore=text --hide=text -T,--tabsize=number -w,--width=number --all --almost-all --author
      --escape --ignore-backups --directory --classify[=word] --file-type --full-time --group-directories-first --no-group --human-readable --si
      --inode --kibibytes --numeric-uid-gid --literal --hide-control-chars --quote-name --reverse --recursive --size --zero --block-size=word
      --color[=word] --format=word --indicator-style=word --quoting-style=word --sort=word --time=word --time-style=text`,
    operands: 'read*',
    runs: ['ls', 'ls -la src', 'ls -1R --color=never .', 'ls --sort=time src', 'ls -- src'],
    asks: ['ls -L', 'ls -H src', 'ls --dereference', 'ls --recursiv', 'ls ..', 'ls --hyperlink src', 'ls out'],
  },
  tree: {
    options: '-adfiFpshDtrCn -L=number -I=text -P=text --noreport --dirsfirst --prune',
    operands: 'read*',
    runs: ['tree -L 2 src'],
    asks: ['tree -o listing', 'tree -l', 'tree -R -H . -L 1', 'tree --fromfile README.md'],
  },
  'head|tail': {
    options: '-# -qvz -c,--bytes=size -n,--lines=size --quiet --silent --verbose --zero-terminated',
    operands: 'read*',
    runs: [
      'head README.md',
      'head -5 README.md',
      'tail -n +4 README.md',
      'head -c 10 README.md',
      'tail --lines=3 README.md',
    ],
    asks: [
      'tail -f README.md',
      'head /dev/urandom',
      'tail --pid=1 README.md',
      'head --line=3 README.md',
      'tail -F README.md',
    ],
  },
  wc: {
    options: '-clLmw --bytes --chars --lines --words --max-line-length',
    operands: 'read*',
    runs: ['wc -l README.md src/a.ts', 'wc'],
    asks: ['wc --files0-from=README.md', 'wc --files0-from README.md', 'wc -l out/secret'],
  },
  grep: {
    options: `-# -abcEFGHhiIlLnoPqrsTvVwxzZ -A,--after-context=number -B,--before-context=number -C,--context=number -e,--regexp=text^ -m,--max-count=number
      --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --word-regexp --line-regexp --null-data
      --no-messages --invert-match --byte-offset --line-number --line-buffered --with-filename --no-filename --label=text --only-matching --quiet --silent
      --binary-files=word --text --recursive --include=text --exclude=text --exclude-dir=text --files-without-match --files-with-matches --count
      --initial-tab --null --group-separator=text --no-group-separator --color[=word] --colour[=word]`,
    operands: 'text read*',
    runs: [
      'grep -rn TODO src',
      'grep -C2 --include=*.ts export .',
      'grep -e a -e b README.md',
      'grep -c ^ README.md -',
      'grep ../../x README.md',
    ],
    asks: [
      'grep -f README.md src/a.ts',
      'grep -R x .',
      'grep --file=README.md x',
      'grep -nf out/secret README.md',
      'grep -r x out',
      'grep -D read x pipe',
    ],
  },
  rg: {
    options: `-# -acFHhiIlnNoPqSsUvwx0 -A,--after-context=number -B,--before-context=number -C,--context=number -e,--regexp=text^ -g,--glob=text -m,--max-count=number
      -r,--replace=text -t,--type=word -T,--type-not=word --files^ --count --files-with-matches --files-without-match --fixed-strings --hidden --ignore-case
      --smart-case --case-sensitive --invert-match --json --line-number --no-line-number --word-regexp --multiline --no-ignore --no-config --no-filename
      --with-filename --no-heading --heading --null --only-matching --quiet --stats --text --trim --vimgrep --column --max-depth=number --max-columns=number
      --color=word --sort=word`,
    operands: 'text read*',
    runs: ['rg -n TODO src', 'rg --files src', 'rg -g *.ts -e x'],
    asks: [
      'rg --pre sh x',
      'rg --pre=./run.sh x',
      'rg -z x',
      'rg -L x',
      'rg -f README.md',
      'rg --files out',
      'rg --hostname-bin x y',
    ],
  },
  cut: {
    options:
      '-nsz -b,--bytes=text -c,--characters=text -d,--delimiter=text -f,--fields=text --complement --only-delimited --output-delimiter=text',
    operands: 'read*',
    runs: ['cut -d, -f2 README.md', 'cut -c 1-3 README.md'],
    asks: ['cut -f1 out/secret', 'cut --field=1 README.md'],
  },
  paste: {
    options: '-sz -d,--delimiters=text --serial',
    operands: 'read*',
    runs: ['paste -d: README.md src/a.ts'],
    asks: ['paste pipe'],
  },
  fold: {
    options: '-bs -w,--width=number --bytes --spaces',
    operands: 'read*',
    runs: ['fold -w 80 README.md'],
    asks: ['fold out/secret'],
  },
  sort: {
    options: `-bdfghiMnRrVcCmsuz -k,--key=text -t,--field-separator=text --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort
      --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort --reverse --version-sort --check[=word] --merge --stable
      --unique --zero-terminated`,
    operands: 'read*',
    runs: ['sort README.md', 'sort -t, -k2,2r -k1,1n README.md', 'sort -u'],
    asks: [
      'sort -o new README.md',
      'sort -uonew README.md',
      'sort --ou=new README.md',
      'sort --compress-program=sh README.md',
      'sort -T . README.md',
      'sort --files0-from=README.md',
      'sort -S 1 README.md',
      'sort --random-source=out/secret README.md',
    ],
  },
  uniq: {
    options:
      '-cdDiuz -f,--skip-fields=number -s,--skip-chars=number -w,--check-chars=number --count --repeated --ignore-case --unique',
    operands: 'read',
    runs: ['uniq -c README.md', 'uniq'],
    asks: ['uniq README.md new', 'uniq README.md src/a.ts'],
  },
  tr: {
    options: '-cCdst --complement --delete --squeeze-repeats --truncate-set1',
    operands: 'text text',
    runs: ['tr a-z A-Z', 'tr -d /'],
    asks: ['tr a b README.md'],
  },
  'comm|cmp': {
    options: '-123bls',
    operands: 'read read',
    runs: ['comm -23 README.md src/a.ts', 'cmp README.md src/a.ts'],
    asks: ['comm README.md out/secret', 'cmp -n 3 README.md src/a.ts'],
  },
  join: {
    options: '-i -t=text -1=number -2=number -j=number',
    operands: 'read read',
    runs: ['join -t, README.md src/a.ts'],
    asks: ['join README.md out/secret'],
  },
  column: {
    options: '-t,--table -s,--separator=text',
    operands: 'read*',
    runs: ['column -t -s, README.md'],
    asks: ['column -J README.md', 'column out/secret'],
  },
  'awk|gawk|mawk': {
    // Of what follows the program, nothing is an option.
    order: 'first',
    options: '-F=text -v=awk-variable',
    operands: 'awk read*',
    files: /^(?:[gmn]?awk|original-awk)$/,
    runs: [
      "awk '{ print $1 }' README.md",
      "awk -F, 'NR==2 { s += $1 } END { print s / 2 }' README.md",
      "awk '$2 > 1 || NR < 3 { print }' README.md",
      "awk -v n=3 '/a/ { print n }' README.md",
    ],
    asks: [
      'awk \'BEGIN { system("id") }\'',
      'awk \'{ print | "sh" }\' README.md',
      'awk \'{ print > "new" }\' README.md',
      "awk '{ print $1 } $2 > 1' README.md",
      'awk \'{ print ||| "sh" }\' README.md',
      "awk 'BEGIN { getline x; print x }'",
      'awk \'BEGIN { ARGV[1] = "x"; ARGC = 2 } 1\'',
      'awk \'@include "x"\'',
      'awk \'BEGIN { print ENVIRON["HOME"] }\'',
      'awk -f README.md src/a.ts',
      "awk '{ print }' -F out/secret",
      "awk '{ print }' out/secret",
      "awk -i inplace '{ print }' README.md",
      'awk -W exec=README.md',
      "awk 'BEGIN { if (0) x; else /1/; getline }'",
      'awk -v ARGV=x 1 README.md',
    ],
  },
  jq: {
    options: `-acCeMjnrRsS --arg=text+text --argjson=text+text --tab --indent=number --compact-output --null-input --raw-input --raw-output --join-output --slurp
      --ascii-output --color-output --monochrome-output --sort-keys --exit-status`,
    operands: 'jq read*',
    withoutDashes: true,
    runs: ['jq . README.md', "jq -r '.items[] | select(.id > 1) | .tag' README.md", "jq --arg t a '.[$t]' README.md"],
    asks: [
      'jq -f README.md',
      'jq -L . x',
      'jq \'import "x" as $x; .\' README.md',
      'jq \'include "x"; .\'',
      'jq env',
      "jq -n '$ENV'",
      'jq --slurpfile a out/secret .',
      'jq --rawfile a out/secret .',
      'jq . out/secret',
      'jq -- . README.md',
      'jq . --args x',
      'jq --from-file README.md',
    ],
  },
  diff: {
    options: `-# -abBdEinNpqrstTuvwyZ -U,--unified[=number] -C,--context[=number] -F,--show-function-line=text -I,--ignore-matching-lines=text -x,--exclude=text
      -W,--width=number -L,--label=text --brief --report-identical-files --normal --side-by-side --suppress-common-lines --recursive --no-dereference --new-file
      --ignore-case --ignore-space-change --ignore-all-space --ignore-blank-lines --text --strip-trailing-cr --minimal --color[=word]`,
    operands: 'followed followed',
    runs: [
      'diff -u README.md src/a.ts',
      'diff -rq src lib',
      'diff --label a --label b README.md -',
      'diff -u /dev/null README.md',
    ],
    asks: [
      'diff -l README.md src/a.ts',
      'diff --paginate README.md src/a.ts',
      'diff --to-file=README.md src/a.ts',
      'diff -X README.md src lib',
      'diff -r . lib',
      'diff README.md out/secret',
    ],
  },
  stat: {
    options: '-t,--terse -c,--format=text --printf=text',
    operands: 'read*',
    runs: ['stat README.md', 'stat -c %s README.md', 'stat --printf=%n README.md'],
    asks: ['stat -L README.md', 'stat -f README.md', 'stat /etc/passwd'],
  },
  file: {
    options: '-bih --brief --mime --mime-type --mime-encoding --no-dereference',
    operands: 'read*',
    runs: ['file README.md', 'file --brief --mime-type README.md'],
    asks: [
      'file -f README.md',
      'file -m README.md src',
      'file -C -m README.md',
      'file -z README.md',
      'file -s pipe',
      'file -L src',
    ],
  },
  du: {
    options:
      '-abchkmsx0 -d,--max-depth=number --all --apparent-size --bytes --total --human-readable --summarize --exclude=text --one-file-system -B,--block-size=word',
    operands: 'read*',
    runs: ['du -sh src', 'du -h --max-depth=1 .'],
    asks: ['du -L .', 'du --files0-from=README.md', 'du -X README.md .', 'du -D out', 'du --max=1'],
  },
  'md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|cksum': {
    options: '-btz --binary --text --tag --zero',
    operands: 'read*',
    runs: ['sha256sum README.md', 'md5sum README.md src/a.ts'],
    asks: ['sha256sum -c README.md', 'sha256sum --check README.md', 'sha1sum out/secret'],
  },
  base64: {
    options: '-di -w,--wrap=number --decode --ignore-garbage',
    operands: 'read',
    runs: ['base64 -w0 README.md', 'base64 -d'],
    asks: ['base64 out/secret'],
  },
  od: {
    options: '-bcdovx -A,--address-radix=word -j,--skip-bytes=size -N,--read-bytes=size -t,--format=word',
    operands: 'read*',
    runs: ['od -c README.md', 'od -A x -t x1z -N 16 README.md'],
    asks: ['od /dev/mem'],
  },
  'hexdump|hd': {
    options: '-bcCdox -n=size -s=size',
    operands: 'read*',
    files: /^hexdump$/,
    runs: ['hexdump -C -n 16 README.md'],
    asks: ['hexdump -f README.md src/a.ts'],
  },
  realpath: {
    options: '-ems --canonicalize-existing --canonicalize-missing --relative-to=read',
    operands: 'read*',
    runs: ['realpath src'],
    asks: ['realpath out'],
  },
  readlink: {
    options: '-efmnq --canonicalize',
    operands: 'read*',
    runs: ['readlink -f inner-link'],
    asks: ['readlink -f out/secret'],
  },
  find: {
    reads: 'find',
    runs: [
      'find . -name *.ts',
      'find src -type f -not -path */x/*',
      'find',
      'find . ( -name a -o -iname b ) -print0',
      'find . -maxdepth 2 -mmin -600 -size -10k',
      'find . -newer README.md',
      'find src -name *.ts -exec wc -l {} +',
      'find . -type f -name *.md -exec grep -n x {} ;',
      'find src -exec timeout 5 cat {} ; -print',
    ],
    asks: [
      'find . -exec cat {} +',
      'find src -exec uniq {} +',
      'find src -exec uniq {} {} ;',
      'find src -exec comm {} +',
      'find . -not -type f -exec cat {} +',
      'find . -type f -o -name x -exec cat {} +',
      'find src -exec sh -c "cat {}" ;',
      'find src -exec sh -c "cat $0" {} ;',
      'find src -exec awk {} README.md ;',
      'find src -exec sed -i s/a/b/ {} ;',
      'find src -exec cp {} lib2 ;',
      'find src -exec chmod +x {} +',
      'find src -exec xargs -I{} cat {} ;',
      'find src -exec find {} -name x ;',
      'find src -exec grep -e x{} README.md ;',
      'find src -exec npm test ;',
      'find src -exec cat {}',
      'find src -exec {} ;',
      'find . -exec npm test ;',
      'find -- . -exec id ;',
      'find -- . -name x',
      'find . -delete',
      'find . -fprint new',
      'find . -ok id ;',
      'find -L . -name x',
      'find . -follow',
      'find out',
      'find . -newer out/secret',
      'find -files0-from README.md',
      'find . -name',
      'find . -execdir id ;',
      'find . -name x README.md',
    ],
  },
};
