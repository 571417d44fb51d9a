/** `10,000`: a number as the documents write it. */
export function groupDigits(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
