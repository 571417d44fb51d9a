import type { WantedHosts } from '../../vocabulary/approval.js';

/** What a yes for the whole session would mean, in a sentence. */
export function describeSession(wanted: readonly WantedHosts[]): string {
  const each = wanted.map(({ program, hosts }) => `${program} and what it starts reach ${hosts.join(', ')}`);
  return `As long as this session is there, ${each.join('; ')}, whatever the arguments are, asked for by the same caller.`;
}
