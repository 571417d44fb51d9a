// Starts the programs of a line and joins them by pipes, as the gate tells it: it is where they run, so that one sandbox
// holds all of them and the kernel carries what they print to each other. It decides nothing and expands nothing.
//
// It is told what to do through descriptor 7, a socket of which nobody but the gate has the other end, and tells there
// what became of it (conductor-messages.ts writes and reads the same). No library, no text of its own.
// scripts/build-native.mjs makes conductor-code.ts from it.

typedef unsigned long u64;
typedef unsigned int u32;
typedef unsigned char u8;

enum { control = 7, most_handles = 256, most_fields = 64, piece = 16384 };
enum { sys_read, sys_write, sys_open, sys_close, sys_lseek = 8, sys_mmap, sys_munmap = 11, sys_sigprocmask = 14 };
enum { sys_fork = 57, sys_execve = 59, sys_wait4 = 61, sys_fcntl = 72, sys_chdir = 80, sys_prctl = 157 };
enum { sys_exit_group = 231, sys_poll = 7, sys_dup3 = 292, sys_pipe2 = 293, sys_signalfd = 289, sys_memfd = 319 };
enum { sys_close_range = 436, sys_openat2 = 437, sys_sendto = 44 };
enum { interrupted = -4, cloexec = 02000000, at_fdcwd = -100, no_signal = 0x4000 };

static long call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

static __attribute__((noreturn)) void leave(int code) {
  for (;;) call(sys_exit_group, code, 0, 0, 0, 0, 0);
}

// What the gate says: a length, then numbers of 32 bits and texts that end with a zero, in this order.
enum { to_pipe = 1, to_open, to_hold, to_start, to_close, to_capture, to_leave, to_print, to_read };
// What it is told: always three numbers, and as many bytes as the third says.
enum { has_ended = 1, is_open, was_printed, is_silent, is_line };

struct child {
  u32 pid;
  u32 id;
};

static int handles[most_handles];
static struct { int from; u32 id; } captures[most_handles];
static u32 number_of_captures;
static struct { int from; u32 id, length; char *bytes; } lines[most_handles];
static u32 number_of_lines;
static struct child children[most_handles];
static u32 number_of_children;
static int is_ending;
static char **environment;

static void tell(u32 what, u32 which, u32 value, const char *bytes) {
  static char message[12 + piece];
  ((u32 *)message)[0] = what;
  ((u32 *)message)[1] = which;
  ((u32 *)message)[2] = value;
  u32 length = 12;
  if (bytes) for (u32 at = 0; at < value; at++) message[length++] = bytes[at];
  for (u32 at = 0; at < length;) {
    long sent = call(sys_sendto, control, (long)(message + at), length - at, no_signal, 0, 0);
    if (sent == interrupted) continue;
    if (sent <= 0) leave(1);
    at += (u32)sent;
  }
}

static void receive(char *to, u32 length) {
  for (u32 at = 0; at < length;) {
    long got = call(sys_read, control, (long)(to + at), length - at, 0, 0, 0);
    if (got == interrupted) continue;
    if (got <= 0) leave(1); // The gate is gone.
    at += (u32)got;
  }
}

static void put(u32 handle, long descriptor) {
  if (handle >= most_handles) leave(1);
  handles[handle] = descriptor < 0 ? -1 : (int)descriptor;
}

static u32 number(char **at) {
  u32 value = *(u32 *)*at;
  *at += 4;
  return value;
}

static char *text(char **at) {
  char *found = *at;
  while (**at) ++*at;
  ++*at;
  return found;
}

// As many texts as a number before them says; a zero after the last one.
static char **texts(char **at, char ***room) {
  char **found = *room;
  for (u32 count = number(at); count > 0; count--) *(*room)++ = text(at);
  *(*room)++ = 0;
  return found;
}

// `NAME=value` sets it, `NAME` alone takes it away.
static int concerns(const char *change, const char *own) {
  while (*change && *change != '=' && *change == *own) change++, own++;
  return (*change == 0 || *change == '=') && *own == '=';
}

static int is_value(const char *change) {
  while (*change && *change != '=') change++;
  return *change == '=';
}

// Its own variables, with these changes.
static char **with(char **changes, char ***room) {
  char **made = *room;
  for (char **own = environment; *own; own++) {
    int is_changed = 0;
    for (char **change = changes; *change; change++) is_changed |= concerns(*change, *own);
    if (!is_changed) *(*room)++ = *own;
  }
  for (char **change = changes; *change; change++) if (is_value(*change)) *(*room)++ = *change;
  *(*room)++ = 0;
  return made;
}

