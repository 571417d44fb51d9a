import type { WantedHosts } from '../../vocabulary/approval.js';

/** What a yes for the whole session would mean, in a sentence. */
export function describeSession(wanted: readonly WantedHosts[]): string {
  const each = wanted.map(({ program, hosts }) => `${program} and its child processes can reach ${hosts.join(', ')}`);
  return `For the rest of this session, ${each.join('; ')}, whatever the arguments, when the same caller asks.`;
}
