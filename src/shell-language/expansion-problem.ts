/** A word that stands for nothing that could be given to a program. */
export class ExpansionProblem extends Error {}
