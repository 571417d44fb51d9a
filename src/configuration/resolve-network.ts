import { nearestOf } from '../command-line/nearest.js';
import type { KeyPath } from '../documents/document.js';
import { type HostEntry, HostList, readHostEntry, showEntry } from '../execution/sandbox/network/host-list.js';
import { hostsOfPreset, presetNames } from '../vocabulary/network-presets.js';
import { credentialHeaders, type MaskedCredential, type NetworkChoice } from '../vocabulary/sandbox.js';
import { fetchSecret } from './fetch-secret.js';
import type { Secret } from './secret.js';
import type { Surroundings } from './surroundings.js';

/** What stands in the file. */
export interface WrittenCredential {
  readonly from?: string;
  readonly hosts?: readonly string[];
  readonly headers?: readonly string[];
}

/** A shorter one would be found where it is none. */
const shortestSecret = 8;

/** The hosts in the one spelling that is compared, and those that a preset stands for. */
export function resolveNetwork(written: NetworkChoice, place: KeyPath, surroundings: Surroundings): NetworkChoice {
  if (typeof written === 'boolean') return written;
  const hosts = written.flatMap((text, index) => {
    const ofPreset = hostsOfPreset(text);
    if (ofPreset) return ofPreset;
    const misspelt = findMisspelt(text);
    if (!misspelt) return resolveHosts([text], place, surroundings, undefined, index);
    surroundings.report([...place, index], misspelt);
    return [];
  });
  return [...new Set(hosts)];
}

/** A word without a dot or a port is hardly a host. */
function findMisspelt(text: string): Obstacle | undefined {
  if (/[.:*]/.test(text) || /^localhost$/i.test(text)) return undefined;
  const nearest = nearestOf(text, presetNames);
  const presets = `the presets are ${presetNames.map((name) => `"${name}"`).join(', ')}.`;
  const meant = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
  return {
    message: 'Is neither a host and a port nor a preset.',
    fix: `${meant}A host is written like "api.example.org:443"; ${presets}`,
  };
}

/** `network` is what the programs can reach that have them. */
export function resolveCredentials(
  written: Readonly<Record<string, WrittenCredential>>,
  network: NetworkChoice,
  place: KeyPath,
  surroundings: Surroundings,
): Readonly<Record<string, MaskedCredential>> {
  const found = Object.entries(written).flatMap(([name, { from, hosts = [], headers }]) => {
    const own = [...place, name];
    const value = fetchSecret(from ?? `env:${name}`, from === undefined ? own : [...own, 'from'], surroundings);
    if (value) refuseShort(value, own, surroundings);
    const fields = (headers ?? credentialHeaders).map((field) => field.toLowerCase());
    const reached = resolveHosts(hosts, [...own, 'hosts'], surroundings, (entry) => findObstacle(entry, network));
    return value ? [[name, { hosts: reached, headers: fields, value }] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Those that can be read; what is wrong with the others is reported. */
function resolveHosts(
  written: readonly string[],
  place: KeyPath,
  { report }: Surroundings,
  findObstacle: (entry: HostEntry) => Obstacle | undefined = () => undefined,
  first = 0,
): readonly string[] {
  return written.flatMap((text, index) => {
    const read = readHostEntry(text);
    const obstacle = read.ok ? findObstacle(read.entry) : read;
    if (obstacle) report([...place, first + index], obstacle);
    return read.ok ? [showEntry(read.entry)] : [];
  });
}

interface Obstacle {
  readonly message: string;
  readonly fix: string;
}

function findObstacle(entry: HostEntry, network: NetworkChoice): Obstacle | undefined {
  if (entry.isAbove) {
    return { message: 'A secret can only be for named hosts.', fix: 'Name each of them, without *.' };
  }
  if (typeof network !== 'boolean' && listOf(network).has(entry.host, entry.port)) return undefined;
  const fix = 'Add it to "network", which must be a list: without a proxy, the secret could not be inserted.';
  return { message: 'Is not a host that "network" lists.', fix };
}

function listOf(hosts: readonly string[]): HostList {
  return new HostList(hosts.map(readHostEntry).flatMap((read) => (read.ok ? [read.entry] : [])));
}

function refuseShort(value: Secret, place: KeyPath, { report }: Surroundings): void {
  if (value.reveal().length >= shortestSecret) return;
  const message = `The secret has fewer than ${shortestSecret} characters, and would be found where it does not occur.`;
  report(place, { message, fix: 'Use a longer one.' });
}
