/** How the bounds of a number are told; at least one of them is given. */
export function rangeText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return `up to ${maximum}`;
  return maximum === undefined ? `${minimum} or more` : `from ${minimum} to ${maximum}`;
}
