// Starts a program that the kernel ends, with SIGSYS, as soon as it asks for a socket of the internet. Perl does it,
// because Node cannot ask the kernel for a filter, and a Debian always has Perl.
import { accessSync, constants } from 'node:fs';

interface Numbers {
  readonly architecture: number;
  readonly prctl: number;
  readonly socket: number;
}

const byProcessor: Readonly<Record<string, Numbers>> = {
  x64: { architecture: 0xc000003e, prctl: 157, socket: 41 },
  arm64: { architecture: 0xc00000b7, prctl: 167, socket: 198 },
};

const perl = '/usr/bin/perl';

const script = `
my ($prctl, $architecture, $socket, @program) = @ARGV;
my $filter = join '', map { pack 'SCCL', @$_ } (
  [0x20, 0, 0, 4], [0x15, 1, 0, $architecture], [0x06, 0, 0, 0x7fff0000],
  [0x20, 0, 0, 0], [0x15, 1, 0, $socket], [0x06, 0, 0, 0x7fff0000],
  [0x20, 0, 0, 16], [0x15, 2, 0, 2], [0x15, 1, 0, 10], [0x06, 0, 0, 0x7fff0000], [0x06, 0, 0, 0x80000000],
);
syscall($prctl, 38, 1, 0, 0, 0) == 0 or exit 99;
syscall($prctl, 22, 2, pack('Sx6P', length($filter) / 8, $filter), 0, 0) == 0 or exit 99;
exec { $program[0] } @program or exit 99;
`;

/** The words to put before a program; undefined where this machine has no way to do it. */
export function withoutSockets(): readonly string[] | undefined {
  const numbers = process.platform === 'linux' ? byProcessor[process.arch] : undefined;
  if (numbers === undefined) return undefined;
  try {
    accessSync(perl, constants.X_OK);
  } catch {
    return undefined;
  }
  const { prctl, architecture, socket } = numbers;
  return [perl, '-e', script, String(prctl), String(architecture), String(socket)];
}
