// What people answered with "always" to a program that wanted some hosts: rules that a gate wrote. They stand beside the
// other "always" rules and allow no call: what they name can be reached by this program, where it may run.

import { createHash } from 'node:crypto';
import type { KeyPath } from '../../documents/document.js';
import { readShape } from '../../shape/read-shape.js';
import type { Report } from '../../shape/shape.js';
import type { AlwaysRule } from '../../vocabulary/approval.js';
import { networkRuleShape } from './policy-shape.js';

export interface NetworkRule {
  readonly id: string;
  /** The file of the program. */
  readonly program: string;
  /** As `host:port`, in the spelling that is compared. */
  readonly hosts: readonly string[];
  /** Who asked. */
  readonly caller: string;
}

/** `caller` asked for it, and nobody else has it by this. */
export function networkRule(program: string, hosts: readonly string[], caller: string): AlwaysRule {
  const bound = { program, reaches: [...hosts].sort(), callers: caller };
  const name = createHash('sha256').update(JSON.stringify(bound)).digest('hex').slice(0, 12);
  return {
    rule: {
      id: `network-${name}`,
      decision: 'allow',
      reason: 'A person approved these hosts for this program permanently.',
      ...bound,
    },
    matches: `${program} and its child processes, with any arguments, when ${caller} asks, can reach ${hosts.join(', ')} from inside the sandbox.`,
  };
}

export function isNetworkRule(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'reaches' in value;
}

/** A rule with anything wrong in it is told and left out: that allows less, never more. */
export function readNetworkRules(values: readonly unknown[], report: Report): readonly NetworkRule[] {
  return values.filter(isNetworkRule).flatMap((value, index) => readOne(value, ['rules', index], report) ?? []);
}

function readOne(value: unknown, path: KeyPath, report: Report): NetworkRule | undefined {
  let isRight = true;
  const read = readShape(networkRuleShape, value, path, (at, problem) => {
    isRight = false;
    report(at, problem);
  });
  if (!isRight || !read?.id || !read.program || !read.reaches || !read.callers) return undefined;
  return { id: read.id, program: read.program, hosts: read.reaches, caller: read.callers };
}
