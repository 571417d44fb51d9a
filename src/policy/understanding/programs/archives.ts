import type { Programs } from '../program.js';

/** A file is taken away when its archive is made, unless it is kept. */
const compressing = {
  stdout: { instead: true, does: 'reads', kinds: { packing: 'packed' } },
  keep: { instead: true, does: 'reads' },
} as const;

// With -N, the name of what comes out is in the archive.
const gzip = {
  does: 'reads destroys',
  options: `-# -adhLnqrvVs -N,--name!destroys -k,--keep~keep -c,--stdout,--to-stdout~stdout -l,--list~stdout -t,--test~stdout -z,--compress -f,--force!destroys -S,--suffix=backup-suffix --decompress --uncompress --quiet --recursive --verbose
    --fast --best --no-name --synchronous --rsyncable --small`,
  operands: 'packing*',
  modes: compressing,
  asCalled: true,
} as const;

const xz = {
  does: 'reads destroys',
  options: `-# -adeqvzhH -k,--keep~keep -c,--stdout,--to-stdout~stdout -l,--list~stdout -t,--test~stdout -f,--force!destroys -S,--suffix=text -T,--threads=text -M,--memlimit=text -C,--check=text -F,--format=text --decompress --uncompress
    --compress --quiet --verbose --fast --best --extreme --robot --single-stream --no-sparse --info-memory --files[=options-file]~listed --files0[=options-file]~listed`,
  operands: 'packing*',
  modes: { ...compressing, listed: { doubt: 'reads file names from its input' } },
  asCalled: true,
} as const;

const zstd = {
  does: 'reads',
  options: `-# -dkqrvhHzSBbeiT -c,--stdout~stdout -l,--list~stdout -t,--test~stdout -f,--force!destroys -o=replace -D=read -T[=text] -M[=text] --rm!destroys --decompress --compress --keep --quiet --verbose --ultra --long[=text] --fast[=text]
    --no-progress --threads=text --check --no-check --sparse --no-sparse`,
  operands: 'packing*',
  modes: { stdout: { kinds: { packing: 'packed' } } },
  asCalled: true,
} as const;

const quiet = { does: 'reads', options: '-# -cfdqv', operands: 'packed*' } as const;

/** Links in the archive, and those of the workspace that its names lead through. */
const written = 'writes wherever the names in an archive point';

