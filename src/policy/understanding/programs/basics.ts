import type { Programs } from '../program.js';

/** Programs that print something and touch nothing. */
export const basics: Programs = {
  'echo|printf': { dashes: 'single', options: '-*', operands: 'text*' },
  'true|false|:': { options: '-* --*', operands: 'text*' },
  'test|[': { does: 'reads', dashes: 'single', options: '-* ( ) ! ]', operands: 'maybe*' },
  expr: { order: 'first', operands: 'text*' },
  'seq|yes|factor|numfmt': {
    options:
      '-# -wd -s,--separator=text -f,--format=text --equal-width --from=text --to=text --suffix=text --field=text --padding=text --grouping --header[=text] --delimiter=text --round=text',
    operands: 'text*',
  },
  date: {
    abbreviates: true,
    options:
      '-jnRu -d,--date=date-text -f,--file=read -r,--reference=maybe -s,--set=text!system -I,--iso-8601[=text] --rfc-3339=text --rfc-email --utc --universal --debug --resolution -v=text',
    operands: 'date-format*',
  },
  cal: { options: '-# -13jmnswy -A=text -B=text -m=text', operands: 'text*' },
  'who|users|w|uptime': {
    does: 'reads',
    options:
      '-abdHlmpqrstTuwfhio --all --boot --dead --heading --login --count --runlevel --time --users --pretty --since',
    operands: 'maybe*',
  },
  'pwd|whoami|id|groups|logname|tty|arch|nproc|hostid': {
    options:
      '-LPagGnruzsabdHlmpqTwfh --all --ignore=text --group --groups --name --user --real --zero --logical --physical --pretty --since',
    operands: 'text*',
  },
  uname: {
    options:
      '-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system',
  },
  hostname: { options: '-aAdfiIsy --fqdn --short --ip-address -F=read!system -b!system', operands: 'new-name*' },
  printenv: { options: '-0 --null', operands: 'text*' },
  'sleep|usleep': { operands: 'text*' },
  'free|lscpu|lsblk|vmstat|iostat|getconf|locale|tput|clear|stty|ulimit|jobs': {
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  // Hosts are asked for by their names.
  getent: { does: 'reads network', options: '-s,--service=text', operands: 'text*' },
  // Left out: what it refuses in some company, and then reads everything as letters.
  ps: {
    options:
      '-AadeflFjNcVw -p,--pid=ps-selection -C=text -u,--user=ps-selection -U=ps-selection -g=ps-selection -G=ps-selection -t=ps-selection -s=ps-selection -o,--format=ps-format --ppid=ps-selection --sort=text --no-headers --forest',
    operands: 'ps-letters*',
  },
  top: { options: '-bcHiS1 -n=text -d=text -p=text -u=text -o=text -w[=text]' },
  lsof: { does: 'reads', options: '-ntPUa -i[=connection] -p=text -u=text -c=text', operands: 'connection*' },
  bc: { alone: 'runs-code', options: '-lqsiw -e=text --mathlib --quiet', operands: 'script*' },
};
