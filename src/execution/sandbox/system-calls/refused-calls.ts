// Doors of the kernel that lead past the walls of a sandbox, or that no ordinary program needs and attackers like.

/** What a program is told: there is no such call, it may not, there is no such network. */
export const answers = { unknown: 38, forbidden: 1, noSuchNetwork: 97 } as const;

/** All must hold. Arguments are counted from 0, and only their lower half is looked at. */
export interface Condition {
  readonly argument: number;
  readonly is: 'other than' | 'one of' | 'any bit of';
  readonly values: readonly number[];
}

export interface RefusedCall {
  readonly call: CallName;
  readonly answer: (typeof answers)[keyof typeof answers];
  readonly when?: readonly Condition[];
}

export type CallName = keyof (typeof numbers)['x64'];

/** `undefined` where the processor's system does not have it. */
const numbers = {
  x64: {
    ...{ add_key: 248, request_key: 249, keyctl: 250, bpf: 321, perf_event_open: 298, userfaultfd: 323 },
    ...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427, socket: 41, socketpair: 53, openat2: 437 },
    ...{ open: 2, creat: 85, openat: 257, mknod: 133, mknodat: 259 },
    ...{ chmod: 90, fchmod: 91, fchmodat: 268, fchmodat2: 452 },
    ...{ unshare: 272, clone: 56, clone3: 435 },
  },
  arm64: {
    ...{ add_key: 217, request_key: 218, keyctl: 219, bpf: 280, perf_event_open: 241, userfaultfd: 282 },
    ...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427, socket: 198, socketpair: 199, openat2: 437 },
    ...{ open: undefined, creat: undefined, openat: 56, mknod: undefined, mknodat: 33 },
    ...{ chmod: undefined, fchmod: 52, fchmodat: 53, fchmodat2: 452 },
    ...{ unshare: 97, clone: 220, clone3: 435 },
  },
} as const;

/** How the kernel calls the processor, and from where on numbers are those of another kind of program. */
const machines = {
  x64: { name: 0xc000003e, foreignFrom: 0x40000000 },
  arm64: { name: 0xc00000b7, foreignFrom: undefined },
} as const;

export function callsOf(processor: string) {
  if (processor !== 'x64' && processor !== 'arm64') return undefined;
  return { numbers: numbers[processor], ...machines[processor] };
}

const unixSockets = 1;

/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET. All others know no namespaces, or nobody. */
const ordinaryNetworks = [unixSockets, 2, 10, 16, 17];

const newUsers = 0x10000000;
const setUserOrGroup = 0o6000;
const makesFile = 0o100 | 0o20000000;

const refused = (answer: RefusedCall['answer'], calls: readonly CallName[]): readonly RefusedCall[] =>
  calls.map((call) => ({ call, answer }));

/** A file that lends the rights of whoever owns it would do so outside as well, to anybody there. */
const lendsRights = (call: CallName, argument: number, flags?: number): RefusedCall => ({
  call,
  answer: answers.forbidden,
  when: [
    ...(flags === undefined ? [] : [{ argument: flags, is: 'any bit of', values: [makesFile] } as const]),
    { argument, is: 'any bit of', values: [setUserOrGroup] },
  ],
});

/**
 * In a namespace of its own users a program may take mounts away. It still sees what is under them covered, but where
 * nothing is mounted any more, `.git` and the configuration can be renamed and removed.
 */
const becomesRoot = (call: CallName): RefusedCall => ({
  call,
  answer: answers.forbidden,
  when: [{ argument: 0, is: 'any bit of', values: [newUsers] }],
});

/** To everybody inside. */
export const alwaysRefused: readonly RefusedCall[] = [
  ...[becomesRoot('unshare'), becomesRoot('clone')],
  // Of clone3, too, only the program knows what is asked for. C libraries then take clone.
  ...refused(answers.unknown, ['clone3']),
  // Keys of the user and of the gate's session are the same inside and outside, and outlive the run.
  ...refused(answers.unknown, ['add_key', 'request_key', 'keyctl']),
  // It does what other calls do without being asked about them; of openat2 only the program knows what is asked for.
  ...refused(answers.unknown, ['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'openat2']),
  ...refused(answers.forbidden, ['bpf', 'perf_event_open', 'userfaultfd']),
  // The network of a virtual machine with its host is one of those that are there in every namespace.
  {
    call: 'socket',
    answer: answers.noSuchNetwork,
    when: [{ argument: 0, is: 'other than', values: ordinaryNetworks }],
  },
  ...[lendsRights('chmod', 1), lendsRights('fchmod', 1), lendsRights('fchmodat', 2), lendsRights('fchmodat2', 2)],
  ...[lendsRights('mknod', 1), lendsRights('mknodat', 2), lendsRights('creat', 1)],
  ...[lendsRights('open', 2, 1), lendsRights('openat', 3, 2)],
];

/** SOCK_DGRAM and SOCK_RAW have it, SOCK_STREAM and SOCK_SEQPACKET do not. */
const datagrams = 2;

/**
 * To programs that may not use Unix sockets. The kernel lets nobody tell sockets in the workspace from others: it looks
 * at no mount, and a filter sees no path. Pairs stay, which lead nowhere else; one of datagrams can be sent anywhere.
 */
export const refusedWithoutSockets: readonly RefusedCall[] = [
  { call: 'socket', answer: answers.noSuchNetwork, when: [{ argument: 0, is: 'one of', values: [unixSockets] }] },
  {
    call: 'socketpair',
    answer: answers.noSuchNetwork,
    when: [
      { argument: 0, is: 'one of', values: [unixSockets] },
      { argument: 1, is: 'any bit of', values: [datagrams] },
    ],
  },
];