/** Archives. What is in one cannot be seen from its name, so taking it out writes over anything. */
export const archives: Programs = {
  tar: {
    bundle: true,
    does: 'reads',
    options: `-c,--create~create -x,--extract,--get~extract -t,--list~list -r,--append~create -u,--update~create -A,--catenate,--concatenate~create -d,--diff,--compare~compare --delete~delete --test-label~list
      -f,--file=archive -C,--directory=also-directory -I,--use-compress-program=program -F,--info-script,--new-volume-script=program --to-command=program --checkpoint-action=program --rsh-command=program --rmt-command=program
      -zjJZavkmphwnosSOPRUWGBilVq -P,--absolute-names!system -T,--files-from=options-file -X,--exclude-from=read --exclude=text --exclude-vcs --exclude-vcs-ignores --exclude-caches --exclude-backups --exclude-tag=text -g,--listed-incremental=write -b,--blocking-factor=text -H,--format=text -K,--starting-file=text -L,--tape-length=text -N,--newer,--after-date=text --newer-mtime=text
      -V,--label=text --strip-components=text --strip=text --transform,--xform=sed --owner=text --group=text --mode=text --mtime=text --sort=text --checkpoint[=text] --gzip --bzip2 --xz --zstd --lzma --lz4 --compress --auto-compress --verbose --keep-old-files~kept --skip-old-files~kept -k~kept --overwrite --overwrite-dir --no-overwrite-dir
      --preserve-permissions --same-owner --no-same-owner --no-same-permissions --numeric-owner --wildcards --no-wildcards --anchored --no-anchored --ignore-case --totals[=text] --to-stdout~list -O~list --dereference~follow -h~follow --hard-dereference --one-file-system --remove-files!destroys --unlink-first!destroys --recursive-unlink!destroys --no-recursion --recursion --index-file=replace --volno-file=replace
      --ignore-failed-read --occurrence[=text] --show-transformed-names --full-time --utc --warning=text --quoting-style=text --null --no-null --verify -M,--multi-volume!runs-code --sparse --acls --xattrs --selinux --pax-option=text --posix --old-archive --backup[=text] --suffix=text --delay-directory-restore --keep-newer-files --keep-directory-symlink --touch --interactive --confirmation`,
    operands: 'member*',
    modes: {
      create: { kinds: { archive: 'archive-made', member: 'archived' } },
      delete: { does: 'destroys', kinds: { archive: 'archive-read', member: 'text' } },
      extract: { does: 'changes destroys', doubt: written, kinds: { archive: 'archive-read', member: 'text' } },
      list: { kinds: { archive: 'archive-read', member: 'maybe' } },
      compare: { doubt: 'reads the files that an archive names', kinds: { archive: 'archive-read', member: 'maybe' } },
      follow: { kinds: { archived: 'read-below' } },
      kept: {},
    },
  },
  // What it takes from an `@archive` may name files of its own.
  bsdtar: {
    bundle: true,
    expands: true,
    does: 'reads',
    options: `-c,--create~create -x,--extract,--get~extract -t,--list~list -r,--append~create -u,--update~create -f,--file=archive -C,--cd,--directory=also-directory -L,-H,-h,--dereference~follow
      -zjJavpk --gzip --gunzip --bzip2 --bunzip2 --xz --lzma --zstd --auto-compress --verbose --exclude=text --strip-components=text --no-recursion`,
    operands: 'member*',
    modes: {
      create: { kinds: { archive: 'archive-made', member: 'archived' } },
      extract: { does: 'changes destroys', doubt: written, kinds: { archive: 'archive-read', member: 'text' } },
      list: { kinds: { archive: 'archive-read', member: 'maybe' } },
      follow: { kinds: { archived: 'read-below' } },
    },
  },
  'gzip|gunzip|bzip2|bunzip2': gzip,
  'xz|unxz|lzma|unlzma': xz,
  'zstd|unzstd|zstdmt': zstd,
  'pigz|unpigz|lz4|unlz4|compress|uncompress|brotli|lzip|lzop|p7zip': {
    does: 'reads changes destroys',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  'zcat|bzcat|xzcat|zstdcat|lzcat|lz4cat|gzcat': quiet,
  'zless|zmore|xzless': { does: 'reads runs-code', operands: 'read*' },
  zip: {
    does: 'reads changes',
    expands: true,
    options:
      '-# -0ABcdDeEFgjJklLmoqrSTUvVwXyz@ -f,--freshen~fresh -u,--update~fresh -FS,--filesync~fresh -b=write -i -x -n=text -O,--output-file=replace -lf,--logfile-path=replace -P,--password=text -s=text -t=text -tt=text -TT,--unzip-command=program --unzip-command=program -m,--move!destroys -d,--delete!destroys -r,--recurse-paths~deep -R,--recurse-patterns~search --quiet --exclude=at-file --include=at-file -y,--symlinks~links --verbose  -T,--test!runs-code -@=options-file',
    operands: 'zipping read*',
    modes: {
      deep: { kinds: { read: 'read-below' } },
      fresh: { doubt: 'reads the files that an archive names' },
      search: { doubt: 'reads what its patterns find below, including through links' },
      links: { kinds: { 'read-below': 'read' } },
    },
  },
  unzip: {
    does: 'reads changes destroys',
    doubt: written,
    options:
      '-abBCDfjKLMnoqsuUvVWXZ -:!system -p~list -c~list -l~list -t~list -z~list -Z~list -d=write -x -P=text -O=text -I=text',
    operands: 'zipped text*',
    modes: { list: { does: 'reads', instead: true } },
  },
  zipinfo: { does: 'reads', options: '-12smlvhtTzM', operands: 'zipped text*' },
  '7z|7za|7zr|7zz': {
    does: 'reads',
    commands: {
      'l|t': { dashes: 'single', expands: true, options: '-p* -t* -bd -slt -ba', operands: 'zipped-below text*' },
      h: { dashes: 'single', expands: true, options: '-bd -scrc*', operands: 'read-below*' },
      'i|b': { dashes: 'single', expands: true, options: '-bd', operands: 'text*' },
      'a|u|rn': {
        dashes: 'single',
        expands: true,
        options: '-p* -t* -m* -y -bd -r -sdel!destroys -o*=anything',
        operands: 'zipping read-below*',
      },
      'x|e|d': {
        does: 'changes destroys',
        doubt: written,
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
