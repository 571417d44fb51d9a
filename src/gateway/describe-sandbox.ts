// What a person who is asked is told about the sandbox, in a few words.

import type { SandboxSettings } from '../execution/sandbox/sandbox-settings.js';
import { reachOf } from '../vocabulary/sandbox.js';

/** Of programs that run one after the other, each kind once. */
export function describeSandbox(steps: readonly SandboxSettings[]): string {
  return [...new Set(steps.map(describeOne))].join(' | ');
}

function describeOne({ network, workspace, writable }: SandboxSettings): string {
  const written = [...(workspace === 'writable' ? ['the workspace'] : []), ...writable];
  return `network ${reachOf(network)}; may write: ${written.join(', ') || 'nothing'}`;
}
