/** A word that stands for nothing that could be given to a program. */
export class ExpansionProblem extends Error {}

/** After `set -u`: the line ends with it. */
export class UnboundVariable extends ExpansionProblem {}
