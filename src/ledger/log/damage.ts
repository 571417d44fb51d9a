// What a gate can find when it goes on with a chain that was not closed in order. It is written into the chain, because
// going on may make it disappear.

export const damages = {
  torn_line: 'half a line at its end',
  head_behind: 'writes that the head did not yet record',
  head_torn: 'half of the head overwritten',
  head_spoiled: 'a head that cannot be read',
  head_missing: 'no head',
  cut_off: 'less than the head records: the newest entries were missing',
  rolled_back: 'less than was witnessed outside the ledger: the newest entries were missing, and the head with them',
  added: 'more than the head records',
} as const;

export type Damage = keyof typeof damages;

/** What a sudden death leaves. The others were not done by a gate, or the machine itself stopped. */
const leftByDeath: readonly Damage[] = ['torn_line', 'head_behind', 'head_torn'];

export function isLeftByDeath(damage: Damage): boolean {
  return leftByDeath.includes(damage);
}

export function isDamage(name: unknown): name is Damage {
  return typeof name === 'string' && Object.hasOwn(damages, name);
}
