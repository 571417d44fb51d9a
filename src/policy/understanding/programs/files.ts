import type { Programs } from '../program.js';

const copying = {
  'no-directory': {},
  keep: { kinds: { target: 'target-kept' } },
  force: { kinds: { 'target-kept': 'target' } },
};

/** Programs that list, copy, move, remove and describe files. */
export const files: Programs = {
  'ls|dir|vdir': {
    does: 'reads',
    abbreviates: true,
    // Elsewhere than in Linux, -I, -T and -w take no value, and what follows is listed.
    options: `-aAbBcCdDfFgGhHiklmnNopqQrRsStuUvxXZ1 -I,--ignore=maybe --hide=text -T,--tabsize=maybe -w,--width=maybe
      --all --almost-all --author --escape --ignore-backups --directory --dired --classify[=text] --file-type --full-time
      --group-directories-first --no-group --human-readable --si --dereference-command-line
      --dereference-command-line-symlink-to-dir --inode --kibibytes -L,--dereference~follow --numeric-uid-gid --literal --hide-control-chars
      --show-control-chars --quote-name --reverse --recursive --size --zero --context --block-size=text --color[=text]
      --format=text --hyperlink[=text] --indicator-style=text --quoting-style=text --sort=text --time=text --time-style=text`,
    operands: 'read*',
    modes: { follow: { kinds: { read: 'read-below' } } },
  },
  tree: {
    does: 'reads',
    options:
      '-adfixNqQpugshDFvctUrACSnXJ -l~follow -L=text -P=text -I=text -o=replace -H=text -T=text --noreport --dirsfirst --du --si --prune --gitignore --matchdirs --filelimit=text --charset=text --sort=text --fromfile',
    operands: 'read*',
    modes: { follow: { kinds: { read: 'read-below' } } },
  },
  'cat|rev': {
    does: 'reads',
    abbreviates: true,
    options:
      '-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
    operands: 'read*',
  },
  cp: {
    abbreviates: true,
    options: `-abdHilLPpRrsuvxZ -f,--force~force -n,--no-clobber~keep -S,--suffix=backup-suffix -t,--target-directory=target$
      -T,--no-target-directory~no-directory --archive --attributes-only --backup[=text] --copy-contents --dereference~follow --interactive --link
      --no-dereference --preserve[=text] --no-preserve=text --parents~parents --recursive --reflink[=text] --remove-destination!destroys
      --sparse=text --strip-trailing-slashes --symbolic-link --update[=text] --verbose --one-file-system --context[=text] --debug
      -L~follow -a,--archive -R,-r,--recursive~deep -l,--link~links -s,--symbolic-link~links`,
    operands: 'source* target',
    modes: {
      ...copying,
      follow: { kinds: { source: 'read-below' } },
      deep: {},
      parents: {},
      links: { kinds: { source: 'linked-source', 'read-below': 'linked-source' } },
    },
  },
  mv: {
    abbreviates: true,
    options: `-buvZ -f,--force~force -i,--interactive~force -n,--no-clobber~keep -S,--suffix=backup-suffix -t,--target-directory=target$
      -T,--no-target-directory~no-directory --backup[=text] --strip-trailing-slashes --update[=text] --verbose --context --debug --no-copy --exchange`,
    operands: 'source* target',
    modes: copying,
  },
  ln: {
    abbreviates: true,
    options: `-bdFiLPv -f,--force~force -n,--no-dereference -r,--relative~elsewhere -s,--symbolic~symbolic -S,--suffix=backup-suffix
      -t,--target-directory=target$~elsewhere -T,--no-target-directory~no-directory --backup[=text] --directory --interactive --logical --physical --verbose`,
    operands: 'linked* target',
    modes: { ...copying, symbolic: {}, elsewhere: {} },
  },
  install: {
    abbreviates: true,
    options: `-bcCDpvZ -d,--directory~directories -g,--group=text -m,--mode=file-mode -o,--owner=text!privilege -s,--strip!runs-code --strip-program=program
      -S,--suffix=backup-suffix -t,--target-directory=target$ -T,--no-target-directory~no-directory --backup[=text] --compare --preserve-timestamps --preserve-context --verbose --context[=text] --debug`,
    operands: 'source* target',
    modes: { ...copying, directories: { operands: 'write*' } },
  },
  rm: {
    does: 'destroys',
    abbreviates: true,
    options:
      '-fiIrRdv --force --interactive[=text] --one-file-system --no-preserve-root --preserve-root[=text] --recursive --dir --verbose',
    operands: 'remove*',
  },
  'unlink|shred|wipe|srm': {
    does: 'destroys',
    options:
      '-fuvxz -n,--iterations=text -s,--size=text --random-source=read --force --exact --verbose --zero --remove[=text]',
    operands: 'remove*',
  },
  rmdir: {
    does: 'changes',
    abbreviates: true,
    options: '-pv --ignore-fail-on-non-empty --parents --verbose',
    operands: 'write*',
  },
  mkdir: {
    does: 'changes',
    abbreviates: true,
    options: '-pvZ -m,--mode=text --parents --verbose --context[=text]',
    operands: 'write*',
  },
  touch: {
    does: 'changes',
    abbreviates: true,
    options: '-acfhm -d,--date=text -r,--reference=read -t=text --no-create --no-dereference --time=text',
    operands: 'write*',
  },
  mkfifo: { does: 'changes', options: '-Z -m,--mode=text', operands: 'write*' },
  mknod: { does: 'changes privilege', options: '-Z -m,--mode=text', operands: 'write text*' },
  chmod: {
    does: 'changes',
    abbreviates: true,
    options:
      '-cfvR -wxXst^ -r^!destroys --changes --quiet --silent --verbose --no-preserve-root --preserve-root --reference=read^ --recursive~deep -R~deep --dereference --no-dereference -hP',
    operands: 'file-mode edit*',
    modes: { deep: {} },
  },
  'chown|chgrp': {
    does: 'changes privilege',
    options:
      '-cfvhRHLP --changes --quiet --silent --verbose --dereference --no-dereference --from=text --reference=read^ --recursive --no-preserve-root --preserve-root',
    operands: 'text edit*',
  },
  'chattr|setfacl|setfattr|setcap': { does: 'changes privilege', options: '-RVfmxbkdnv', operands: 'path*' },
  stat: {
    does: 'reads',
    options: '-Lftr -c,--format=text --dereference --file-system --cached=text --printf=text --terse',
    operands: 'read*',
  },
  file: {
    does: 'reads',
    options: `-bcdhiIklLnNprsSvzZ0E -f,--files-from=options-file -e,--exclude=text -F,--separator=text -P,--parameter=text --brief --mime --mime-type
      --mime-encoding --extension --keep-going --dereference --no-dereference --raw --special-files --uncompress --print0 --no-buffer --preserve-date`,
    operands: 'read*',
  },
  'getfacl|getfattr|lsattr': { does: 'reads', options: '-aRdVlvm', operands: 'read*' },
  du: {
    does: 'reads',
    abbreviates: true,
    options: `-abcDHhklmPsSx0 -B,--block-size=text -d,--max-depth=text -L,--dereference~follow -t,--threshold=text -X,--exclude-from=read --exclude=text
      --files0-from=options-file --all --apparent-size --bytes --total --dereference-args --human-readable --inodes --count-links --no-dereference
      --separate-dirs --si --summarize --time[=text] --time-style=text --one-file-system --null -l`,
    operands: 'read*',
    modes: { follow: { kinds: { read: 'read-below' } } },
  },
  df: {
    does: 'reads',
    options:
      '-ahHiklPTv -B,--block-size=text -t,--type=text -x,--exclude-type=text --all --human-readable --si --inodes --local --no-sync --output[=text] --portability --sync --total --print-type',
    operands: 'read*',
  },
  'realpath|readlink': {
    does: 'reads',
    options:
      '-efmLPqszvn --canonicalize --canonicalize-existing --canonicalize-missing --logical --physical --quiet --silent --strip --no-symlinks --zero --no-newline --verbose --relative-to=read --relative-base=read',
    operands: 'read*',
  },
  'basename|dirname': { options: '-az -s,--suffix=text --multiple --zero', operands: 'text*' },
  dd: { operands: 'copier*' },
  truncate: {
    does: 'destroys changes',
    abbreviates: true,
    options: '-co -r,--reference=read -s,--size=text --no-create --io-blocks',
    operands: 'write*',
  },
  split: {
    does: 'reads changes',
    abbreviates: true,
    options: `-deuxz -a,--suffix-length=text -b,--bytes=text -C,--line-bytes=text -l,--lines=text -n,--number=text -t,--separator=text
      --additional-suffix=text --numeric-suffixes[=text] --hex-suffixes[=text] --filter=code --elide-empty-files --unbuffered --verbose -#`,
    operands: 'read prefix',
    makes: 'x',
  },
  csplit: {
    does: 'reads changes',
    options:
      '-kqsz -b,--suffix-format=backup-suffix -f,--prefix=prefix -n,--digits=text --keep-files --quiet --silent --elide-empty-files --suppress-matched',
    operands: 'read text*',
    makes: 'xx',
  },
  sync: { options: '-df', operands: 'read*' },
};
