import type { Programs } from '../program.js';

const awk = {
  options: `-F,--field-separator=text -v,--assign=text -f,--file=script^ -e,--source=awk^ -E,--exec=script^ -i,--include=script -l,--load=module
    -bcCgIhkLnNMOPrsStV -D,--debug[=script]!inline-code --posix --re-interval --sandbox --csv
    --characters-as-bytes --traditional --non-decimal-data --use-lc-numeric --bignum --optimize --lint[=text] -W=options-file`,
  operands: 'awk awk-file*',
  order: 'first',
  versioned: true,
} as const;

const grep = {
  does: 'reads',
  abbreviates: true,
  options: `-# -abcEFGHhIilLnNoPqrsTuUvVwxyzZ -A,--after-context=text -B,--before-context=text -C,--context=text -D,--devices=text -d,--directories=text
    -e,--regexp=text^ -f,--file=read^ -m,--max-count=text -R,--dereference-recursive~follow --extended-regexp --fixed-strings --basic-regexp --perl-regexp
    --ignore-case --no-ignore-case --word-regexp --line-regexp --null-data --no-messages --invert-match --byte-offset --line-number --line-buffered
    --with-filename --no-filename --label=text --only-matching --quiet --silent --binary-files=text --text --recursive --include=text --exclude=text
    --exclude-from=read --exclude-dir=text --files-without-match --files-with-matches --count --initial-tab --null --group-separator=text --no-group-separator --color[=text] --colour[=text] --binary --unix-byte-offsets`,
  operands: 'text read*',
  modes: { follow: { kinds: { read: 'read-below' } } },
} as const;

