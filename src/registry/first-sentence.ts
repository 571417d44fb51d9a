/** The first sentence of a description, and not more of it than fits. */
export function firstSentence(description: string, most: number): string {
  const sentence = description.split(/(?<=[.!?])\s|\n/, 1)[0] ?? '';
  return sentence.length <= most ? sentence : `${sentence.slice(0, most - 1).trimEnd()}…`;
}
