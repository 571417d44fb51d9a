/** The sum of all numbers. */
export function total(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}
