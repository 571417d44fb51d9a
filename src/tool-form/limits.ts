/** How much one template may do. Every number is a ceiling; reaching past it is an error. */
export interface Limits {
  /** Nesting of the template, of an expression, and of argument values that are used. */
  readonly depth: number;
  /** Directives and expressions evaluated in one rendering. */
  readonly evaluations: number;
  /** Elements and properties merged by `$spread`, and rounds of `$each`. */
  readonly expansion: number;
  /** Values looked at by queries and conditions. */
  readonly visits: number;
  /** Characters and values produced in one rendering, intermediate results included. */
  readonly output: number;
}

export const defaultLimits: Limits = {
  depth: 64,
  evaluations: 10_000,
  expansion: 10_000,
  visits: 100_000,
  output: 4_194_304,
};
