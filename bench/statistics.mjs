/** The value below which `share` of the numbers lie. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export function median(numbers) {
  return quantile(numbers, 0.5);
}
