// Which system calls a program may make, as the small program that the kernel runs before each of them.

import type { SystemCalls } from './system-calls.js';

/** Operation, how many to skip when it is so, how many when it is not, and a value. */
type Instruction = readonly [operation: number, whenTrue: number, whenFalse: number, value: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const mask = (bits: number): Instruction => [0x54, 0, 0, bits];
const give = (answer: number): Instruction => [0x06, 0, 0, answer];
/** The next one is for values that are equal, at least so high, or have one of the bits. It has to be an answer. */
const ifEqual = (value: number): Instruction => [0x15, 0, 1, value];
const ifAtLeast = (value: number): Instruction => [0x35, 0, 1, value];
const ifAny = (bits: number): Instruction => [0x45, 0, 1, bits];

const allowed = give(0x7fff0000);
const killed = give(0x80000000);
const failing = (errorNumber: number) => give(0x00050000 + errorNumber);
const refused = failing(1); // EPERM
const missing = failing(38); // ENOSYS
const unsupported = failing(95); // EOPNOTSUPP
const noTerminal = failing(25); // ENOTTY: what any file says to a request that it does not know.

const systemCall = load(0);
const architecture = load(4);
/** The lower half: the kernel takes no more of those that are looked at. */
const argument = (index: number) => load(16 + 8 * index);

/** The filter, as the kernel reads it. */
export function systemCallFilter(calls: SystemCalls, network: boolean): Buffer {
  const instructions = [
    // A program for another processor would mean other calls by the same numbers.
    ...[architecture, [0x15, 1, 0, calls.architecture] as const, killed],
    ...[systemCall, ifAtLeast(calls.unknownFrom), missing],
    ...calls.missing.flatMap((number) => [ifEqual(number), missing]),
    ...calls.unsupported.flatMap((number) => [ifEqual(number), unsupported]),
    ...calls.refused.flatMap((number) => [ifEqual(number), refused]),
    ...lookedAt(calls.number, network).flatMap(([number, look]) => [[0x15, 0, look.length, number] as const, ...look]),
    allowed,
  ];
  return Buffer.concat(instructions.map(encode));
}

function lookedAt(
  number: SystemCalls['number'],
  network: boolean,
): readonly (readonly [number: number, look: readonly Instruction[]])[] {
  return [
    [number.socket, network ? anyOf(0, internet) : [refused]],
    // One end of a datagram pair could be turned to any socket by its path.
    [number.socketpair, [argument(0), ...unless(unix), argument(1), mask(0xf), ...allow([stream, packets]), refused]],
    [number.ioctl, requests(network)],
    [number.clone, [argument(0), ifAny(newNamespaces), refused, allowed]],
    [number.unshare, [argument(0), ifAny(newNamespaces), refused, allowed]],
    // All of these could be done to any process of the user.
    [number.setpriority, [argument(0), ...unless(0), argument(1), ...unless(0), allowed]],
    [number.ioprio_set, [argument(0), ...unless(1), argument(1), ...unless(0), allowed]],
    ...[number.prlimit64, number.sched_setparam, number.sched_setscheduler].map(ofItself),
    ...[number.sched_setaffinity, number.sched_setattr].map(ofItself),
  ];
}

const [unix, stream, packets] = [1, 1, 5];
const internet = [2, 10];
const newNamespaces = 0x7e020000;

const allow = (values: readonly number[]) => values.flatMap((value) => [ifEqual(value), allowed]);
const unless = (value: number): readonly Instruction[] => [[0x15, 1, 0, value], refused];
const anyOf = (index: number, values: readonly number[]) => [argument(index), ...allow(values), refused];
const ofItself = (number: number) => [number, anyOf(0, [0])] as const;

/**
 * Requests to terminals and pipes, and to sockets where there is a network. Those to file systems can change what may
 * only be read, and these to terminals put words into the mouth of whoever sits there.
 */
function requests(network: boolean): readonly Instruction[] {
  const intoTerminal = [0x5412, 0x541c, 0x541d, 0x5423]; // TIOCSTI, TIOCLINUX, TIOCCONS, TIOCSETD
  return [
    ...[argument(1), ...intoTerminal.flatMap((request) => [ifEqual(request), noTerminal])],
    ...[mask(0xff00), ...allow([0x5400, ...(network ? [0x8900] : [])]), noTerminal],
  ];
}

function encode([operation, whenTrue, whenFalse, value]: Instruction): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(operation, 0);
  bytes.writeUInt8(whenTrue, 2);
  bytes.writeUInt8(whenFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
