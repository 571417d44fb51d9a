/** The longest delay that a timer of Node can be set to, 24 days: a longer one would fire at once. */
export const longestDelayMs = 2 ** 31 - 1;
