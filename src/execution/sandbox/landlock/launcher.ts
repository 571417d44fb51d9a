// The program that gives up what it may not do and then becomes the one that was asked for. It is Perl because Node
// cannot ask the kernel for this, and a Debian always has Perl; it loads no module, which would cost more than all else.
//
// Two processes, one domain of Landlock in the other. The outer one stays: nobody inside can signal it, and it can
// signal those inside and nobody else. So "kill everybody" is the end of the run and of nothing beside it, however
// far a program has gone from its group, its session or its parent.

/** In what follows on the command line: numbers that differ between processors, the rules, the program, its name. */
export const launcher = String.raw`
my ($prctl, $capset, $gate, $filter, $count) = splice @ARGV, 0, 5;
my @rules = splice @ARGV, 0, 2 * $count;
my ($program, @words) = @ARGV;
my ($child, $failed, $failing, $told);

%ENV = map { /^cmdgate:(.*)/s ? ($1, $ENV{$_}) : () } keys %ENV;

sub fail {
  print STDERR "cannot $_[0]: $!\n";
  syswrite $failing, '-' if $failing;
  exit 1;
}

sub must {
  my ($what, $number, @values) = @_;
  my $result = syscall($number, @values);
  fail($what) if $result < 0;
  return $result;
}

# Signals and abstract sockets never lead out of a domain.
sub make_ruleset {
  my ($handled) = @_;
  return must('make rules', 444, pack('QQQ', $handled, 0, 3), 24, 0);
}

sub obey {
  my ($ruleset) = @_;
  must('obey rules', 446, $ruleset, 0);
}

sub add_rule {
  my ($ruleset, $rights, $path) = @_;
  # What is gone needs no rule. No link is followed, anywhere on the way: it would be newer than the rule.
  my $how = pack('QQQ', 0x280000, 0, 4);
  my $descriptor = syscall(437, -100, $path, $how, 24);
  return if $descriptor < 0;
  open my $place, '<&=', $descriptor or fail('add a rule');
  $rights &= 0xc007 unless -d $place;
  must('add a rule', 445, $ruleset, 1, pack('Ql', $rights, $descriptor), 0);
}

sub enclose {
  $SIG{TERM} = 'DEFAULT';
  close $told;
  setpgrp 0, 0;
  must('end with the launcher', $prctl, 1, 9, 0, 0, 0);
  my $ruleset = make_ruleset(0xffff);
  add_rule($ruleset, splice @rules, 0, 2) while @rules;
  # Of the whole directory, "net" would tell of everybody's connections.
  add_rule($ruleset, 0xc, "/proc/$$/$_") for qw(cmdline fd limits maps stat statm status);
  obey($ruleset);
  my $code = pack('H*', $filter);
  must('filter system calls', $prctl, 22, 2, pack('Sx6P', length($code) / 8, $code), 0, 0);
}

must('give up capabilities', $capset, pack('Ll', 0x20080522, 0), pack('L6', (0) x 6));
must('give up privileges', $prctl, 38, 1, 0, 0, 0);
must('adopt orphans', $prctl, 36, 1, 0, 0, 0);
obey(make_ruleset(0));
# Tried, because all that follows relies on it: without the domain, everybody would be everybody.
fail('be held') if kill(0, $gate) || $! != 1;
$SIG{TERM} = sub { kill KILL => -1 };
must('end with the gate', $prctl, 1, 15, 0, 0, 0);
exit 1 if getppid != $gate;

open $told, '>&=', 3 or fail('tell what becomes of it');
pipe $failed, $failing or fail('make a pipe');
$child = fork // fail('fork');
if (!$child) {
  enclose();
  exec { $program } @words;
  fail("start $program");
}
close $failing;
exit 1 if sysread $failed, my $mark, 1;
# Else nobody would notice that the program closed them.
close $_ for *STDIN, *STDOUT, *STDERR;

my $end;
while ((my $gone = wait) != -1) {
  next if $gone != $child;
  $end = $? & 127 ? 128 + ($? & 127) : $? >> 8;
  kill KILL => -1;
}
syswrite $told, qq({"exit-code": $end}\n);
exit $end;
`;
