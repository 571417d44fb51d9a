import { toCents } from 'rounding';

export function total(items) {
  return toCents(items.reduce((sum, { price }) => sum + price, 0));
}
