import type { Programs } from '../program.js';

/** Programs that run another program, which is looked at in turn. */
export const wrappers: Programs = {
  env: {
    abbreviates: true,
    order: 'first',
    options:
      '-0v -,-i,--ignore-environment~bare -u,--unset=unset -C,--chdir=directory -S,--split-string=split --null --debug --block-signal[=text] --default-signal[=text] --ignore-signal[=text] --list-signal-handling -a,--argv0=text',
    operands: 'assignments command',
    modes: { bare: {} },
  },
  timeout: {
    abbreviates: true,
    order: 'first',
    options: '-vfp -k,--kill-after=text -s,--signal=text --foreground --preserve-status --verbose',
    operands: 'text command',
  },
  'nohup|chronic|unbuffer|caffeinate|rlwrap|eatmydata': { order: 'first', operands: 'command' },
  // Alone it is a shell that reads its input.
  fakeroot: { order: 'first', alone: 'runs-code', operands: 'command' },
  'command|exec|builtin': { order: 'first', options: '-pvVcl', operands: 'command' },
  setsid: { order: 'first', options: '-cfw --fork --ctty --wait', operands: 'command' },
  time: {
    order: 'first',
    options: '-apqvV -f,--format=text -o,--output=replace --append --portability --quiet --verbose',
    operands: 'command',
  },
  nice: { abbreviates: true, order: 'first', options: '-# -n,--adjustment=text', operands: 'command' },
  ionice: {
    order: 'first',
    options:
      '-t -c,--class=text -n,--classdata=text -p,--pid=text!system -P,--pgid=text!system -u,--uid=text!system --ignore',
    operands: 'command',
  },
  chrt: {
    order: 'first',
    options: '-abdfiormv -T=text -P=text -D=text -p,--pid!system --batch --fifo --other --rr --idle --all-tasks',
    operands: 'text command',
  },
  taskset: { order: 'first', options: '-a -c,--cpu-list -p,--pid!system --all-tasks', operands: 'text command' },
  'setarch|linux32|linux64|i386|x86_64': {
    order: 'first',
    // A shell that reads its input.
    alone: 'runs-code',
    options: '-BFILRSTXZv3 --addr-no-randomize --verbose',
    operands: 'command',
  },
  prlimit: {
    order: 'first',
    options: '-p,--pid=text!system --* -n[=text] -u[=text] -v[=text] -t[=text] -c[=text]',
    operands: 'command',
  },
  stdbuf: {
    abbreviates: true,
    order: 'first',
    options: '-i,--input=text -o,--output=text -e,--error=text',
    operands: 'command',
  },
  xargs: {
    order: 'first',
    foreign: true,
    readsWords: true,
    options: `-p -o,--open-tty -0,--null -r,--no-run-if-empty -t,--verbose -x,--exit -a,--arg-file=read -d,--delimiter=text -E=text -e[=text] -I=text -i[=text] -L=text -l[=text] -n,--max-args=text -P,--max-procs=text -s,--max-chars=text --interactive --eof[=text] --replace[=text] --max-lines[=text] --process-slot-var=text --show-limits`,
    operands: 'command',
  },
  'parallel|sem|entr|watchexec|nodemon|concurrently': {
    order: 'first',
    does: 'inline-code',
    foreign: true,
    options: '-*=anything --*=anything',
    operands: 'shell*',
  },
  watch: {
    order: 'first',
    options:
      '-bcdegptwCr -n,--interval=text -q,--equexit=text --differences[=text] --no-title --color --beep --errexit --chgexit --precise -x,--exec~exec',
    operands: 'shell*',
    modes: { exec: { operands: 'command' } },
  },
  flock: {
    order: 'first',
    options:
      '-sxeunoFv -w,--timeout=text --wait=text -E,--conflict-exit-code=text -c,--command=code --shared --exclusive --unlock --nonblock --nb --close --no-fork --verbose',
    operands: 'write command',
  },
  script: {
    // A shell that reads what it is given as input.
    does: 'changes runs-code',
    options:
      '-aefq -c,--command=code -E,--echo=text -I,--log-in=replace -O,--log-out=replace -B,--log-io=replace -T,--log-timing=replace -t[=replace] -m=text -o=text --append --return --flush --force --quiet --timing[=replace]',
    operands: 'replace shell*',
  },
  'strace|ltrace': {
    order: 'first',
    does: 'system',
    options:
      '-cCdDfFhikqrtTvVwxyzZACn -o,--output=program -e,--trace=text -p,--attach=text -s,--string-limit=text -S=text -u,--user=text!privilege -a=text -E=assignment -I=text -O=text -P=text -b=text -X=text --follow-forks --quiet[=text] --summary-only --summary',
    operands: 'command',
  },
  perf: { does: 'system runs-code', operands: 'anything*', options: '-*=anything --*=anything' },
  'sudo|doas': {
    order: 'first',
    does: 'privilege',
    options:
      '-AbEeHiKklNnPSsVvL -u,--user=text -g,--group=text -C=text -D,--chdir=directory -h=text -p,--prompt=text -r=text -t=text -T=text -R,--chroot=path -U=text --preserve-env[=text] --login!inline-code --shell!inline-code --stdin --non-interactive --edit --list --reset-timestamp --set-home',
    operands: 'assignments command',
  },
  'su|runuser|pkexec|sg|newgrp|login': {
    does: 'privilege',
    options:
      '-flmpP -,--login -c,--command=code --session-command=code -s,--shell=program -g,--group=text -G=text -u,--user=text -w=text',
    operands: 'text anything*',
  },
  'chroot|unshare|nsenter|bwrap|firejail|capsh|setpriv|systemd-run|systemd-nspawn|machinectl|proot': {
    order: 'first',
    does: 'privilege runs-code',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  'busybox|coreutils': {
    order: 'first',
    asCalled: true,
    options: '--list --list-full --install!system',
    operands: 'applet',
  },
  // Its programs have too many options of their own for the table.
  toybox: { does: 'runs-code', options: '-*=anything --*=anything', operands: 'anything*' },
  'volta-shim|rustup-init|snap': {
    asCalled: true,
    does: 'runs-code',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  'at|batch|expect|dtach|tmux|screen|nq': {
    does: 'inline-code system',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  eval: { does: 'inline-code', options: '-*', operands: 'text*' },
  'source|.': { operands: 'script anything*', order: 'first', script: 'shell' },
};
