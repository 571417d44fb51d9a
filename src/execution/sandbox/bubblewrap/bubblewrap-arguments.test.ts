import { expect, test } from 'vitest';
import { bubblewrapArguments, type View } from './bubblewrap-arguments.js';

const view: View = {
  mounts: [
    { kind: 'protected', path: '/tmp/work/.git/hooks' },
    { kind: 'pinned', path: '/tmp/work/.git' },
    { kind: 'writable', path: '/tmp/work' },
    { kind: 'empty', path: '/tmp/work/.cmdgate' },
    { kind: 'readable', path: '/usr' },
    { kind: 'link', path: '/bin', target: 'usr/bin' },
    { kind: 'readable', path: '/etc/passwd', source: '/tmp/gate/passwd' },
  ],
  network: false,
  directory: '/tmp/work/sub',
  variables: {},
};

test('what is mounted later covers what is there, so outer places come first', () => {
  const memory = ['--size', '536870912', '--tmpfs'];
  expect(bubblewrapArguments(view, '/usr/bin/printf', ['--', '--bind'])).toEqual([
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--json-status-fd', '3'],
    ...[...memory, '/tmp'],
    ...['--proc', '/proc'],
    ...['--dev', '/dev', ...memory, '/dev/shm', '--remount-ro', '/dev'],
    ...['--ro-bind', '/usr', '/usr'],
    ...['--symlink', 'usr/bin', '/bin'],
    ...['--bind', '/tmp/work', '/tmp/work'],
    ...['--ro-bind', '/tmp/gate/passwd', '/etc/passwd'],
    ...['--bind', '/tmp/work/.git', '/tmp/work/.git'],
    ...['--tmpfs', '/tmp/work/.cmdgate', '--remount-ro', '/tmp/work/.cmdgate'],
    ...['--ro-bind', '/tmp/work/.git/hooks', '/tmp/work/.git/hooks'],
    ...['--remount-ro', '/'],
    ...['--chdir', '/tmp/work/sub'],
    ...['--', '/usr/bin/printf', '--', '--bind'],
  ]);
});

test('the network is there only where it is asked for', () => {
  expect(bubblewrapArguments(view, 'x', [])).not.toContain('--share-net');
  expect(bubblewrapArguments({ ...view, network: true }, 'x', [])).toContain('--share-net');
});

test('variables that would change bubblewrap itself are set inside', () => {
  const args = bubblewrapArguments({ ...view, variables: { LD_PRELOAD: '/x.so' } }, 'x', []);
  expect(args.join(' ')).toContain('--setenv LD_PRELOAD /x.so -- x');
});
