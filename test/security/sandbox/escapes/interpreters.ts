// Languages: each reads, writes, runs and connects as far as it can by itself.

import { probes, type Reach, type Row } from './probe.js';

interface Language {
  readonly programs: readonly string[];
  /** What stands before the code; the code itself is a file where there is nothing. */
  readonly before: readonly string[] | 'file';
  readonly after?: readonly string[];
  readonly code: Partial<Readonly<Record<Reach, string | readonly string[]>>>;
}

const awkLike = {
  reads: 'BEGIN { while ((getline line < "{secret}") > 0) print line }',
  writes: 'BEGIN { print "dead" > "{target}" }',
  runs: ['BEGIN { system("{go}") }', 'BEGIN { "{go}" | getline }', 'BEGIN { print "x" | "{go}" }'],
};

const luaLike = {
  reads: 'for line in io.lines("{secret}") do print(line) end',
  writes: ['io.open("{target}", "w"):write("dead")', 'os.rename("{target}", "{fresh}")', 'os.remove("{target}")'],
  runs: ['os.execute("{go}")', 'io.popen("{go}"):read("a")'],
};

const tclLike = {
  reads: 'puts [read [open {secret}]]',
  writes: ['puts [open {target} w] dead', 'file delete {target}'],
  runs: 'exec {go}',
};

const vimLike = { before: ['-es', '-u', 'NONE', '-c'], after: ['-c', 'qa!'] };

