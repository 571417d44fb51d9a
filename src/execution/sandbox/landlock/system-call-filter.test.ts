import { describe, expect, test } from 'vitest';
import { systemCallFilter } from './system-call-filter.js';
import { type Processor, systemCalls, systemCallsOf } from './system-calls.js';

const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 };
const answers = new Map([
  [0x7fff0000, 'allowed'],
  [0x80000000, 'killed'],
  [0x00050001, 'EPERM'],
  [0x00050026, 'ENOSYS'],
  [0x0005005f, 'EOPNOTSUPP'],
  [0x00050019, 'ENOTTY'],
]);

/** Runs the filter as the kernel does. */
function run(filter: Buffer, architecture: number, number: number, values: readonly number[]): string | undefined {
  const call = Buffer.alloc(64);
  call.writeUInt32LE(number >>> 0, 0);
  call.writeUInt32LE(architecture, 4);
  for (const [index, value] of values.entries()) call.writeUInt32LE(value >>> 0, 16 + 8 * index);
  let held = 0;
  for (let at = 0; ; at += 8) {
    const [operation, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    const skip = (isSo: boolean) => 8 * filter.readUInt8(at + (isSo ? 2 : 3));
    if (operation === 0x06) return answers.get(value);
    if (operation === 0x20) held = call.readUInt32LE(value);
    else if (operation === 0x54) held = (held & value) >>> 0;
    else if (operation === 0x15) at += skip(held === value);
    else if (operation === 0x35) at += skip(held >= value);
    else if (operation === 0x45) at += skip((held & value) !== 0);
    else throw new Error(`operation ${operation}`);
  }
}

describe.each(['x64', 'arm64'] as const)('on %s', (processor: Processor) => {
  const judge =
    (network: boolean) =>
    (name: string, ...values: number[]) => {
      const number = systemCalls[name]?.[processor === 'x64' ? 0 : 1];
      const filter = systemCallFilter(systemCallsOf(processor), network);
      return run(filter, architectures[processor], number as number, values);
    };
  const [alone, connected] = [judge(false), judge(true)];

  test('what changes files beside their content is refused, and what nobody has looked at is missing', () => {
    for (const name of ['fchmod', 'fchmodat', 'fchownat', 'utimensat', 'lsetxattr', 'keyctl', 'shmget', 'ptrace']) {
      expect([name, connected(name)]).toEqual([name, 'EPERM']);
    }
    expect([alone('getxattr'), alone('io_uring_setup'), alone('clone3')]).toEqual(['EOPNOTSUPP', 'ENOSYS', 'ENOSYS']);
    const filter = systemCallFilter(systemCallsOf(processor), true);
    const numbers = [449, 450, 1_000, 0x4000_0000, -1];
    expect(numbers.map((number) => run(filter, architectures[processor], number, []))).toEqual([
      ...['allowed', 'ENOSYS', 'ENOSYS', 'ENOSYS', 'ENOSYS'],
    ]);
  });

  test('a program for another processor is killed', () => {
    const filter = systemCallFilter(systemCallsOf(processor), true);
    const other = processor === 'x64' ? 'arm64' : 'x64';
    expect([architectures[other], 0x40000003].map((one) => run(filter, one, 0, []))).toEqual(['killed', 'killed']);
  });

  test('sockets are those of the internet where there is a network, and pairs that lead nowhere else', () => {
    const families = [1, 2, 10, 16, 17, 40];
    expect(families.map((family) => alone('socket', family))).toEqual(families.map(() => 'EPERM'));
    expect(families.map((family) => connected('socket', family))).toEqual([
      ...['EPERM', 'allowed', 'allowed', 'EPERM', 'EPERM', 'EPERM'],
    ]);
    const closeOnExec = 0o2000000;
    const pairs = [
      [1, 1 | closeOnExec],
      [1, 5],
      [1, 2],
      [1, 2 | closeOnExec],
      [2, 1],
    ] as const;
    expect(pairs.map((pair) => alone('socketpair', ...pair))).toEqual([
      'allowed',
      'allowed',
      'EPERM',
      'EPERM',
      'EPERM',
    ]);
  });

  test('requests go to terminals and pipes, and put nothing into a terminal', () => {
    const requests = [0x5401, 0x541b, 0x5421, 0x80045430, 0x5412, 0x541c, 0x40086602, 0x40049409, 0x5000940e, 0x8912];
    const answered = [...Array(4).fill('allowed'), ...Array(6).fill('ENOTTY')];
    expect(requests.map((request) => alone('ioctl', 0, request))).toEqual(answered);
    expect(connected('ioctl', 0, 0x8912)).toBe('allowed');
  });

  test('no namespaces are made, and nothing is set for others', () => {
    expect(alone('clone', 0x01200011)).toBe('allowed');
    expect([0x10000000, 0x20000, 0x40000011].map((flags) => alone('clone', flags))).toEqual(Array(3).fill('EPERM'));
    expect([alone('unshare', 0x10000000), alone('unshare', 0x200)]).toEqual(['EPERM', 'allowed']);
    for (const name of ['prlimit64', 'sched_setaffinity', 'sched_setscheduler', 'sched_setparam', 'sched_setattr']) {
      expect([name, alone(name, 0), alone(name, 1)]).toEqual([name, 'allowed', 'EPERM']);
    }
    const setpriority = ([which, who]: readonly number[]) => alone('setpriority', which as number, who as number);
    expect(
      [
        [0, 0],
        [0, 7],
        [2, 0],
      ].map(setpriority),
    ).toEqual(['allowed', 'EPERM', 'EPERM']);
    const ioprio = ([which, who]: readonly number[]) => alone('ioprio_set', which as number, who as number);
    expect(
      [
        [1, 0],
        [1, 7],
        [3, 0],
      ].map(ioprio),
    ).toEqual(['allowed', 'EPERM', 'EPERM']);
  });
});
