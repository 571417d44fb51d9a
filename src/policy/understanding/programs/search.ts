import type { Programs } from '../program.js';

/** Programs that look for files, or in them. */
export const search: Programs = {
  find: {
    does: 'reads',
    dashes: 'single',
    endless: true,
    options: `-- ( ) ! , -not -a -o -and -or -H -P -L~follow -follow~follow -D=text -O1 -O2 -O3 -depth -d -maxdepth=text -mindepth=text -mount -xdev -noleaf -ignore_readdir_race
      -noignore_readdir_race -warn -nowarn -regextype=text -daystart -amin=text -anewer=read -atime=text -cmin=text -cnewer=read -ctime=text -empty -executable -readable
      -writable -false -true -fstype=text -gid=text -group=text -ilname=text -iname=text -inum=text -ipath=text -iregex=text -iwholename=text -links=text -lname=text
      -mmin=text -mtime=text -name=text -newer=read -newermt=text -newerct=text -newerat=text -newermm=read -nogroup -nouser -path=text -perm=text -regex=text -samefile=read -size=text
      -type=text -xtype=text -uid=text -used=text -user=text -wholename=text -print -print0 -printf=text -ls -prune -quit -delete!destroys
      -fprint=replace!inline-code -fprint0=replace!inline-code -fls=replace!inline-code -fprintf=replace+text!inline-code -files0-from=options-file
      -exec=command-until-semicolon -execdir=command-until-semicolon -ok=command-until-semicolon -okdir=command-until-semicolon`,
    operands: 'read*',
    modes: { follow: { kinds: { read: 'read-below' } } },
  },
  'rg|ripgrep': {
    does: 'reads',
    options: `-# -acFHhiIlLnNoPpqSsUuvwxz0. -A,--after-context=text -B,--before-context=text -C,--context=text -e,--regexp=text^ -f,--file=read^ -g,--glob=text --iglob=text
      -L,--follow~follow -M,--max-columns=text -m,--max-count=text -r,--replace=text -t,--type=text -T,--type-not=text -E,--encoding=text -j,--threads=text -d,--max-depth=text
      --pre=program --pre-glob=text --hostname-bin=program --search-zip!runs-code -z!runs-code --ignore-file=read --sort=text --sortr=text --color=text --colors=text --type-add=text --type-list~files
      --files~files --count --count-matches --files-with-matches --files-without-match --fixed-strings --hidden --no-hidden --ignore-case --smart-case --case-sensitive
      --invert-match --json --line-number --no-line-number --line-regexp --word-regexp --multiline --multiline-dotall --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --no-config
      --no-filename --with-filename --no-heading --heading --no-messages --null --null-data --only-matching --passthru --pcre2 --pretty --quiet --stats --text --trim --unrestricted
      --vimgrep --column --no-follow --one-file-system --crlf --debug --max-filesize=text --context-separator=text --engine=text --binary --no-pcre2 --auto-hybrid-regex --dfa-size-limit=text --regex-size-limit=text`,
    operands: 'text read*',
    modes: { follow: { kinds: { read: 'read-below' } }, files: { operands: 'read*' } },
  },
  ag: {
    does: 'reads',
    options:
      '-acDfFHiLlnopQrRsSuUvVwz0 -A,--after[=text] -B,--before[=text] -C,--context[=text] -G,--file-search-regex=text -g=text^ -m,--max-count=text -p,--path-to-ignore=read -W,--width=text --ignore=text --ignore-dir=text --depth=text --pager=program --follow~follow -f~follow --hidden --literal --nocolor --nogroup --color --group --count --column --smart-case --case-sensitive --ignore-case --files-with-matches --vimgrep --stats',
    operands: 'text read*',
    modes: { follow: { kinds: { read: 'read-below' } } },
  },
  'fd|fdfind': {
    does: 'reads',
    options: `-HIusigFaLlp0q1 -L,--follow~follow -d,--max-depth=text --min-depth=text --exact-depth=text -E,--exclude=text -t,--type=text -e,--extension=text -S,--size=text
      --changed-within=text --changed-before=text -o,--owner=text -c,--color=text -j,--threads=text -x,--exec!inline-code -X,--exec-batch!inline-code --ignore-file=read
      --base-directory=directory --search-path=read --max-results=text --hidden --no-ignore --no-ignore-vcs --unrestricted --case-sensitive --ignore-case --glob --regex
      --fixed-strings --absolute-path --list-details --full-path --print0 --quiet --show-errors --one-file-system --strip-cwd-prefix --path-separator=text --prune --and=text`,
    operands: 'text read*',
    modes: { follow: { kinds: { read: 'read-below' } } },
  },
  'locate|mlocate|plocate': { does: 'reads system', options: '-0AbceHilLnqrSsw -n,--limit=text', operands: 'text*' },
  'which|whereis|type|whatis|apropos': {
    options: '-absmu --all --skip-alias --tty-only',
    operands: 'text*',
    versioned: true,
  },
};
