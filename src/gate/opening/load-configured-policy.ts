// The policy of a configuration: its own rules, those of a file, or the one out of the box.

import type { Configuration } from '../../configuration/configuration.js';
import { ConfigurationError, type ConfigurationProblem } from '../../configuration/configuration-error.js';
import type { Document } from '../../documents/document.js';
import { formatKeyPath } from '../../documents/format-key-path.js';
import { readDocument } from '../../documents/read-document.js';
import type { Policy } from '../../policy/rules/policy.js';
import { readPolicy } from '../../policy/rules/read-policy.js';
import { standardPolicy } from '../../policy/rules/standard-policy.js';

const advice = {
  unknownKind: 'Use a .json or .yaml file.',
  notAFile: 'Name a rules file.',
  empty: 'Write { "default": "ask" } to get the built-in policy.',
};

/** Throws a ConfigurationError with everything that is wrong. */
export async function loadConfiguredPolicy({ policy, file }: Configuration): Promise<Policy> {
  if (policy === undefined) return standardPolicy();
  if (!('file' in policy)) {
    const document: Document = { value: policy.rules, problems: [], locate: policy.locate };
    return readRules(document, file, ['policy']);
  }
  return readRules(await readDocument(policy.file, advice), policy.file, []);
}

function readRules(document: Document, file: string, prefix: readonly string[]): Policy {
  const problems: ConfigurationProblem[] = document.problems.map(({ path, place, message, fix }) => ({
    file,
    ...place,
    key: formatKeyPath([...prefix, ...path]),
    message,
    fix,
  }));
  const read =
    document.value === undefined
      ? undefined
      : readPolicy(document.value, (path, { part = 'value', message, fix }) => {
          const key = formatKeyPath([...prefix, ...path]);
          problems.push({ file, ...document.locate(path, part), key, message, fix });
        });
  if (!read || problems.length > 0) throw new ConfigurationError(problems);
  return read;
}
