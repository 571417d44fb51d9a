// What Landlock does not keep a program from, by the numbers of the system calls. Everything here reaches beyond the
// program's own files and processes although it has no capability, no new privileges and no right to a file.

export type Processor = 'x64' | 'arm64';

/** On arm64 some of the older calls never were. */
type Numbers = Readonly<Record<string, readonly [x64: number, arm64?: number]>>;

/** Modes, owners, times and attributes are changed without a right to the file, in /usr too where the user owns it. */
const ofFiles: Numbers = {
  chmod: [90],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  chown: [92],
  fchown: [93, 55],
  lchown: [94],
  fchownat: [260, 54],
  utime: [132],
  utimes: [235],
  futimesat: [261],
  utimensat: [280, 88],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
};

/** They tell the names of files in directories that cannot be listed, or open a file without its path. */
const aroundFiles: Numbers = {
  inotify_add_watch: [254, 27],
  fanotify_init: [300, 262],
  open_by_handle_at: [304, 265],
};

/** Attributes are read without a right to the file. Programs do without where a file system has none. */
const attributes: Numbers = {
  getxattr: [191, 8],
  lgetxattr: [192, 9],
  listxattr: [194, 11],
  llistxattr: [195, 12],
};

/** Shared by all programs of the user: memory, semaphores, messages and keys. */
const ofUser: Numbers = {
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  semget: [64, 190],
  semop: [65, 193],
  semctl: [66, 191],
  semtimedop: [220, 192],
  msgget: [68, 186],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
};

/** Of other programs Landlock keeps them away itself. Few programs need them, and a second wall costs nothing. */
const ofOthers: Numbers = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  perf_event_open: [298, 241],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  syslog: [103, 116],
};

/** Told to be missing, so that programs do without: a filter cannot look at what they are asked for. */
const unseen: Numbers = {
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  clone3: [435, 435],
};

/** Refused for some of what they can do. */
const lookedAt = {
  socket: [41, 198],
  socketpair: [53, 199],
  ioctl: [16, 29],
  clone: [56, 220],
  unshare: [272, 97],
  prlimit64: [302, 261],
  setpriority: [141, 140],
  ioprio_set: [251, 30],
  sched_setparam: [142, 118],
  sched_setscheduler: [144, 119],
  sched_setaffinity: [203, 122],
  sched_setattr: [314, 274],
} as const satisfies Numbers;

const ofLauncher = { prctl: [157, 167], capset: [126, 91] } as const satisfies Numbers;

/** All of them, by their names. */
export const systemCalls: Numbers = {
  ...{ ...ofFiles, ...aroundFiles, ...attributes, ...ofUser, ...ofOthers, ...unseen },
  ...{ ...lookedAt, ...ofLauncher },
};

type Named = keyof typeof lookedAt | keyof typeof ofLauncher;

export interface SystemCalls {
  /** As the kernel names the processor to a filter. */
  readonly architecture: number;
  readonly refused: readonly number[];
  readonly missing: readonly number[];
  readonly unsupported: readonly number[];
  /** From this one on nobody has looked at them. They are newer, and programs do without them on older kernels. */
  readonly unknownFrom: number;
  readonly number: Readonly<Record<Named, number>>;
}

export function systemCallsOf(processor: Processor): SystemCalls {
  const column = processor === 'x64' ? 0 : 1;
  const numbers = (calls: Numbers) => Object.values(calls).flatMap((row) => row[column] ?? []);
  const named = Object.entries({ ...lookedAt, ...ofLauncher }).map(([name, row]) => [name, row[column]]);
  return {
    architecture: processor === 'x64' ? 0xc000003e : 0xc00000b7,
    refused: numbers({ ...ofFiles, ...aroundFiles, ...ofUser, ...ofOthers }),
    missing: numbers(unseen),
    unsupported: numbers(attributes),
    unknownFrom: 450,
    number: Object.fromEntries(named),
  };
}
