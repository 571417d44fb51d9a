import { expect, test } from 'vitest';
import { makeCallFilter } from './call-filter.js';

const allowed = 'allowed';
const [forbidden, noSuchNetwork, unknown] = ['refused: 1', 'refused: 97', 'refused: 38'];
const machines = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** What the kernel would do: the same instructions, read as it reads them. */
function ask(processor: keyof typeof machines, call: number, args: readonly number[] = [], machine?: number): string {
  const filter = makeCallFilter(processor) as Buffer;
  const seen = Buffer.alloc(64);
  seen.writeUInt32LE(call, 0);
  seen.writeUInt32LE(machine ?? machines[processor], 4);
  for (const [index, argument] of args.entries()) seen.writeUInt32LE(argument, 16 + 8 * index);
  let loaded = 0;
  for (let at = 0; ; at += 8) {
    const [code, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    const jump = (holds: boolean) => {
      at += 8 * filter.readUInt8(holds ? at + 2 : at + 3);
    };
    if (code === 0x20) loaded = seen.readUInt32LE(value);
    else if (code === 0x15) jump(loaded === value);
    else if (code === 0x35) jump(loaded >= value);
    else if (code === 0x45) jump((loaded & value) !== 0);
    else if (code === 0x06) return value === 0x7fff0000 ? allowed : `refused: ${value & 0xffff}`;
    else throw new Error(`No instruction: ${code}`);
  }
}

test.each([
  ['read', 0, [], allowed],
  ['keyctl', 250, [], unknown],
  ['io_uring_setup', 425, [], unknown],
  ['bpf', 321, [], forbidden],
  ['socket of the internet', 41, [2, 1], allowed],
  ['socket of this machine', 41, [1, 1], allowed],
  ['socket of a virtual machine', 41, [40, 1], noSuchNetwork],
  ['chmod 755', 90, [0, 0o755], allowed],
  ['chmod 4755', 90, [0, 0o4755], forbidden],
  ['fchmodat 2755', 268, [0, 0, 0o2755], forbidden],
  ['open that makes a file', 2, [0, 0o101, 0o644], allowed],
  ['open that makes a file that lends rights', 2, [0, 0o101, 0o4755], forbidden],
  ['open that makes nothing, with whatever is left in the third place', 2, [0, 0, 0o4755], allowed],
  ['openat of a file without a name that lends rights', 257, [0, 0, 0o20200002, 0o4755], forbidden],
  ['unshare of mounts', 272, [0x00020000], allowed],
  ['unshare of users', 272, [0x10020000], forbidden],
  ['clone of a thread', 56, [0x003d0f00], allowed],
  ['clone with other users', 56, [0x10000011], forbidden],
  ['clone3', 435, [], unknown],
  ['the same call by another number', 0x40000000 + 250, [], unknown],
] as const)('%s', (_, call, args, expected) => {
  expect(ask('x64', call, args)).toBe(expected);
});

test('programs for another processor are told that there is no such call, whichever it is', () => {
  expect(ask('x64', 288, [], 0x40000003)).toBe(unknown);
  expect(ask('arm64', 1, [], 0x40000028)).toBe(unknown);
});

test('the other processor has its own numbers', () => {
  expect([ask('arm64', 219), ask('arm64', 250), ask('arm64', 198, [40])]).toEqual([unknown, allowed, noSuchNetwork]);
  expect(makeCallFilter('riscv64')).toBeUndefined();
});
