// The rules that people wrote by answering "always": one JSON file that its owner may edit as well.

import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isTrustedDirectory, makeTrustedDirectory } from '../../machine/files/trusted-directory.js';
import { replaceWhole } from '../../machine/files/whole-file.js';
import { isObject } from '../../shape/kind-of.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { type KeptRule, largestApprovalBytes } from './approval-store.js';
import { parseJson } from './parse-json.js';
import { readSmallFile } from './read-small-file.js';
import { whileLocked } from './while-locked.js';

interface Content {
  readonly rules: readonly KeptRule[];
}

export class AlwaysFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Throws when there is a file that cannot be understood. */
  read(): readonly KeptRule[] {
    return this.#read().rules;
  }

  /**
   * Rejects with a GateError when it could not be written; what was there stays as it was. `keep`: those of the others
   * that are still of use.
   */
  async add(
    rule: KeptRule,
    keep: (rules: readonly KeptRule[]) => readonly KeptRule[] = (rules) => rules,
  ): Promise<void> {
    await this.#change('The rule was not written to', 'answer "always" the next time', (rules) =>
      rules.some((known) => isDeepStrictEqual(known, rule)) ? rules : [...keep(rules), rule],
    );
  }

  /** Those that were there. Rejects as `add` does. */
  async remove(id: string): Promise<readonly KeptRule[]> {
    let removed: readonly KeptRule[] = [];
    await this.#change('The rule was not removed from', 'try again', (rules) => {
      removed = rules.filter((rule) => rule.id === id);
      return removed.length === 0 ? rules : rules.filter((rule) => rule.id !== id);
    });
    return removed;
  }

  async #change(
    what: string,
    then: string,
    change: (rules: readonly KeptRule[]) => readonly KeptRule[],
  ): Promise<void> {
    try {
      makeTrustedDirectory(dirname(this.#file));
      await whileLocked(`${this.#file}.lock`, (isStillHeld) => {
        const content = this.#read();
        const rules = change(content.rules);
        if (rules === content.rules) return;
        const text = `${JSON.stringify({ ...content, rules }, null, 2)}\n`;
        if (Buffer.byteLength(text) > largestApprovalBytes) throw new Error('it is full');
        this.#replace(text, isStillHeld);
      });
    } catch (error) {
      if (error instanceof GateError) throw error;
      throw new GateError('UNAVAILABLE', `${what} ${this.#file}: ${(error as Error).message}`, {
        hint: `Fix what the message says, and ${then}`,
        cause: error,
      });
    }
  }

  #read(): Content {
    if (!isTrustedDirectory(dirname(this.#file))) return { rules: [] };
    const text = readSmallFile(this.#file);
    if (text === undefined) return { rules: [] };
    const content = parseJson(text);
    if (!isObject(content) || !Array.isArray(content.rules) || !content.rules.every(isObject)) {
      throw new Error('it must be an object with a list of objects called "rules"');
    }
    return { ...content, rules: content.rules };
  }

  #replace(text: string, isStillHeld: () => boolean): void {
    const check = () => {
      if (!isStillHeld()) throw new Error('another process is writing to it');
    };
    replaceWhole(this.#file, text, { survivesPowerCut: true, check });
  }
}
