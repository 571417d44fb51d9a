import type { CorePrograms } from '../core-program.js';

/** Programs that print what they are told, or something about the machine that everybody may know. */
export const basics: CorePrograms = {
  'echo|printf': {
    reads: 'text',
    runs: ['echo -n hi', "echo '$(id)' /etc/passwd", "printf '%s\\n' a", 'printf -v x y'],
    asks: [],
  },
  'true|false': { reads: 'text', runs: ['true', 'false x'], asks: [] },
  pwd: { options: '-LP --logical --physical', runs: ['pwd', 'pwd -P'], asks: ['pwd x'] },
  date: {
    options: '-uR --utc --universal --rfc-email -I[=word] --iso-8601[=word] --rfc-3339=word -d,--date=date',
    operands: 'date-format',
    runs: ['date', 'date +%s', 'date -u -d yesterday +%F', "date --date='2 weeks ago'", 'date -Iseconds'],
    asks: [
      'date -s yesterday',
      'date 01010000',
      'date -f README.md',
      'date --se=now',
      'date -r README.md',
      `date -d 'TZ="out/secret" now'`,
    ],
  },
  expr: { reads: 'text', runs: ['expr 1 + 2', 'expr abc : .*'], asks: [] },
  test: {
    options: '-f=read -d=read -e=read -s=read -r=read -w=read -x=read -n=text -z=text',
    runs: ['test -f README.md', 'test -d src'],
    asks: ['test -f README.md -a -d src', 'test -f out/secret', 'test README.md -nt out/secret', 'test -L out'],
  },
  '[': {
    options: '-f=read -d=read -e=read -s=read -r=read -w=read -x=read -n=text -z=text',
    operands: 'bracket',
    runs: ['[ -f README.md ]'],
    asks: ['[ -f out/secret ]', '[ README.md -nt src ]'],
  },
  df: {
    options: '-hkTP --human-readable',
    operands: 'read*',
    runs: ['df -h .'],
    asks: ['df --output=target', 'df out'],
  },
  'bash|make|docker': {
    reads: 'version',
    runs: ['bash --version', 'make --version'],
    asks: ['bash', 'bash --help', 'make', 'make -v', 'docker version', 'bash --version -c id'],
  },
  gcc: {
    reads: 'version',
    files: /^(?:[\w]+-linux-gnu-)?gcc(?:-\d+)?$/,
    runs: ['gcc --version'],
    asks: ['gcc --version x.c', 'gcc x.c', 'gcc @README.md'],
  },
  'basename|dirname': {
    options: '-az --multiple --zero',
    operands: 'text*',
    runs: ['basename /a/b.c .c', 'dirname /a/b'],
    asks: ['basename -s .c /a/b.c'],
  },
  seq: { options: '-w -s,--separator=text', operands: 'number*', runs: ['seq 1 5'], asks: ['seq -f %g 3', 'seq x'] },
  sleep: { operands: 'duration', runs: ['sleep 1', 'sleep 0.5s'], asks: ['sleep infinity', 'sleep 1 2'] },
  whoami: { runs: ['whoami'], asks: ['whoami x'] },
  id: { options: '-ugnGr --user --group --name --groups', runs: ['id', 'id -un'], asks: ['id root', 'id -Z'] },
  uname: { options: '-amnoprsv --all --kernel-name --kernel-release --machine', runs: ['uname -a'], asks: ['uname x'] },
  'nproc|arch': { runs: ['nproc', 'arch'], asks: ['nproc --all=x', 'arch x'] },
  which: {
    options: '-a',
    operands: 'program*',
    files: /^which(?:\.debianutils)?$/,
    runs: ['which git node'],
    asks: ['which ./run.sh'],
  },
  node: {
    reads: 'version',
    options: '-v',
    runs: ['node --version', 'node -v'],
    asks: ['node', 'node x.js', 'node -e 1', 'node -v x.js', 'node --help x.js'],
  },
  'python3|python': {
    reads: 'version',
    options: '-V',
    files: /^python3?(?:\.\d+)?$/,
    runs: ['python3 --version', 'python3 -V'],
    asks: ['python3', 'python3 x.py', 'python3 -c 1', 'python3 -V x.py'],
  },
  timeout: {
    reads: 'command',
    runs: ['timeout 5 grep -rn TODO src', 'timeout 1.5s ls'],
    asks: [
      'timeout 5 npm test',
      'timeout -s KILL 5 ls',
      'timeout 5 sort -o new README.md',
      'timeout 5',
      'timeout 5 ./run.sh',
      'timeout ls',
      'timeout 5 timeout 5 xxd README.md',
    ],
  },
};
