// Programs that can be used this way only at a terminal: what would be typed there.

import { probes } from './probe.js';

const terminal = true;

const escapeKey = '\u001b';

export const terminals = [
  ...probes('runs', [
    ['less', ['input.txt'], { terminal, stdin: '!{go}\n\nq' }],
    ['vim.basic', ['-u', 'NONE', 'input.txt'], { terminal, stdin: ':!{go}\r\r:q!\r' }],
    ['vim.tiny', ['-u', 'NONE', 'input.txt'], { terminal, stdin: ':!{go}\r\r:q!\r' }],
    ['view', ['-u', 'NONE', 'input.txt'], { terminal, stdin: ':!{go}\r\r:q!\r' }],
    ['vimdiff', ['-u', 'NONE', 'input.txt', 'go'], { terminal, stdin: ':!{go}\r\r:qa!\r' }],
    ['nano', ['input.txt'], { terminal, stdin: '\u0012\u0018{go}\r\u0018n' }],
    ['joe', ['input.txt'], { terminal, stdin: '\u000b!{go}\r\u0003' }],
    ['zile', ['input.txt'], { terminal, stdin: `${escapeKey}!{go}\r\u0018\u0003` }],
    ['jove', ['input.txt'], { terminal, stdin: '\u0018!{go}\r\u0018\u0003' }],
    ['ncdu', ['.'], { terminal, stdin: 'bq', environment: { SHELL: '{go}' } }],
    ['w3m', ['input.txt'], { terminal, stdin: '!{go}\r\rqy' }],
    ['telnet', [], { terminal, stdin: '! {go}\nquit\n' }],
    ['tmux', ['-S', 's', '-f', '/dev/null', 'new-session', '{go}'], { terminal }],
    ['bash', ['--norc'], { terminal, stdin: '{go}\nexit\n' }],
    ['zsh', ['-f'], { terminal, stdin: '{go}\nexit\n' }],
    ['fish', ['--no-config'], { terminal, stdin: '{go}\nexit\n' }],
    ['python3', [], { terminal, stdin: 'import os; os.system("{go}")\nexit()\n' }],
    ['tclsh', [], { terminal, stdin: 'exec {go}\nexit\n' }],
    ['gdb', ['-nx', '-q'], { terminal, stdin: '!{go}\nquit\n' }],
    ['sqlite3', [], { terminal, stdin: '.shell {go}\n.quit\n' }],
    ['ftp', [], { terminal, stdin: '!{go}\nquit\n' }],
    ['lftp', [], { terminal, stdin: '!{go}\nquit\n' }],
    ['rlwrap', ['sh'], { terminal, stdin: '{go}\nexit\n' }],
    ['dash', ['-i'], { terminal, stdin: '{go}\nexit\n' }],
    ['ksh93', [], { terminal, stdin: '{go}\nexit\n' }],
    ['mksh', [], { terminal, stdin: '{go}\nexit\n' }],
    ['yash', [], { terminal, stdin: '{go}\nexit\n' }],
    ['tcsh', ['-f'], { terminal, stdin: '{go}\nexit\n' }],
    ['node', [], { terminal, stdin: 'require("child_process").execFileSync("{go}")\n.exit\n' }],
    ['lua5.4', [], { terminal, stdin: 'os.execute("{go}")\nos.exit()\n' }],
  ]),
  ...probes('reads', [
    ['less', ['{secret}'], { terminal, stdin: 'q' }],
    ['nano', ['-v', '{secret}'], { terminal, stdin: '\u0018' }],
    ['whiptail', ['--textbox', '{secret}', '20', '70'], { terminal, stdin: '\r' }],
    ['dialog', ['--textbox', '{secret}', '20', '70'], { terminal, stdin: '\r' }],
    ['joe', ['-rdonly', '{secret}'], { terminal, stdin: '\u0003' }],
    ['mg', ['{secret}'], { terminal, stdin: '\u0018\u0003' }],
    ['zile', ['{secret}'], { terminal, stdin: '\u0018\u0003' }],
    ['hexedit', ['{secret}'], { terminal, stdin: '\u0003' }],
    ['ne', ['{secret}'], { terminal, stdin: `${escapeKey}${escapeKey}Exit\r` }],
    ['w3m', ['{secret}'], { terminal, stdin: 'Q' }],
    ['links', ['{secret}'], { terminal, stdin: 'q' }],
    ['more', ['{secret}'], { terminal, stdin: 'q' }],
  ]),
];
