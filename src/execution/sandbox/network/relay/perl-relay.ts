// The relay in Perl, where there is one: it does what relay-process.mjs does, and starts in a tenth of the time. Programs
// that are only given a proxy so that their attempts are seen should not have to wait for it.

/** Its arguments: port, socket of the gate, prefix of variables, descriptors to hand on, then the program. */
export const perlRelay = String.raw`
use strict;
my ($port, $path, $prefix, $handed, $program, @args) = @ARGV;
my ($inet, $unix, $stream) = (2, 1, 1);
sub fail { syswrite STDERR, "cmdgate: the program was not started ($_[0]).\n"; exit $_[1] }
socket my $door, $inet, $stream, 0 or fail('socket', 126);
setsockopt $door, 1, 2, pack 'i', 1;
bind $door, pack('S n a4 x8', $inet, $port, "\x7f\0\0\1") or fail('bind', 126);
listen $door, 128 or fail('listen', 126);
my $between = fork;
fail('fork', 126) unless defined $between;
if ($between) {
  # The program takes this place: nothing stands between it and whoever waits for it, and the relay is no child of it.
  waitpid $between, 0;
  for my $name (grep { index($_, $prefix) == 0 } keys %ENV) { $ENV{substr $name, length $prefix} = delete $ENV{$name} }
  exec { $program } $program, @args;
  fail($! == 2 ? 'ENOENT' : 'E' . ($! + 0), $! == 2 ? 127 : 126);
}
exit 0 if fork;
$SIG{$_} = 'IGNORE' for qw(PIPE TERM INT HUP QUIT USR1 USR2 ALRM);
setpgrp 0, 0;
open STDIN, '<', '/dev/null';
open STDOUT, '>', '/dev/null';
open STDERR, '>', '/dev/null';
for my $descriptor (split /,/, $handed) { my $control; open $control, '+<&=', $descriptor; close $control }
my (%peer, %buffer, %closed, %handle);
sub add { my ($one) = @_; fcntl $one, 4, 2048 | fcntl $one, 3, 0; $handle{fileno $one} = $one }
sub drop {
  for my $one (@_) {
    my $fd = fileno $one;
    next unless defined $fd && delete $handle{$fd};
    delete $_->{$fd} for \%peer, \%buffer, \%closed;
    close $one;
  }
}
for (;;) {
  my ($reads, $writes) = ('', '');
  vec($reads, fileno $door, 1) = 1 if keys %handle < 512;
  for my $fd (keys %handle) {
    my $to = fileno $peer{$fd};
    vec($reads, $fd, 1) = 1 if !$closed{$fd} && !length $buffer{$to};
    vec($writes, $fd, 1) = 1 if length $buffer{$fd};
  }
  next if select($reads, $writes, undef, undef) < 1;
  if (vec $reads, fileno $door, 1) {
    my ($one, $gate);
    if (accept $one, $door) {
      if (socket($gate, $unix, $stream, 0) && connect($gate, pack 'S a108', $unix, $path)) {
        add($one); add($gate);
        ($peer{fileno $one}, $peer{fileno $gate}) = ($gate, $one);
        $buffer{fileno $_} = '' for $one, $gate;
      }
    }
  }
  for my $fd (keys %handle) {
    my $one = $handle{$fd} or next;
    my $other = $peer{$fd};
    if (vec $writes, $fd, 1) {
      my $sent = syswrite $one, $buffer{$fd};
      if (defined $sent) { substr $buffer{$fd}, 0, $sent, '' }
      elsif ($! != 11 && $! != 4) { drop($one, $other); next }
      shutdown $one, 1 if !length $buffer{$fd} && $closed{fileno $other};
    }
    if (vec $reads, $fd, 1) {
      my $got = sysread $one, my $bytes, 65536;
      if ($got) { $buffer{fileno $other} .= $bytes }
      elsif (defined $got) {
        $closed{$fd} = 1;
        shutdown $other, 1 unless length $buffer{fileno $other};
      }
      elsif ($! != 11 && $! != 4) { drop($one, $other); next }
    }
    drop($one, $other) if $closed{$fd} && $closed{fileno $other} && !length $buffer{$fd} && !length $buffer{fileno $other};
  }
}
`;