/** Programs that read text and write it changed. */
export const text: Programs = {
  tac: { does: 'reads', options: '-br -s,--separator=text --before --regex', operands: 'read*' },
  nl: {
    does: 'reads',
    options: `-p -b,--body-numbering=text -d,--section-delimiter=text -f,--footer-numbering=text -h,--header-numbering=text -i,--line-increment=text
      -l,--join-blank-lines=text -n,--number-format=text -s,--number-separator=text -v,--starting-line-number=text -w,--number-width=text --no-renumber`,
    operands: 'read*',
  },
  fold: { does: 'reads', options: '-# -bs -w,--width=text --bytes --spaces', operands: 'read*' },
  fmt: {
    does: 'reads',
    options:
      '-# -cstu -w,--width=text -p,--prefix=maybe -g,--goal=text --crown-margin --split-only --tagged-paragraph --uniform-spacing',
    operands: 'read*',
  },
  'expand|unexpand': {
    does: 'reads',
    options: '-# -ai -t,--tabs=text --initial --all --first-only',
    operands: 'read*',
  },
  paste: { does: 'reads', options: '-sz -d,--delimiters=text --serial --zero-terminated', operands: 'read*' },
  'head|tail': {
    does: 'reads',
    options: `-# -fFqvrz -c,--bytes=text -n,--lines=text -s,--sleep-interval=text --follow[=text] --max-unchanged-stats=text --pid=text --quiet --silent
      --retry --verbose --zero-terminated`,
    operands: 'read*',
  },
  wc: {
    does: 'reads',
    abbreviates: true,
    options: '-clLmw --bytes --chars --lines --words --max-line-length --files0-from=options-file --total=text',
    operands: 'read*',
  },
  sort: {
    does: 'reads',
    abbreviates: true,
    options: `-bdfghiMnRrVcCmsuz -k,--key=text -t,--field-separator=text -S,--buffer-size=text -o,--output=replace -T,--temporary-directory=write
      --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort
      --random-sort --random-source=read --reverse --sort=text --version-sort --batch-size=text --check[=text] --compress-program=program --debug
      --files0-from=options-file --merge --parallel=text --stable --unique --zero-terminated`,
    operands: 'read*',
  },
  uniq: {
    does: 'reads',
    abbreviates: true,
    options:
      '-cdDiuz -f,--skip-fields=text -s,--skip-chars=text -w,--check-chars=text --count --repeated --all-repeated[=text] --group[=text] --ignore-case --unique --zero-terminated',
    operands: 'read replace',
  },
  cut: {
    does: 'reads',
    abbreviates: true,
    options:
      '-nsz -b,--bytes=text -c,--characters=text -d,--delimiter=text -f,--fields=text --complement --only-delimited --output-delimiter=text --zero-terminated',
    operands: 'read*',
  },
  tr: { options: '-cCdst --complement --delete --squeeze-repeats --truncate-set1', operands: 'text text' },
  // Files that a line opens by itself.
  '<': { does: 'reads', operands: 'read' },
  '>': { operands: 'write' },
  '>>': { operands: 'write' },
  tee: {
    abbreviates: true,
    options: '-ip -a,--append~append --ignore-interrupts --output-error[=text]',
    operands: 'input*',
    modes: { append: { kinds: { input: 'write' } } },
  },
  sponge: { options: '-a~append', operands: 'replace', modes: { append: { kinds: { replace: 'write' } } } },
  'grep|egrep|fgrep': grep,
  // A script that knows which short options have a value, and takes what follows a long one for a file.
  zgrep: {
    does: 'reads',
    options:
      '-# -abcEFGHhIilLnoPqsTUvVwxyZ -A=text -B=text -C=text -e=text^ -f=read^ -m=text --color[=text] --count --extended-regexp --fixed-strings --ignore-case --invert-match --line-number --files-with-matches --only-matching --quiet --word-regexp --no-filename --with-filename',
    operands: 'text packed*',
  },
  // It follows links on its way down.
  'busybox/grep|busybox/egrep|busybox/fgrep': { ...grep, options: `${grep.options} -r,--recursive~follow` },
  sed: {
    does: 'reads',
    abbreviates: true,
    options: `-nEruz -i,--in-place[=backup-suffix]~in-place -s,--separate -e,--expression=sed^ -f,--file=script^ --line-length=text -b,--binary --follow-symlinks
      --posix --null-data --quiet --silent --regexp-extended --sandbox --unbuffered --zero-terminated --debug`,
    operands: 'sed read*',
    // Elsewhere than in Linux, the word behind -i is an ending, and the script comes after it.
    modes: { 'in-place': { does: 'changes', kinds: { read: 'edit-existing' } } },
  },
  'awk|gawk': awk,
  jq: {
    does: 'reads',
    withoutDashes: true,
    options: `-cCaeMjnrRsSh -f,--from-file=script^ -L=module --arg=text+text --argjson=text+text --slurpfile=text+read --rawfile=text+read --args --jsonargs --tab --indent=text
      --compact-output --null-input --raw-input --raw-output --raw-output0 --join-output --slurp --ascii-output --color-output --monochrome-output --sort-keys
      --exit-status --seq --stream --stream-errors --unbuffered --binary -b`,
    operands: 'jq read*',
  },
  yq: {
    does: 'reads',
    options:
      '-cenNrsMCyYPjv -i,--inplace~in-place -o,--output-format=text -p,--input-format=text -I,--indent=text --arg=text --exit-status --null-input --no-doc --prettyPrint --colors --no-colors --raw-output --from-file=script^ -s,--split-exp=code',
    // The first word may be a command, and the expression comes after it.
    operands: 'jq jq-file*',
    modes: { 'in-place': { does: 'changes', kinds: { 'jq-file': 'jq-edit' } } },
  },
  'diff|colordiff': {
    does: 'reads',
    options: `-# -abBcdeEfHilnNpPqrstTuvwyZ -U,--unified[=text] -C,--context[=text] -F,--show-function-line=text -I,--ignore-matching-lines=text -x,--exclude=text
      -X,--exclude-from=read -S,--starting-file=text -D,--ifdef=text -W,--width=text -L,--label=text --from-file=read-below --to-file=read-below
      --brief --report-identical-files --normal --ed --rcs --side-by-side --left-column --suppress-common-lines --show-c-function --expand-tabs --initial-tab
      --tabsize=text --suppress-blank-empty --paginate!runs-code -l!runs-code -r,--recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case --ignore-case
      --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --text --strip-trailing-cr --minimal
      --speed-large-files --color[=text] --palette=text`,
    // Of two directories it compares the files, through links as well.
    operands: 'read-below*',
  },
  diff3: {
    does: 'reads',
    options:
      '-aAeEimTxX3 -L,--label=text --diff-program=program --text --merge --ed --show-all --show-overlap --easy-only --overlap-only --strip-trailing-cr --initial-tab',
    operands: 'read*',
  },
  sdiff: {
    does: 'reads',
    options:
      '-abBdEHilstWZ -o,--output=replace!runs-code -I,--ignore-matching-lines=text -w,--width=text --diff-program=program --text --left-column --suppress-common-lines --minimal',
    operands: 'read-below*',
  },
  patch: {
    does: 'changes',
    // What its input names cannot be seen.
    alone: 'destroys',
    options: `-bcefElnNstTuv -R,--reverse!destroys -p,--strip=text -i,--input=patch-file~given -o,--output=replace -d,--directory=directory -B,--prefix=write -D,--ifdef=text -F,--fuzz=text -g,--get=text!runs-code
      -r,--reject-file=replace -V,--version-control=text -Y,--basename-prefix=backup-suffix -z,--suffix=backup-suffix -x,--debug=text --backup --context --ed!inline-code --normal --unified --force --batch --forward
      --silent --quiet --dry-run --posix --remove-empty-files --ignore-whitespace --binary --merge[=text] --no-backup-if-mismatch --backup-if-mismatch
      --verbose --quoting-style=text --read-only=text --reject-format=text --set-time --set-utc -e!inline-code`,
    operands: 'patched patch-file',
    modes: { given: {} },
  },
  'cmp|comm|join': {
    does: 'reads',
    options:
      '-bilsnz123 -a=text -e=text -j=text -t=text -v=text -o=text -1 -2 --print-bytes --ignore-initial=text --verbose --bytes=text --quiet --silent --check-order --nocheck-order --output-delimiter=text --total --header --ignore-case --zero-terminated -n=text -i',
    operands: 'read*',
  },
  'sum|cksum|md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|shasum': {
    does: 'reads',
    options:
      '-bctwzrs -a,--algorithm=text -l,--length=text --binary --check~check -c~check --tag --text --zero --ignore-missing --quiet --status --strict --warn --sysv --untagged --base64 --raw',
    operands: 'read*',
    modes: { check: { doubt: 'reads the files that a list names' } },
  },
  'base64|base32|basenc': {
    does: 'reads',
    options:
      '-diD -w,--wrap=text -b=text -o=replace --decode --ignore-garbage --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85',
    operands: 'read',
  },
  xxd: {
    does: 'reads',
    dashes: 'single',
    options:
      '-a -autoskip -b -bits -C -capitalize -d -e -E -i -include -p -ps -postscript -plain -r -revert -u -v -h -c=text -cols=text -g=text -groupsize=text -l=text -len=text -n=text -name=text -o=text -s=text -seek=text -R=text',
    operands: 'read replace',
  },
  od: {
    does: 'reads',
    options:
      '-abcdfhilosvxBDeFHILOX -A,--address-radix=text -j,--skip-bytes=text -N,--read-bytes=text -S,--strings[=text] -t,--format=text -w,--width[=text] --output-duplicates --traditional --endian=text',
    operands: 'read*',
  },
  'hexdump|hd': {
    does: 'reads',
    options:
      '-bcCdoxXv -n,--length=text -e,--format=text -s,--skip=text -f,--format-file=read -L,--color[=text] --canonical --no-squeezing',
    operands: 'read*',
  },
  strings: {
    does: 'reads',
    expands: true,
    versioned: true,
    options:
      '-# -adfiowvV --all --data --print-file-name -n,--bytes=text -t,--radix=text -T,--target=text -e,--encoding=text -s,--output-separator=text -U,--unicode=text --include-all-whitespace',
    operands: 'read*',
  },
  column: {
    does: 'reads',
    options:
      '-ctxnLeJdR -s,--separator=text -o,--output-separator=text -N,--table-columns=text -H,--table-hide=text -R,--table-right=text -E=text -W=text -c,--output-width=text --table --json --table-name=text',
    operands: 'read*',
  },
  shuf: {
    does: 'reads',
    options:
      '-erz -i,--input-range=text -n,--head-count=text -o,--output=replace --echo~words -e~words --repeat --random-source=read --zero-terminated',
    operands: 'read*',
    modes: { words: { operands: 'text*' } },
  },
  tsort: { does: 'reads', operands: 'read' },
  iconv: {
    does: 'reads',
    // A code that is no name is the path of a file that describes one.
    options: '-cs -f,--from-code=maybe -t,--to-code=maybe -l,--list -o,--output=replace --silent --verbose',
    operands: 'read*',
  },
  'dos2unix|unix2dos': {
    does: 'changes',
    options: '-bcfhklqsuv --force --quiet --keepdate -n,--newfile!destroys',
    operands: 'edit*',
  },
  'bat|batcat': {
    does: 'reads',
    options:
      '-Apnuf -l,--language=text -H,--highlight-line=text -r,--line-range=text --style=text --color=text --theme=text --plain --number --show-all --paging=text --decorations=text --wrap=text',
    operands: 'read*',
  },
};
