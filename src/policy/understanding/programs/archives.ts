import type { Programs } from '../program.js';

/** A file is taken away when its archive is made, unless it is kept. */
const compressing = {
  stdout: { instead: true, does: 'reads', kinds: { edit: 'read' } },
  keep: { instead: true, does: 'reads' },
} as const;

const gzip = {
  does: 'reads destroys',
  options: `-# -adhLnNqrvVs -k,--keep~keep -c,--stdout,--to-stdout~stdout -l,--list~stdout -t,--test~stdout -z,--compress -f,--force!destroys -S,--suffix=backup-suffix --decompress --uncompress --quiet --recursive --verbose
    --fast --best --no-name --name --synchronous --rsyncable --small`,
  operands: 'edit*',
  modes: compressing,
  asCalled: true,
} as const;

const xz = {
  does: 'reads destroys',
  options: `-# -adeqvzhH -k,--keep~keep -c,--stdout,--to-stdout~stdout -l,--list~stdout -t,--test~stdout -f,--force!destroys -S,--suffix=text -T,--threads=text -M,--memlimit=text -C,--check=text -F,--format=text --decompress --uncompress
    --compress --quiet --verbose --fast --best --extreme --robot --single-stream --no-sparse --info-memory --files[=options-file] --files0[=options-file]`,
  operands: 'edit*',
  modes: compressing,
  asCalled: true,
} as const;

const zstd = {
  does: 'reads',
  options: `-# -dkqrvhHzSBbeiT -c,--stdout~stdout -l,--list~stdout -t,--test~stdout -f,--force!destroys -o=replace -D=read -T[=text] -M[=text] --rm!destroys --decompress --compress --keep --quiet --verbose --ultra --long[=text] --fast[=text]
    --no-progress --threads=text --check --no-check --sparse --no-sparse`,
  operands: 'edit*',
  modes: { stdout: { kinds: { edit: 'read' } } },
  asCalled: true,
} as const;

const quiet = { does: 'reads', options: '-# -cfdqv', operands: 'read*' } as const;

/** Archives. What is in one cannot be seen from its name, so taking it out writes over anything. */
export const archives: Programs = {
  'tar|bsdtar': {
    bundle: true,
    does: 'reads',
    options: `-c,--create~create -x,--extract,--get~extract -t,--list~list -r,--append~create -u,--update~create -A,--catenate,--concatenate~create -d,--diff,--compare~list --delete~delete --test-label~list
      -f,--file=archive -C,--directory=also-directory -I,--use-compress-program=program -F,--info-script,--new-volume-script=program --to-command=program --checkpoint-action=program --rsh-command=program --rmt-command=program
      -zjJZavkmphwnosSOPRUWGBiMlVq -P,--absolute-names!system -T,--files-from=options-file -X,--exclude-from=read --exclude=text --exclude-vcs --exclude-vcs-ignores --exclude-caches --exclude-backups --exclude-tag=text -g,--listed-incremental=write -b,--blocking-factor=text -H,--format=text -K,--starting-file=text -L,--tape-length=text -N,--newer,--after-date=text --newer-mtime=text
      -V,--label=text --strip-components=text --strip=text --transform,--xform=sed --owner=text --group=text --mode=text --mtime=text --sort=text --checkpoint[=text] --gzip --bzip2 --xz --zstd --lzma --lz4 --compress --auto-compress --verbose --keep-old-files~kept --skip-old-files~kept -k~kept --overwrite --overwrite-dir --no-overwrite-dir
      --preserve-permissions --same-owner --no-same-owner --no-same-permissions --numeric-owner --wildcards --no-wildcards --anchored --no-anchored --ignore-case --totals[=text] --to-stdout~list -O~list --dereference~follow -h~follow --hard-dereference --one-file-system --remove-files!destroys --unlink-first!destroys --recursive-unlink!destroys --no-recursion --recursion --index-file=replace --volno-file=replace
      --ignore-failed-read --occurrence[=text] --show-transformed-names --full-time --utc --warning=text --quoting-style=text --null --no-null --verify --multi-volume --sparse --acls --xattrs --selinux --pax-option=text --posix --old-archive --backup[=text] --suffix=text --delay-directory-restore --keep-newer-files --keep-directory-symlink --touch --interactive --confirmation`,
    operands: 'member*',
    modes: {
      create: { kinds: { archive: 'archive-made', member: 'archived' } },
      delete: { does: 'destroys', kinds: { archive: 'archive-read', member: 'text' } },
      extract: { does: 'changes destroys', kinds: { archive: 'archive-read', member: 'text' } },
      list: { kinds: { archive: 'archive-read', member: 'maybe' } },
      follow: { kinds: { archived: 'read-below' } },
      kept: {},
    },
  },
  'gzip|gunzip|bzip2|bunzip2': gzip,
  'xz|unxz|lzma|unlzma': xz,
  'zstd|unzstd|zstdmt': zstd,
  'pigz|unpigz|lz4|unlz4|compress|uncompress|brotli|lzip|lzop': {
    does: 'reads changes destroys',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  'zcat|bzcat|xzcat|zstdcat|lzcat|lz4cat|gzcat': quiet,
  'zless|zmore|xzless': { does: 'reads runs-code', operands: 'read*' },
  zip: {
    does: 'reads changes',
    options:
      '-# -0ABcdDeEfFgjJklLmoqrRSTuUvVwXyz@ -b=write -i -x -n=text -O,--output-file=replace -P,--password=text -s=text -t=text -tt=text -TT,--unzip-command=program --unzip-command=program -m,--move!destroys -d,--delete!destroys -r,-R,--recurse-paths~deep --quiet --exclude=text --include=text -y,--symlinks~links --verbose  -T,--test!runs-code -@=options-file',
    operands: 'edit read*',
    modes: { deep: { kinds: { read: 'read-below' } }, links: { kinds: { 'read-below': 'read' } } },
  },
  unzip: {
    does: 'reads changes destroys',
    options:
      '-abBCDfjKLMnoqsuUvVWXZ: -p~list -c~list -l~list -t~list -z~list -Z~list -d=write -x -P=text -O=text -I=text',
    operands: 'read text*',
    modes: { list: { does: 'reads', instead: true } },
  },
  zipinfo: { does: 'reads', options: '-12smlvhtTzM', operands: 'read text*' },
  '7z|7za|7zr|7zz|p7zip': {
    does: 'reads',
    commands: {
      'l|t|i|h|b': { dashes: 'single', expands: true, options: '-p* -t* -bd -slt -ba', operands: 'read text*' },
      'a|u|rn': {
        dashes: 'single',
        expands: true,
        options: '-p* -t* -m* -y -bd -r -sdel!destroys -o*=anything',
        operands: 'edit read-below*',
      },
      'x|e|d': {
        does: 'changes destroys',
        expands: true,
        dashes: 'single',
        options: '-p* -t* -y -bd -r -ao* -o*=anything',
        operands: 'read text*',
      },
    },
  },
  'cpio|pax|rar|unrar|unar|lsar|cabextract': {
    does: 'reads changes destroys runs-code',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
};
