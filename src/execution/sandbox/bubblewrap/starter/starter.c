// Starts the program inside of the sandbox, and tells how it ended. It is what bubblewrap does not do: bubblewrap takes
// no more than 9,000 arguments, gives a program its path for a name, reports a signal as the exit code 128 + n, and
// mounts whatever is at a path in the moment in which it looks.
//
// It reads its instructions from descriptor 5 (start-text.ts writes them), checks that what is mounted is what the gate
// meant, gives up what the program must not have, starts it, waits, and writes to the same file what became of it.
// No library, no allocation, no text of its own. scripts/build-native.mjs makes starter-code.ts from it.

typedef unsigned long u64;
typedef unsigned int u32;

enum { can_read = 1, can_write = 2, map_private = 2, control = 5 };
enum { sys_mmap = 9, sys_sigprocmask = 14, sys_pwrite = 18, sys_fork = 57, sys_execve = 59, sys_wait4 = 61 };
enum { sys_fcntl = 72, sys_prctl = 157, sys_newfstatat = 262, sys_lseek = 8, sys_exit_group = 231, sys_close_range = 436 };
enum { sys_close = 3, sys_pread = 17 };
enum { at_fdcwd = -100, symlink_nofollow = 0x100, interrupted = -4 };

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

struct check {
  u64 differs; // 0: it must be this file; 1: it must be another one
  u64 device;
  u64 inode;
  u64 path;
};

// All that is a place in the text is counted from its beginning.
struct start {
  u64 told;
  u64 checks;
  u64 number_of_checks;
  u64 filter;
  u64 filter_instructions;
  u64 program;
  u64 arguments; // the name first; a zero after the last one
  u64 kept;      // a descriptor that the program gets beside the usual ones; 0 for none
};

struct filter {
  unsigned short length;
  u64 instructions;
};

// What is written at the beginning of the file.
enum { ended = 1, not_executed = 2, not_as_meant = 3, not_filtered = 4 };

static void tell(u32 what, u32 value) {
  u32 told[2] = {what, value};
  call(sys_pwrite, control, (long)told, sizeof told, 0, 0, 0);
}

static __attribute__((noreturn)) void leave(int code) {
  for (;;) call(sys_exit_group, code, 0, 0, 0, 0, 0);
}

static int is_as_meant(const struct check *one, char *text) {
  u64 status[18] = {0}; // struct stat: the device is its first word, the inode its second
  long failed = call(sys_newfstatat, at_fdcwd, (long)(text + one->path), (long)status, symlink_nofollow, 0, 0);
  if (failed < 0) return 0;
  int same = status[0] == one->device && status[1] == one->inode;
  return same != (int)one->differs;
}

static __attribute__((noreturn)) void become(struct start *start, char *text, char **environment) {
  if (start->filter_instructions > 0) {
    struct filter filter = {(unsigned short)start->filter_instructions, (u64)(text + start->filter)};
    if (call(sys_prctl, 22, 2, (long)&filter, 0, 0, 0) < 0) {
      tell(not_filtered, 0);
      leave(1);
    }
  }
  // Nothing that was open for the making of the sandbox reaches the program; 4 is CLOSE_RANGE_CLOEXEC.
  long kept = (long)start->kept;
  if (kept > 3) call(sys_close_range, 3, kept - 1, 4, 0, 0, 0);
  long failed = call(sys_close_range, kept > 3 ? kept + 1 : 3, ~0u, 4, 0, 0, 0);
  if (failed < 0) call(sys_fcntl, control, 2, 1, 0, 0, 0);
  u64 *arguments = (u64 *)(text + start->arguments);
  for (u64 *one = arguments; *one != 0; one++) *one += (u64)text;
  failed = call(sys_execve, (long)(text + start->program), (long)arguments, (long)environment, 0, 0, 0);
  tell(not_executed, (u32)-failed);
  leave(127);
}

__attribute__((used, noreturn)) void run(long *stack) {
  char **environment = (char **)(stack + 1 + stack[0] + 1);
  long size = call(sys_lseek, control, 0, 2, 0, 0, 0);
  char *text = (char *)call(sys_mmap, 0, size, can_read | can_write, map_private, control, 0);
  if (size <= 0 || (u64)text > -4096ul) leave(1);
  struct start *start = (struct start *)text;
  struct check *checks = (struct check *)(text + start->checks);
  for (u64 index = 0; index < start->number_of_checks; index++) {
    if (is_as_meant(&checks[index], text)) continue;
    tell(not_as_meant, (u32)index);
    leave(1);
  }
  // Signals are for the program: this one waits, whatever its group is told.
  u64 all = ~0ul, before = 0;
  call(sys_sigprocmask, 0, (long)&all, (long)&before, sizeof all, 0, 0);
  long child = call(sys_fork, 0, 0, 0, 0, 0, 0);
  if (child < 0) {
    tell(not_executed, (u32)-child);
    leave(1);
  }
  if (child == 0) {
    call(sys_sigprocmask, 2, (long)&before, 0, sizeof before, 0, 0);
    become(start, text, environment);
  }
  // Whoever reads what the program prints has to see its end when the program closes it.
  for (long descriptor = 0; descriptor < control; descriptor++) call(sys_close, descriptor, 0, 0, 0, 0, 0);
  if (start->kept != 0) call(sys_close, (long)start->kept, 0, 0, 0, 0, 0);
  u32 status = 0;
  while (call(sys_wait4, child, (long)&status, 0, 0, 0, 0) == interrupted) continue;
  // Where the program was not started, the child has told why.
  u32 told[2] = {0, 0};
  call(sys_pread, control, (long)told, sizeof told, 0, 0, 0);
  if (told[0] == 0) tell(ended, status);
  leave((status & 0x7f) == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f));
}

__asm__(".globl _start\n_start: mov %rsp, %rdi\nand $-16, %rsp\ncall run\n");
