// The conductor for systems that conductor.c has no code for: the same, slower.

export const perlConductor = String.raw`
use strict;
my (%handles, %captures, %lines, %children, $ending);
open my $control, '+<&=', 7 or exit 1;
open $handles{0}, '<&', 0;
open $handles{1}, '>&', 1;
open $handles{2}, '>&', 2;
pipe my $heard, my $hear or exit 1;
require IO::Handle;
require Fcntl;
$_->blocking(0) for $heard, $hear;
my %own = %ENV;
$SIG{CHLD} = sub { syswrite $hear, 'c' };
$SIG{$_} = sub { $ending = 1; syswrite $hear, 'e' } for qw(HUP INT QUIT TERM);
$SIG{PIPE} = 'IGNORE';

sub tell_gate {
  my ($what, $which, $value, $bytes) = @_;
  my $message = pack('L3', $what, $which, $value) . ($bytes // '');
  while (length $message) {
    my $sent = syswrite $control, $message;
    next if !defined $sent && $!{EINTR};
    exit 1 unless $sent;
    substr $message, 0, $sent, '';
  }
}

sub receive {
  my ($length) = @_;
  my $bytes = '';
  while (length $bytes < $length) {
    my $got = sysread $control, $bytes, $length - length $bytes, length $bytes;
    next if !defined $got && $!{EINTR};
    exit 1 unless $got;
  }
  return $bytes;
}

sub texts { my ($at) = @_; my $count = unpack 'L', substr $$at, 0, 4, ''; return map { text($at) } 1 .. $count }
sub text { my ($at) = @_; my $end = index $$at, "\0"; my $found = substr $$at, 0, $end; substr $$at, 0, $end + 1, ''; return $found }
sub number { my ($at) = @_; return unpack 'L', substr $$at, 0, 4, '' }

sub start {
  my ($at) = @_;
  my $id = number(\$at);
  my @wanted = map { [number(\$at), number(\$at)] } 1 .. number(\$at);
  my ($directory, $program) = (text(\$at), text(\$at));
  my @words = texts(\$at);
  my @changes = texts(\$at);
  my $child = $ending ? undef : fork;
  return tell_gate(1, $id, 0x10000 | ($! + 0 || 11)) unless defined $child;
  if ($child) { $children{$child} = $id; return }
  $SIG{$_} = 'DEFAULT' for qw(CHLD HUP INT QUIT TERM PIPE);
  require POSIX;
  my @ready = map { my $from = $handles{$_->[1]}; [$_->[0], defined $from ? POSIX::dup(fileno $from) : undef] } @wanted;
  # Out of the way first: one descriptor may be wanted where another one still is.
  for my $one (@ready) {
    next unless defined $one->[1];
    while ($one->[1] < 10) { $one->[1] = POSIX::dup($one->[1]) }
  }
  for my $one (@ready) { defined $one->[1] ? POSIX::dup2($one->[1], $one->[0]) : POSIX::close($one->[0]) }
  my %kept = map { $_->[0] => 1 } @ready;
  for my $descriptor (3 .. 255) { POSIX::close($descriptor) unless $kept{$descriptor} || $descriptor == 7 }
  fcntl $control, Fcntl::F_SETFD(), 1;
  %ENV = %own;
  for my $change (@changes) { $change =~ /^([^=]*)=(.*)$/s ? ($ENV{$1} = $2) : delete $ENV{$change} }
  chdir $directory and exec { $program } @words;
  tell_gate(1, $id, 0x20000 | ($! + 0));
  POSIX::_exit(127);
}

sub obey {
  my ($what, $which, $rest) = unpack 'L2 a*', $_[0];
  if ($what == 1) { pipe $handles{$which}, $handles{unpack 'L', $rest} }
  elsif ($what == 2) {
    my $flags = unpack 'L', substr $rest, 0, 4, '';
    my $path = text(\$rest);
    my $how = $flags == 0 ? Fcntl::O_RDONLY()
      : Fcntl::O_WRONLY() | Fcntl::O_CREAT() | ($flags & 02000 ? Fcntl::O_APPEND() : Fcntl::O_TRUNC());
    my $opened = sysopen my $file, $path, $how | Fcntl::O_NOFOLLOW(), 0666;
    $handles{$which} = $opened ? $file : undef;
    tell_gate(3 - 1, $which, $opened ? 0 : $! + 0);
  }
  elsif ($what == 3) {
    open my $file, '+>', undef;
    binmode $file;
    syswrite $file, substr $rest, 4;
    sysseek $file, 0, 0;
    $handles{$which} = $file;
  }
  elsif ($what == 4) { start(substr $_[0], 4) }
  elsif ($what == 5) { close $handles{$which} if defined $handles{$which}; delete $handles{$which} }
  elsif ($what == 6) { pipe $captures{unpack 'L', $rest}, $handles{$which} }
  elsif ($what == 9) { open my $from, '<&', $handles{$which} or return tell_gate(5, unpack('L', $rest), 0); $lines{unpack 'L', $rest} = [$from, ''] }
  elsif ($what == 8) { syswrite $handles{$which}, substr $rest, 4 if defined $handles{$which} }
  else { exit $which }
}

while (1) {
  my $ready = '';
  vec($ready, fileno $_, 1) = 1 for $control, $heard, values %captures, map { $_->[0] } values %lines;
  next if select($ready, undef, undef, undef) < 0;
  for my $which (keys %captures) {
    next unless vec $ready, fileno $captures{$which}, 1;
    my $got = sysread $captures{$which}, my $bytes, 16384;
    if ($got) { tell_gate(3, $which, $got, $bytes) }
    elsif (defined $got) { tell_gate(4, $which, 0); close $captures{$which}; delete $captures{$which} }
  }
  for my $which (keys %lines) {
    my $line = $lines{$which};
    next unless vec $ready, fileno $line->[0], 1;
    my $got = sysread $line->[0], $line->[1], 1, length $line->[1];
    next if $got && $line->[1] !~ /\n\z/ && length $line->[1] < 16384;
    tell_gate(5, $which, length $line->[1], $line->[1]);
    close $line->[0];
    delete $lines{$which};
  }
  if (vec $ready, fileno $heard, 1) {
    sysread $heard, my $marks, 4096;
    while ((my $gone = waitpid -1, 1) > 0) {
      my $id = delete $children{$gone};
      tell_gate(1, $id, $? & 0xffff) if defined $id;
    }
    exit 143 if $ending && !%children;
  }
  elsif (vec $ready, fileno $control, 1) { obey(receive(unpack 'L', receive(4))) }
}
`;
