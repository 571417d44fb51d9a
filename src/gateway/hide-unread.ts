// A request was refused before its arguments were read: which of them are secret is not known from reading them.
import { grammarOf, longNames } from '../command-line/grammar.js';
import { quoteWords } from '../command-line/quote.js';
import { readArguments } from '../command-line/read-arguments.js';
import { redacted, redactText } from '../command-line/redact.js';
import type { Registry } from '../registry/registry.js';
import type { Parameter } from '../vocabulary/command.js';
import type { Run } from './run.js';

/** Makes sure that what is shown and recorded of the request holds nothing that might be a secret. */
export function hideUnread(run: Run, registry: Registry, longest: number): void {
  const command = run.resolved;
  if (command) {
    run.secrets = readArguments(grammarOf(command.parameters), run.words, run.depth).secrets;
    return;
  }
  const { line } = run.request;
  const text = typeof line === 'string' ? line : quoteWords(('path' in line ? line.path : line).map(String));
  run.showAs(withoutSecrets(text.slice(0, longest), registry));
}

function withoutSecrets(text: string, registry: Registry): string {
  const { node } = registry.find(text.trim().split(/\s+/));
  const byPlace = node.command?.parameters.some(({ secret, positional }) => secret && positional);
  if (byPlace) return `${node.path.join(' ')} ${redacted}`;
  let clean = redactText(text);
  for (const option of secretOptions(registry)) {
    const at = clean.indexOf(option);
    if (at !== -1) clean = `${clean.slice(0, at + option.length)} ${redacted}`;
  }
  return clean;
}

const known = new WeakMap<Registry, readonly string[]>();

/** Options that are secret on some command, in every way they can be written. */
function secretOptions(registry: Registry): readonly string[] {
  let options = known.get(registry);
  if (!options) {
    options = registry.commands.flatMap(({ parameters }) =>
      parameters.filter(({ secret, positional }) => secret && !positional).flatMap(spellings),
    );
    known.set(registry, options);
  }
  return options;
}

function spellings(parameter: Parameter): string[] {
  const long = longNames(parameter).map((name) => `--${name}`);
  return parameter.short === undefined ? long : [...long, `-${parameter.short}`];
}
