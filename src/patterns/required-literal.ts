// The longest text that every match contains: where it is not, there is no need to look closer.

import type { PatternTree } from './pattern-tree.js';

/** Also stands for bytes that are not valid UTF-8 text, whatever they are. */
const replacement = 0xfffd;

/** The empty text where there is none. */
export function requiredLiteral(tree: PatternTree): string {
  return new LiteralFinder().find(tree);
}

class LiteralFinder {
  #longest = '';
  /** The characters just passed, each of which is certain. */
  #run = '';

  find(tree: PatternTree): string {
    this.#visit(tree);
    this.#endRun();
    return this.#longest;
  }

  #visit(tree: PatternTree): void {
    switch (tree.kind) {
      case 'character': {
        const [only, ...more] = tree.ranges;
        const isCertain = only && more.length === 0 && only[0] === only[1] && only[0] !== replacement;
        if (isCertain) this.#run += String.fromCodePoint(only[0]);
        else this.#endRun();
        return;
      }
      case 'assertion':
        return;
      case 'sequence':
        for (const part of tree.parts) this.#visit(part);
        return;
      case 'choice':
        this.#endRun();
        return;
      case 'repeat':
        // What comes at least once is certain; but nothing is known of what follows or precedes it directly.
        this.#endRun();
        if (tree.least > 0) this.#visit(tree.part);
        this.#endRun();
        return;
      default:
        tree satisfies never;
    }
  }

  #endRun(): void {
    if (this.#run.length > this.#longest.length) this.#longest = this.#run;
    this.#run = '';
  }
}
