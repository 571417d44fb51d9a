// The list of refused calls as the small program that the kernel runs before each call (seccomp, classic BPF).

import { alwaysRefused, answers, type Condition, callsOf, type RefusedCall } from './refused-calls.js';

/** Of what the kernel lets the program look at: `struct seccomp_data`. */
const offsets = { call: 0, machine: 4, arguments: 16 } as const;

const codes = { load: 0x20, ifEqual: 0x15, ifAtLeast: 0x35, ifAnyBit: 0x45, answer: 0x06 } as const;

const allowed = 0x7fff0000;
const refusal = 0x00050000;

/** `yes` and `no` are how many instructions are passed over. */
interface Instruction {
  readonly code: keyof typeof codes;
  readonly value: number;
  readonly yes?: number;
  readonly no?: number;
}

/** Undefined for a processor whose calls are not known here. */
export function makeCallFilter(
  processor: string,
  refusedCalls: readonly RefusedCall[] = alwaysRefused,
): Buffer | undefined {
  const machine = callsOf(processor);
  if (!machine) return undefined;
  const { name, foreignFrom, numbers } = machine;
  // Programs for another processor have other numbers for the same calls.
  const ofOthers: readonly Instruction[] = foreignFrom === undefined ? [] : when('ifAtLeast', foreignFrom, unknown);
  return assemble([
    { code: 'load', value: offsets.machine },
    { code: 'ifEqual', value: name, yes: 1 },
    ...unknown,
    { code: 'load', value: offsets.call },
    ...ofOthers,
    ...refusedCalls.flatMap((one) => {
      const number = numbers[one.call];
      return number === undefined ? [] : when('ifEqual', number, judge(one));
    }),
    ...answerWith(allowed),
  ]);
}

const answerWith = (value: number): readonly Instruction[] => [{ code: 'answer', value }];

const unknown = answerWith(refusal | answers.unknown);

function when(code: 'ifEqual' | 'ifAtLeast', value: number, then: readonly Instruction[]): readonly Instruction[] {
  return [{ code, value, no: then.length }, ...then];
}

/** Always ends with an answer: the number of the call is no longer what was loaded last. */
function judge({ answer, when: conditions = [] }: RefusedCall): readonly Instruction[] {
  const refuse = answerWith(refusal | answer);
  return conditions.reduceRight<readonly Instruction[]>((then, condition) => check(condition, then), refuse);
}

function check({ argument, is, values }: Condition, then: readonly Instruction[]): readonly Instruction[] {
  const load: Instruction = { code: 'load', value: offsets.arguments + 8 * argument };
  const allow = answerWith(allowed);
  if (is === 'any bit of') {
    const bits = values.reduce((all, bit) => all | bit, 0);
    return [load, { code: 'ifAnyBit', value: bits, yes: 1 }, ...allow, ...then];
  }
  if (is === 'one of') return [load, ...values.flatMap((value) => when('ifEqual', value, then)), ...allow];
  return [load, ...values.flatMap((value) => when('ifEqual', value, allow)), ...then];
}

const bytesEach = 8;

function assemble(instructions: readonly Instruction[]): Buffer {
  const program = Buffer.alloc(instructions.length * bytesEach);
  for (const [index, { code, value, yes = 0, no = 0 }] of instructions.entries()) {
    const at = index * bytesEach;
    program.writeUInt16LE(codes[code], at);
    program.writeUInt8(yes, at + 2);
    program.writeUInt8(no, at + 3);
    program.writeUInt32LE(value, at + 4);
  }
  return program;
}
