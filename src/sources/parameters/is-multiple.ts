/**
 * Whether a number is a multiple of another as both are written: 19.99 is one of 0.01, although no binary fraction
 * is either of them. Exact for all numbers that there are.
 */
export function isMultiple(value: number, divisor: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(divisor) || divisor === 0) return false;
  const left = toDecimal(value);
  const right = toDecimal(divisor);
  const exponent = Math.min(left.exponent, right.exponent);
  return scale(left, exponent) % scale(right, exponent) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  /** Of ten. */
  readonly exponent: number;
}

/** The shortest text that is read as this number: what its author wrote, unless that had digits that do not count. */
function toDecimal(value: number): Decimal {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(value)) ?? [];
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

const scale = ({ digits, exponent }: Decimal, to: number): bigint => digits * 10n ** BigInt(exponent - to);