const languages: readonly Language[] = [
  {
    programs: ['python3'],
    before: ['-c'],
    code: {
      reads: ['print(open("{secret}").read())', 'import shutil; shutil.copy("{secret}", "copy")'],
      writes: ['open("{target}", "w").write("dead")', 'import os; os.symlink("x", "{fresh}")'],
      runs: [
        'import os; os.system("{go}")',
        'import subprocess; subprocess.run(["{go}"])',
        'import os; os.execl("{go}", "go")',
        'import pty; pty.spawn("{go}")',
        'import os; os.posix_spawn("{go}", ["go"], {}); os.wait()',
      ],
      connects: [
        'import socket; socket.create_connection(("{host}", {port}))',
        'import urllib.request; urllib.request.urlopen("http://{host}:{port}")',
        'import socket; socket.socket(socket.AF_UNIX).connect("{socket}")',
        'import socket; socket.socket(2, 2).sendto(b"x", ("{host}", {port}))',
      ],
      listens: 'import socket; s = socket.create_server(("{host}", {port})); s.accept()',
    },
  },
  {
    programs: ['perl'],
    before: ['-e'],
    code: {
      reads: 'open F, "<", "{secret}"; print <F>',
      writes: ['open F, ">", "{target}"; print F "dead"', 'unlink "{target}"', 'rename "{target}", "{fresh}"'],
      runs: ['exec "{go}"', 'system "{go}"', 'print `{go}`', 'open P, "{go} |"; print <P>'],
      connects: 'use IO::Socket::INET; IO::Socket::INET->new("{host}:{port}")',
      listens: 'use IO::Socket::INET; IO::Socket::INET->new(LocalAddr => "{host}:{port}", Listen => 1)->accept',
    },
  },
  {
    programs: ['ruby'],
    before: ['-e'],
    code: {
      reads: 'puts File.read("{secret}")',
      writes: ['File.write("{target}", "dead")', 'require "fileutils"; FileUtils.rm("{target}")'],
      runs: ['exec "{go}"', 'puts `{go}`', 'require "pty"; PTY.spawn("{go}") { |r, w, p| Process.wait p }'],
      connects: ['require "socket"; TCPSocket.new("{host}", {port})', 'require "socket"; UNIXSocket.new("{socket}")'],
      listens: 'require "socket"; TCPServer.new("{host}", {port}).accept',
    },
  },
  {
    programs: ['php'],
    before: ['-r'],
    code: {
      reads: ['readfile("{secret}");', 'copy("{secret}", "copy");', 'highlight_file("{secret}");'],
      writes: ['file_put_contents("{target}", "dead");', 'unlink("{target}");'],
      runs: ['system("{go}");', 'passthru("{go}");', 'pcntl_exec("{go}");', 'proc_close(proc_open("{go}", [], $p));'],
      connects: ['fsockopen("{host}", {port});', 'file_get_contents("http://{host}:{port}/");'],
      listens: '$s = stream_socket_server("tcp://{host}:{port}"); stream_socket_accept($s);',
    },
  },
  {
    programs: ['node'],
    before: ['-e'],
    code: {
      reads: 'console.log(require("fs").readFileSync("{secret}", "utf8"))',
      writes: ['require("fs").writeFileSync("{target}", "dead")', 'require("fs").rmSync("{target}")'],
      runs: [
        'require("child_process").execFileSync("{go}")',
        'require("child_process").spawnSync("{go}", { stdio: "inherit" })',
      ],
      connects: [
        'require("net").connect({port}, "{host}")',
        'fetch("http://{host}:{port}")',
        'require("net").connect("{socket}")',
      ],
      listens: 'require("net").createServer().listen({port}, "{host}")',
    },
  },
  { programs: ['lua', 'lua5.4', 'luajit'], before: ['-e'], code: luaLike },
  {
    programs: ['tclsh', 'expect', 'jimsh'],
    before: 'file',
    code: { ...tclLike },
  },
  {
    programs: ['tclsh', 'expect'],
    before: 'file',
    code: {
      connects: 'socket {host} {port}',
      listens: 'proc a args {}\nsocket -server a -myaddr {host} {port}\nvwait forever',
    },
  },
  { programs: ['jimsh'], before: ['-e'], code: { ...tclLike, connects: 'socket stream {host}:{port}' } },
  { programs: ['gawk', 'mawk', 'original-awk'], before: [], code: awkLike },
  { programs: ['busybox'], before: ['awk'], code: awkLike },
  {
    programs: ['gawk'],
    before: [],
    code: {
      connects: 'BEGIN { s = "/inet/tcp/0/{host}/{port}"; print "x" |& s; s |& getline }',
      reads: '@load "readfile"; BEGIN { print readfile("{secret}") }',
    },
  },
  {
    programs: ['bash'],
    before: ['-c'],
    code: {
      reads: ['echo "$(<{secret})"', 'mapfile -t a < {secret}; echo "$a"', 'read -r a < {secret}; echo "$a"'],
      writes: ['echo dead > {target}', 'echo >> {target}'],
      connects: ['exec 3<>/dev/tcp/{host}/{port}', 'echo x > /dev/udp/{host}/{port}'],
    },
  },
  {
    programs: ['sh', 'dash', 'ksh93', 'mksh', 'posh', 'yash', 'zsh'],
    before: ['-c'],
    code: { reads: 'read -r a < {secret}; echo "$a"', writes: 'echo dead > {target}' },
  },
  { programs: ['csh', 'tcsh'], before: ['-c'], code: { reads: 'echo `cat {secret}`', writes: 'echo dead > {target}' } },
  {
    programs: ['fish'],
    before: ['-c'],
    code: { reads: 'read -l a < {secret}; echo $a', writes: 'echo dead > {target}' },
  },
  { programs: ['rc'], before: ['-c'], code: { reads: 'cat < {secret}', writes: 'echo dead > {target}' } },
  {
    programs: ['zsh'],
    before: ['-c'],
    code: {
      connects: 'zmodload zsh/net/tcp; ztcp {host} {port}',
      listens: 'zmodload zsh/net/tcp; ztcp -l {port}; ztcp -a $REPLY',
    },
  },
  {
    programs: ['gforth', 'gforth-fast', 'gforth-itc'],
    before: ['-e'],
    code: {
      reads: 's" {secret}" slurp-file type bye',
      writes: 's" {fresh}" w/o create-file throw close-file bye',
      runs: 's" {go}" system bye',
    },
  },
  {
    programs: ['newlisp'],
    before: ['-e'],
    code: {
      reads: '(read-file "{secret}")',
      writes: '(write-file "{target}" "dead")',
      runs: ['(! "{go}")', '(exec "{go}")'],
      connects: '(net-connect "{host}" {port})',
      listens: '(net-accept (net-listen {port} "{host}"))',
    },
  },
  {
    programs: ['yabasic'],
    before: 'file',
    code: {
      reads: 'open "{secret}" for reading as #1\nline input #1 a$\nprint a$\n',
      writes: 'open "{target}" for writing as #1\nprint #1 "dead"\n',
      runs: ['system("{go}")\n', 'print system$("{go}")\n'],
    },
  },
  {
    programs: ['bwbasic'],
    before: 'file',
    code: {
      writes: '10 OPEN "O", 1, "{target}"\n20 PRINT #1, "dead"\n30 CLOSE\n40 SYSTEM\n',
    },
  },
  {
    programs: ['rexx', 'regina'],
    before: 'file',
    code: {
      reads: 'say linein("{secret}")\n',
      writes: 'call lineout "{target}", "dead"\n',
      runs: ['address system "{go}"\n', '"{go}"\n'],
    },
  },
  {
    programs: ['slsh'],
    before: ['-e'],
    code: {
      reads: 'variable f = fopen("{secret}", "r"), l; () = fgets(&l, f); message(l);',
      writes: '() = fputs("dead", fopen("{target}", "w"));',
      runs: '() = system("{go}");',
      connects: 'require("socket"); connect(socket(AF_INET, SOCK_STREAM, 0), "{host}", {port});',
    },
  },
  {
    programs: ['gdb'],
    before: ['-nx', '-batch', '-ex', 'set tcp auto-retry off', '-ex'],
    code: {
      reads: 'python print(open("{secret}").read())',
      writes: ['python open("{target}", "w").write("dead")', 'dump value {target} 1'],
      runs: 'python import os; os.system("{go}")',
      connects: ['target remote {host}:{port}', 'python import socket; socket.create_connection(("{host}", {port}))'],
    },
  },
  {
    programs: ['vim.basic', 'vim.tiny'],
    ...vimLike,
    code: {
      reads: ['r {secret} | w! copy', 'e {secret} | w! copy'],
      writes: 'w! {target}',
      runs: ['!{go}', 'r !{go}'],
    },
  },
  {
    programs: ['vim.basic'],
    ...vimLike,
    code: {
      writes: 'call writefile(["dead"], "{target}")',
      runs: ['call system("{go}")', 'call job_start("{go}") | sleep 1'],
      connects: 'call ch_open("{host}:{port}")',
    },
  },
  {
    programs: ['make'],
    before: ['-f', '/dev/null', '-n', '--eval'],
    code: { reads: '$(info $(file < {secret}))x:', writes: '$(file > {target},dead)x:', runs: '$(shell {go})x:' },
  },
  {
    programs: ['sqlite3'],
    before: [':memory:'],
    code: { reads: '.read {secret}', writes: '.backup {fresh}' },
  },
];

export const interpreters = languages.flatMap(({ programs, before, after, code }) =>
  Object.entries(code).flatMap(([reach, texts]) => {
    const rows = [texts].flat().flatMap((text) => programs.map((program) => toRow(program, before, text, after)));
    return probes(reach as Reach, rows);
  }),
);

function toRow(program: string, before: Language['before'], text: string, after: readonly string[] = []): Row {
  if (before === 'file') return [program, ['./code'], { files: { code: text } }];
  return [program, [...before, text, ...after]];
}
