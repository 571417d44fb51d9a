// Shells: each is given a line, a file, and what to do on its input.

import { alike, probes, type Row } from './probe.js';

const names = [
  ...[
    'sh',
    'bash',
    'dash',
    'ash',
    'ksh',
    'ksh93',
    'mksh',
    'lksh',
    'posh',
    'yash',
    'zsh',
    'zsh5',
    'rzsh',
    'csh',
    'bsd-csh',
  ],
  ...['tcsh', 'rc', 'rksh93', 'rbash', 'mksh-static'],
];

/** They run nothing that has a slash in its name; a shell is a name without one. */
const restricted = new Set(['rbash', 'rzsh', 'rksh93']);

export const shells = probes('runs', [
  ...names.flatMap((name): readonly Row[] => {
    const line = restricted.has(name) ? 'sh -c {go}' : '{go}';
    return [
      ...alike([name], ['-c', line]),
      ...alike([name], [], { stdin: `${line}\nexit\n` }),
      ...alike([name], ['./x'], { files: { x: `${line}\n` } }),
    ];
  }),
  ['busybox', ['sh', '-c', '{go}']],
  ['bash', ['-c', '. ./go'], { environment: { BASH_ENV: '{go}' } }],
  ['bash', ['-i', '-c', ':'], { files: { '.bashrc': '{go}\n' } }],
  ['sh', ['-i', '-c', ':'], { environment: { ENV: '{go}' } }],
  ['zsh', ['-c', ':'], { files: { '.zshenv': '{go}\n' } }],
  ['tcsh', ['-c', ':'], { files: { '.tcshrc': '{go}\n' } }],
  ['fish', ['-C', '{go}', '-c', 'true']],
  ['fish', ['-c', '{go}']],
  ['fish', ['./x'], { files: { x: '{go}\n' } }],
  ['sash', ['-c', '{go}']],
  ['sash', ['-f', 'x'], { files: { x: '{go}\n' } }],
  ['sash', [], { stdin: '{go}\nexit\n' }],
  ['capsh', ['--shell={go}', '--']],
  ['script', ['-q', '/dev/null'], { stdin: '{go}\nexit\n', environment: { SHELL: '/bin/sh' } }],
  ['gdb', ['-nx', '-batch', '-ex', 'shell'], { stdin: '{go}\n' }],
  ['env', ['sh'], { stdin: '{go}\n' }],
  ['setarch', ['x86_64'], { stdin: '{go}\n' }],
  ['unshare', [], { stdin: '{go}\n', environment: { SHELL: '/bin/sh' } }],
  ['fakeroot', [], { stdin: '{go}\n', environment: { SHELL: '/bin/sh' } }],
]);