static void start(char *at, char **room) {
  u32 id = number(&at);
  u32 number_of_fields = number(&at);
  if (number_of_fields > most_fields) leave(1);
  int wanted[most_fields][2];
  for (u32 index = 0; index < number_of_fields; index++) {
    wanted[index][0] = (int)number(&at);
    u32 handle = number(&at);
    wanted[index][1] = handle < most_handles ? handles[handle] : -1;
  }
  char *directory = text(&at);
  char *program = text(&at);
  char **arguments = texts(&at, &room);
  char **variables = with(texts(&at, &room), &room);
  long pid = is_ending || number_of_children == most_handles ? -11 : call(sys_fork, 0, 0, 0, 0, 0, 0);
  if (pid < 0) {
    tell(has_ended, id, 0x10000u | (u32)-pid, 0);
    return;
  }
  if (pid > 0) {
    children[number_of_children++] = (struct child){(u32)pid, id};
    return;
  }
  // Out of the way first: one descriptor may be wanted where another one still is.
  for (u32 index = 0; index < number_of_fields; index++)
    if (wanted[index][1] >= 0) wanted[index][1] = (int)call(sys_fcntl, wanted[index][1], 1030, 64, 0, 0, 0);
  for (u32 index = 0; index < number_of_fields; index++) {
    if (wanted[index][1] >= 0) call(sys_dup3, wanted[index][1], wanted[index][0], 0, 0, 0, 0);
    else call(sys_close, wanted[index][0], 0, 0, 0, 0, 0);
  }
  u64 none = 0;
  call(sys_sigprocmask, 2, (long)&none, 0, sizeof none, 0, 0);
  long failed = call(sys_chdir, (long)directory, 0, 0, 0, 0, 0);
  if (failed >= 0) failed = call(sys_execve, (long)program, (long)arguments, (long)variables, 0, 0, 0);
  tell(has_ended, id, 0x20000u | (u32)-failed, 0);
  leave(127);
}

static void reap(void) {
  u32 status = 0;
  for (;;) {
    long pid = call(sys_wait4, -1, (long)&status, 1, 0, 0, 0);
    if (pid == interrupted) continue;
    if (pid <= 0) return;
    for (u32 index = 0; index < number_of_children; index++) {
      if (children[index].pid != (u32)pid) continue;
      u32 id = children[index].id;
      children[index] = children[--number_of_children];
      tell(has_ended, id, status & 0xffff, 0);
      break;
    }
  }
}

// By a name of its own: its handle may be another stream's before all of it was read.
static void capture(u32 handle, u32 id) {
  int ends[2];
  if (number_of_captures == most_handles || call(sys_pipe2, (long)ends, cloexec, 0, 0, 0, 0) < 0) leave(1);
  put(handle, ends[1]);
  captures[number_of_captures].from = ends[0];
  captures[number_of_captures++].id = id;
}

static void pass_on(u32 index) {
  static char bytes[piece];
  long got = call(sys_read, captures[index].from, (long)bytes, sizeof bytes, 0, 0, 0);
  if (got > 0) tell(was_printed, captures[index].id, (u32)got, bytes);
  else if (got != interrupted) {
    tell(is_silent, captures[index].id, 0, 0);
    call(sys_close, captures[index].from, 0, 0, 0, 0, 0);
    captures[index] = captures[--number_of_captures];
  }
}

// A line is read byte by byte: what follows is for whoever reads next.
static void wait_for_line(u32 handle, u32 id) {
  char *bytes = (char *)call(sys_mmap, 0, piece, 3, 0x22, -1, 0);
  if (handle >= most_handles || number_of_lines == most_handles || (u64)bytes > -4096ul) leave(1);
  // Its own descriptor: the handle may be closed, or be another one, before the line is there.
  int from = (int)call(sys_fcntl, handles[handle], 1030, 3, 0, 0, 0);
  lines[number_of_lines].from = from;
  lines[number_of_lines].id = id;
  lines[number_of_lines].length = 0;
  lines[number_of_lines++].bytes = bytes;
}

static void read_line(u32 index) {
  char *bytes = lines[index].bytes;
  long got = 0;
  do {
    struct { int descriptor; short wanted, found; } one = {lines[index].from, 1, 0};
    if (call(sys_poll, (long)&one, 1, 0, 0, 0, 0) <= 0) return;
    got = call(sys_read, lines[index].from, (long)(bytes + lines[index].length), 1, 0, 0, 0);
    if (got == interrupted) return;
    if (got > 0) lines[index].length++;
  } while (got > 0 && bytes[lines[index].length - 1] != '\n' && lines[index].length < piece);
  tell(is_line, lines[index].id, lines[index].length, bytes);
  call(sys_close, lines[index].from, 0, 0, 0, 0, 0);
  call(sys_munmap, (long)bytes, piece, 0, 0, 0, 0);
  lines[index] = lines[--number_of_lines];
}

static long hold(char *bytes, u32 length) {
  long held = call(sys_memfd, (long)"", 1, 0, 0, 0, 0);
  for (u32 at = 0; held >= 0 && at < length;) {
    long written = call(sys_write, held, (long)(bytes + at), length - at, 0, 0, 0);
    if (written <= 0) return -1;
    at += (u32)written;
  }
  if (held >= 0) call(sys_lseek, held, 0, 0, 0, 0, 0);
  return held;
}

