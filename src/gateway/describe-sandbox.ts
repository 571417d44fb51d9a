// What a person who is asked is told about the sandbox, in a few words.

import { reachOf, type SandboxSettings } from '../execution/sandbox/sandbox-settings.js';

/** Of programs that run one after the other, each kind once. */
export function describeSandbox(steps: readonly SandboxSettings[]): string {
  return [...new Set(steps.map(describeOne))].join(' | ');
}

function describeOne(settings: SandboxSettings): string {
  const { hosts, workspace, writable } = settings;
  const written = [...(workspace === 'writable' ? ['the workspace'] : []), ...writable];
  return `network ${hosts.length > 0 ? hosts.join(', ') : reachOf(settings)}; may write: ${written.join(', ') || 'nothing'}`;
}
