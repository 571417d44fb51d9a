import { expect, test } from 'vitest';
import { readHostEntry, showEntry } from '../execution/sandbox/network/host-list.js';
import { expandPresets, networkPresets } from './network-presets.js';

test.each(networkPresets)('the hosts of $name are hosts with ports, in the spelling that is compared', ({ hosts }) => {
  expect(hosts.map((host) => readHostEntry(host)).map((read) => (read.ok ? showEntry(read.entry) : read))).toEqual(
    hosts,
  );
});

test('a preset is found by its exact name alone', () => {
  expect(expandPresets(['go', 'Go', 'go:443', 'constructor'])).toEqual([
    ...['proxy.golang.org:443', 'sum.golang.org:443', 'Go', 'go:443', 'constructor'],
  ]);
});
