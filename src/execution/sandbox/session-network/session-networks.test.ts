import { expect, test } from 'vitest';
import { SessionNetworks, type Sharing } from './session-networks.js';

const mine: Sharing = { caller: 'ann', session: 'one', secrets: '' };

/** Counts what is open, and stands for the network of a system. */
function openSpaces() {
  const spaces = { made: 0, open: 0 };
  const make = async () => {
    spaces.open++;
    return { enter: [`space-${++spaces.made}`] as const, close: () => void spaces.open-- };
  };
  return { spaces, make };
}

async function held(networks: SessionNetworks, make: Parameters<SessionNetworks['hold']>[2]) {
  const network = await networks.hold(mine, [], make);
  if (typeof network === 'string') throw new Error(network);
  return network;
}

test('nothing is shared before a run is in the background, nor when the last one has ended', async () => {
  const { spaces, make } = openSpaces();
  const networks = new SessionNetworks();
  expect(await networks.join(mine)).toBeUndefined();
  const [first, second] = [await held(networks, make), await held(networks, make)];
  const joined = await networks.join(mine);
  expect(joined?.enter).toEqual(['space-1']);
  first.release();
  first.release();
  expect(await networks.join({ ...mine, session: 'two' })).toBeUndefined();
  second.release();
  // Who is in it stays there, and nobody else comes.
  expect(await networks.join(mine)).toBeUndefined();
  expect(spaces).toEqual({ made: 1, open: 1 });
  const third = await held(networks, make);
  expect((await networks.join(mine))?.enter).toEqual(['space-2']);
  joined?.release();
  await Promise.resolve();
  expect(spaces).toEqual({ made: 2, open: 1 });
  third.release();
  expect(networks.isEmpty).toBe(true);
});

test('whoever comes while it is made waits for it; each has a way out of its own', async () => {
  const { spaces, make } = openSpaces();
  const networks = new SessionNetworks();
  const holding = networks.hold(mine, [], make);
  const joined = await Promise.all(Array.from({ length: 200 }, () => networks.join(mine)));
  expect(new Set(joined.map((one) => one?.door.port)).size).toBe(200);
  expect(new Set(joined.map((one) => one?.door.password)).size).toBe(200);
  expect(spaces.made).toBe(1);
  await holding;
});

test('where none can be made, runs are told why and go on alone', async () => {
  const networks = new SessionNetworks();
  const holding = networks.hold(mine, [3000], async () => 'nsenter is not installed');
  expect(await networks.join(mine)).toBeUndefined();
  expect(await holding).toBe('nsenter is not installed');
  expect(networks.isEmpty).toBe(true);
  const failing = networks.hold(mine, [], () => Promise.reject(new Error('too many open files')));
  expect(await failing).toBe('too many open files');
});
