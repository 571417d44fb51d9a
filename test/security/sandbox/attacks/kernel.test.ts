// Calls to the kernel that lead past the walls of a sandbox. Numbers of calls are those of one processor.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openArena } from './arena.js';

const hasNumbers = process.platform === 'linux' && process.arch === 'x64';

/** Prints for each call what came of it: 0, or the reason. */
const asks = String.raw`
  sub ask { my ($name, $call, @a) = @_; $_ = /^-?\d+$/ ? $_ + 0 : "$_" for @a; $! = 0;
    print "$name: ", syscall($call, @a) < 0 ? $! : "done", "\n" }
`;

test.skipIf(!hasNumbers)('what reaches past every namespace is refused', { timeout: 60_000 }, async () => {
  const { printed } = await openArena();
  const key = `cmdgate-${process.pid}`;
  const outside = (script: string) => spawnSync('/usr/bin/perl', ['-e', script, key], { encoding: 'utf8' }).stdout;
  const added = outside('my ($t, $d, $v) = ("user", $ARGV[0], "hush"); print syscall(248, $t, $d, $v, 4, -4)');
  // Also what would be left if this failed.
  onTestFinished(() => {
    outside('open K, "/proc/keys"; /^(\\w+) .*$ARGV[0]/ and syscall(250, 9, hex $1, -4) while <K>');
  });
  const result = await printed(
    'perl',
    `${asks}
    ask("search for a key", 250, 10, -4, "user", "${key}", 0);
    ask("read a key", 250, 11, ${Number(added)}, "\\0" x 100, 100);
    ask("request a key", 249, "user", "${key}", 0, 0);
    ask("leave a key", 248, "user", "left-${key}", "v", 1, -4);
    ask("host of this machine", 41, 40, 1, 0);
    ask("cipher", 41, 38, 5, 0);
    ask("another network of this machine", 41, 2, 1, 0);
    ask("io_uring", 425, 4, "\\0" x 120);
    ask("bpf", 321, 0, "\\0" x 80, 80);
    ask("perf", 298, "\\0" x 120, 0, -1, -1, 0);
    ask("userfaultfd", 323, 0);
    ask("file by its number", 304, 0, pack("LLLL", 8, 1, 2, 0), 0);
    ask("device", 133, "device", 020666, 259);
    ask("mount", 165, "none", "/usr", "tmpfs", 0, 0);
    ask("chroot", 161, "/tmp");
    ask("messages of the kernel", 103, 3, "\\0" x 100, 100);
    ask("name of the machine", 170, "evil", 4);
    ask("time", 227, 0, pack("qq", 1, 1));
    ask("debug a process outside", 101, 16, ${process.pid}, 0, 0);`,
  );
  const [unknown, forbidden] = ['Function not implemented', 'Operation not permitted'];
  const noNetwork = 'Address family not supported by protocol';
  expect(
    Object.fromEntries(
      result
        .trim()
        .split('\n')
        .map((line) => line.split(': ')),
    ),
  ).toEqual({
    ...{ 'search for a key': unknown, 'read a key': unknown, 'request a key': unknown, 'leave a key': unknown },
    ...{ 'host of this machine': noNetwork, cipher: noNetwork, 'another network of this machine': 'done' },
    ...{ io_uring: unknown, bpf: forbidden, perf: forbidden, userfaultfd: forbidden },
    ...{ 'file by its number': forbidden, device: forbidden, mount: forbidden, chroot: forbidden },
    ...{ 'messages of the kernel': forbidden, 'name of the machine': forbidden, time: forbidden },
    'debug a process outside': 'No such process',
  });
});

test('a file that lends the rights of its owner cannot be left', async () => {
  const { directory, printed } = await openArena();
  await printed(
    'perl',
    `
    use Fcntl; umask 0; open F, ">", $_ for "plain", "late";
    sysopen F, "made", O_CREAT | O_WRONLY, 04755; sysopen F, "fine", O_CREAT | O_WRONLY, 0755;
    chmod 04755, "plain"; chmod 02755, "plain"; chmod 06777, "late";`,
  );
  const modes = ['plain', 'late', 'fine'].map((name) => (statSync(join(directory, name)).mode & 0o6000).toString(8));
  expect(modes).toEqual(['0', '0', '0']);
  expect(existsSync(join(directory, 'made'))).toBe(false);
});

/** What an ordinary user may change there is not that of the machine. */
const ofOwnNamespace = /^\/proc\/sys\/(?:fs\/mqueue|net|user|kernel\/(?:msg|sem|shm|auto_msgmni|ns_last_pid|pid_max))/;

test('no setting of the kernel can be written, nor its memory read', async () => {
  const { printed } = await openArena();
  // They are only opened: a defence that fails must not cost this machine its settings.
  const result = await printed(
    'perl',
    String.raw`
    use Fcntl; use File::Find; my $seen = 0;
    sub try { $seen++; print "$_[0]\n" if sysopen my $file, $_[0], O_WRONLY | O_NONBLOCK }
    find({ no_chdir => 1, wanted => sub { try($_) if -f } }, grep { -d } "/proc/sys", "/proc/irq", "/proc/bus");
    try($_) for "/proc/sysrq-trigger", "/proc/kcore", "/proc/kmsg", "/proc/1/mem";
    print "read $_\n" for grep { open my $file, "<", $_ and sysread $file, my $text, 1 } "/proc/kcore", "/proc/kmsg";
    print "tried\n" if $seen > 100;`,
  );
  const opened = result
    .split('\n')
    .filter((line) => line !== '/proc/1/mem' && (process.getuid?.() === 0 || !ofOwnNamespace.test(line)));
  expect(opened).toEqual(['tried', '']);
});

test('a namespace of its own shows a program nothing more', { timeout: 60_000 }, async () => {
  const { directory, printed } = await openArena();
  const kept = readFileSync(join(directory, 'handles.json'), 'utf8');
  const result = await printed(
    'perl',
    String.raw`
    sub call { my ($call, @a) = @_; $_ = /^-?\d+$/ ? $_ + 0 : "$_" for @a; syscall($call, @a) }
    my $bind = 4096; my ($remount, $lazy) = (32 | $bind, 2);
    call(272, 0x10000000 | 0x00020000) == 0 or print("none\n"), exit;
    open M, ">", "/proc/self/setgroups" and print M "deny"; close M;
    open M, ">", "/proc/self/uid_map" and print M "0 $< 1"; close M;
    for my $path ("handles.json", ".git", ".cmdgate", "/usr", "/proc/sys", "/etc", "/") {
      print "unmounted $path\n" if call(166, $path, 0) == 0 or call(166, $path, $lazy) == 0;
      print "remounted $path\n" if call(165, "none", $path, "none", $remount, 0) == 0;
    }
    for my $path ("handles.json", "/usr/x", "/etc/x", ".cmdgate/x", ".git/x", "/proc/sys/kernel/core_pattern") {
      print "opened $path\n" if open my $file, ">>", $path;
    }
    print "tried\n";`,
  );
  expect(['tried\n', 'none\n']).toContain(result);
  expect(readFileSync(join(directory, 'handles.json'), 'utf8')).toBe(kept);
});
