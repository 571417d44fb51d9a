// The file that accepted rules go to: the policy of the configuration, or a new one beside it. A configuration itself is
// never rewritten.

import { basename, dirname, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../../configuration/configuration.js';
import { ConfigurationError } from '../../configuration/configuration-error.js';
import { readDocument } from '../../documents/read-document.js';
import { toReason } from '../../documents/to-reason.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { loadConfiguredPolicy } from '../opening/load-configured-policy.js';
import { addRulesToText } from './edit-policy-text.js';
import { type ReadFile, readOwnFile, replaceFile } from './replace-file.js';
import type { WrittenRule } from './write-rule.js';

const nameOfNew = 'policy.json';

export class RulesFile {
  readonly path: string;
  /** What the owner has to do, so that the rules in it hold. */
  readonly next: string;
  readonly #configuration: Configuration;
  /** What a new file starts with; undefined where there is one. */
  #start: object | undefined;

  constructor(configuration: Configuration) {
    const { file, policy } = configuration;
    this.#configuration = configuration;
    if (policy && 'file' in policy) {
      this.path = policy.file;
      this.next = 'Gates read it when they start: restart them.';
    } else {
      this.path = join(dirname(file), nameOfNew);
      this.#start = policy ? (policy.rules as object) : { default: 'ask' };
      const place = policy ? ' in place of the rules there, which it includes,' : '';
      this.next = `Nothing reads it yet: write ${lineFor(file)} into ${basename(file)}${place} and restart the gates.`;
    }
  }

  /** All of them, or none: then it rejects with a GateError, and the file is as it was. */
  async add(rules: readonly WrittenRule[]): Promise<void> {
    try {
      const before = this.#read();
      const text = before?.text ?? `${JSON.stringify(this.#start, null, 2)}\n`;
      const next = await addRulesToText(text, rules, extname(this.path) === '.json' ? 'json' : 'yaml');
      await replaceFile(this.path, next, before, (file) => this.#check(file, rules));
      this.#start = undefined;
    } catch (error) {
      if (error instanceof GateError) throw error;
      throw notWritten(this.path, error);
    }
  }

  #read(): ReadFile | undefined {
    const before = readOwnFile(this.path);
    if (this.#start && before) {
      throw new CommandError('RULE_NOT_WRITTEN', `${this.path} exists, but the configuration does not name it`, {
        hint: `Name it in the configuration with ${lineFor(this.#configuration.file)}, or move it away`,
        exitCode: 4,
      });
    }
    if (!this.#start && !before) throw new Error('it no longer exists');
    return before;
  }

  /** Everything that was there, the rules, and nothing else; and all examples hold. */
  async #check(file: string, added: readonly WrittenRule[]): Promise<void> {
    const before = this.#start ?? (await readValue(this.path));
    const { rules = [], ...others } = before as { readonly rules?: readonly unknown[] };
    const expected = { ...others, rules: [...rules, ...added] };
    if (!isDeepStrictEqual(await readValue(file), JSON.parse(JSON.stringify(expected)))) {
      throw new Error('it could not be written without changing something else');
    }
    await loadConfiguredPolicy({ ...this.#configuration, policy: { file } });
  }
}

async function readValue(file: string): Promise<unknown> {
  const advice = { unknownKind: '', notAFile: '', empty: '' };
  return (await readDocument(file, advice)).value ?? {};
}

/** What names the file in a configuration. */
function lineFor(configurationFile: string): string {
  const extension = extname(configurationFile);
  if (extension === '.yaml') return `policy: ${nameOfNew}`;
  return extension === '.json' ? `"policy": "${nameOfNew}"` : `policy: '${nameOfNew}'`;
}

function notWritten(file: string, error: unknown): GateError {
  return new CommandError('RULE_NOT_WRITTEN', `The rule was not written to ${file}: ${whyNot(error)}`, {
    hint: 'Fix what the message says, or add the rule to the file by hand',
    exitCode: 4,
    cause: error,
  });
}

function whyNot(error: unknown): string {
  if (error instanceof ConfigurationError) {
    return error.problems.map(({ key, message }) => `${key}: ${message}`).join(' ');
  }
  return error instanceof Error && !('code' in error) ? error.message : toReason(error);
}
