/** Whether a program would take an argument for an option. `-` alone is standard input. */
export const looksLikeFlag = (text: string): boolean => text.length > 1 && (text[0] === '-' || text[0] === '+');
