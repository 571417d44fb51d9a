// Security objects name credentials that the owner defines elsewhere. A definition never holds one.

import type { KeyPath } from '../../documents/document.js';
import type { CredentialNames } from '../../planning/draft.js';
import { isObject, kindOf } from '../../shape/kind-of.js';
import { redactText } from '../../vocabulary/look-alikes.js';
import { checkFieldNames, fieldOf } from '../parameters/check-fields.js';
import type { DefinitionReport } from '../parameters/definition-report.js';
import { checkVariable } from './check-variable.js';
import type { HandleHost, HandleOptions } from './handle.js';

const scheme = 'x-env';
const credentialName = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** One object, or several that are tried in order. */
export function readSecurity(
  value: unknown,
  options: HandleOptions,
  report: DefinitionReport,
): readonly CredentialNames[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [readObject(value, ['security'], options, report)];
  if (value.length === 0) {
    report.error(['security'], 'The list is empty.', 'Name a scheme, or remove "security".');
  }
  return value.map((object: unknown, index) => readObject(object, ['security', index], options, report));
}

/** Where no alternative can ever be used, the names that the owner has not defined. */
export function checkCredentials(
  security: readonly CredentialNames[],
  host: HandleHost,
  report: DefinitionReport,
): void {
  const undefinedOf = (names: CredentialNames) => [...names.values()].filter((name) => !host.credential(name));
  if (security.some((names) => undefinedOf(names).length === 0)) return;
  const fix = 'Define it under "credentials" in the configuration; until then the command is refused.';
  for (const name of new Set(security.flatMap(undefinedOf))) {
    report.hint(['security'], `The configuration has no credential "${name}".`, fix);
  }
}

function readObject(value: unknown, path: KeyPath, options: HandleOptions, report: DefinitionReport): CredentialNames {
  const names = new Map<string, string>();
  const example = `{"scheme": "${scheme}", "environment": {"API_KEY": "deploy-key"}}`;
  if (!isObject(value)) {
    report.error(path, `Must be an object, not ${kindOf(value)}.`, `Write for example ${example}.`);
    return names;
  }
  const written = fieldOf(value, 'scheme');
  if (written !== scheme) {
    const message = written === undefined ? 'The scheme is missing.' : 'Unknown scheme.';
    report.error(written === undefined ? path : [...path, 'scheme'], message, `Write "scheme": "${scheme}".`);
    return names;
  }
  checkFieldNames(value, path, ['scheme', 'environment'], report);
  const environment = fieldOf(value, 'environment');
  if (!isObject(environment) || Object.keys(environment).length === 0) {
    report.error(path, 'It does not name a credential.', `Write for example ${example}.`);
    return names;
  }
  for (const [variable, credential] of Object.entries(environment)) {
    const place = [...path, 'environment', variable];
    checkVariable(variable, '', 'definition', options, report, place);
    if (isCredentialName(credential)) names.set(variable, credential);
    // Not quoted: it may be the secret itself.
    else report.error(place, 'This is not the name of a credential.', advice);
  }
  return names;
}

const advice =
  'Write only a name such as "deploy-key", and let the owner define it under "credentials" in the configuration. ' +
  'If a secret was written here, replace it: it has been stored in a file.';

function isCredentialName(value: unknown): value is string {
  return typeof value === 'string' && credentialName.test(value) && redactText(value) === value;
}
