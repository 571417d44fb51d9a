// What a person who is asked is told about the sandbox, in a few words.

import { reachOf, type SandboxSettings } from '../../execution/sandbox/sandbox-settings.js';

/** Of programs that run one after the other, each kind once. */
export function describeSandbox(steps: readonly SandboxSettings[], granted: readonly string[] = []): string {
  const also = granted.length === 0 ? '' : `; a person approved access to ${granted.join(', ')}`;
  return [...new Set(steps.map(describeOne))].join(' | ') + also;
}

function describeOne(settings: SandboxSettings): string {
  const { hosts, workspace, writable, unprotected, sockets, publish } = settings;
  const anywhere = unprotected.map((name) => `${name} anywhere`);
  const written = [...(workspace === 'writable' ? ['the workspace'] : []), ...writable, ...anywhere];
  const opened = typeof sockets === 'boolean' ? [] : sockets;
  return [
    `network ${hosts.length > 0 ? hosts.join(', ') : reachOf(settings)}`,
    ...(sockets === false ? [] : [`Unix sockets open${opened.length > 0 ? `: ${opened.join(', ')}` : ''}`]),
    ...(publish.length === 0
      ? []
      : [`this machine can reach its port ${publish.join(', ')} while it runs in the background`]),
    `can write: ${written.join(', ') || 'nothing'}`,
  ].join('; ');
}