// Where the way leads over a link that was not there when the gate looked, it is not opened.
static long open_file(const char *path, u64 flags) {
  u64 how[3] = {flags | cloexec, flags & 0100 ? 0666 : 0, 0x04};
  long opened = call(sys_openat2, at_fdcwd, (long)path, (long)how, sizeof how, 0, 0);
  return opened == -38 || opened == -1 ? call(sys_open, (long)path, (long)(how[0] | 0400000), 0666, 0, 0, 0) : opened;
}

static void print(u32 handle, char *bytes, u32 length) {
  for (u32 at = 0; handle < most_handles && at < length;) {
    long written = call(sys_write, handles[handle], (long)(bytes + at), length - at, 0, 0, 0);
    if (written == interrupted) continue;
    if (written <= 0) return;
    at += (u32)written;
  }
}

static void obey(char *message, u32 length, char **room) {
  char *at = message;
  u32 what = number(&at);
  u32 handle = number(&at);
  switch (what) {
    case to_pipe: {
      int ends[2];
      u32 other = number(&at);
      long failed = call(sys_pipe2, (long)ends, cloexec, 0, 0, 0, 0);
      put(handle, failed < 0 ? -1 : ends[0]);
      put(other, failed < 0 ? -1 : ends[1]);
      return;
    }
    case to_open: {
      u32 flags = number(&at);
      long opened = open_file(text(&at), flags);
      put(handle, opened);
      tell(is_open, handle, opened < 0 ? (u32)-opened : 0, 0);
      return;
    }
    case to_hold: {
      u32 size = number(&at);
      put(handle, hold(at, size));
      return;
    }
    case to_start:
      start(message + 4, room);
      return;
    case to_close:
      if (handle < most_handles && handles[handle] >= 0) call(sys_close, handles[handle], 0, 0, 0, 0, 0);
      put(handle, -1);
      return;
    case to_capture:
      capture(handle, number(&at));
      return;
    case to_read:
      wait_for_line(handle, number(&at));
      return;
    case to_print: {
      u32 size = number(&at);
      print(handle, at, size);
      return;
    }
    default:
      leave((int)(length < 8 ? 1 : handle));
  }
}

// Room for the pointers to all texts of a message: no message has more of them than bytes.
static void take(void) {
  u32 length = 0;
  receive((char *)&length, sizeof length);
  u64 own = 0;
  while (environment[own]) own++;
  u64 size = length + 8 + (length + own + 8) * sizeof(char *);
  char *message = (char *)call(sys_mmap, 0, (long)size, 3, 0x22, -1, 0);
  if ((u64)message > -4096ul) leave(1);
  receive(message, length);
  obey(message, length, (char **)(message + ((length + 15) & ~7ul)));
  call(sys_munmap, (long)message, (long)size, 0, 0, 0, 0);
}

__attribute__((used, noreturn)) void run(long *stack) {
  environment = (char **)(stack + 1 + stack[0] + 1);
  for (u32 handle = 0; handle < most_handles; handle++) handles[handle] = handle < 3 ? (int)handle : -1;
  // Nobody who runs beside it may look into it, and nothing of its own reaches the programs.
  call(sys_prctl, 4, 0, 0, 0, 0, 0);
  if (call(sys_close_range, 3, ~0u, 4, 0, 0, 0) < 0) call(sys_fcntl, control, 2, 1, 0, 0, 0);
  u64 all = ~0ul;
  call(sys_sigprocmask, 0, (long)&all, 0, sizeof all, 0, 0);
  // Children that end; and what asks to end: HUP, INT, QUIT and TERM.
  u64 heard = 1ul << 16 | 1ul << 0 | 1ul << 1 | 1ul << 2 | 1ul << 14;
  long signals = call(sys_signalfd, -1, (long)&heard, sizeof heard, cloexec | 04000, 0, 0);
  if (signals < 0) leave(1);
  for (;;) {
    struct { int descriptor; short wanted, found; } polled[2 + 2 * most_handles];
    polled[0].descriptor = (int)signals;
    polled[1].descriptor = control;
    for (u32 index = 0; index < number_of_captures; index++) polled[2 + index].descriptor = captures[index].from;
    u32 watched = number_of_captures, awaited = number_of_lines;
    for (u32 index = 0; index < awaited; index++) polled[2 + watched + index].descriptor = lines[index].from;
    for (u32 index = 0; index < 2 + watched + awaited; index++) polled[index].wanted = 1, polled[index].found = 0;
    if (call(sys_poll, (long)polled, 2 + watched + awaited, -1, 0, 0, 0) < 0) continue;
    // What was printed before the end is told before it.
    for (u32 index = watched; index-- > 0;) if (polled[2 + index].found) pass_on(index);
    for (u32 index = awaited; index-- > 0;) if (polled[2 + watched + index].found) read_line(index);
    if (polled[0].found) {
      u32 told[32];
      while (call(sys_read, signals, (long)told, sizeof told, 0, 0, 0) > 0) if (told[0] != 17) is_ending = 1;
      reap();
      if (is_ending && number_of_children == 0) leave(143);
    } else if (polled[1].found) take();
  }
}

__asm__(".globl _start\n_start: mov %rsp, %rdi\nand $-16, %rsp\ncall run\n");
