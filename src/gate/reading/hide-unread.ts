// A request was refused before its arguments were read: which of them are secret is not known from reading them.
import { grammarOf, longNames } from '../../command-line/grammar.js';
import type { LineLimits } from '../../command-line/limits.js';
import { quoteWords } from '../../command-line/quote.js';
import { readArguments } from '../../command-line/read-arguments.js';
import { readLine } from '../../command-line/read-line.js';
import type { Registry } from '../../registry/registry.js';
import type { Command, Parameter } from '../../vocabulary/command.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { redacted, redactText } from '../../vocabulary/look-alikes.js';
import type { Run } from '../run/run.js';

/** Of a line that is no command. */
const longestShown = 10_000;

/** Makes sure that what is shown and recorded of the request holds nothing that might be a secret. */
export function hideUnread(run: Run, registry: Registry, limits: LineLimits): void {
  const { shown } = run;
  const { line } = run.request;
  const isObject = typeof line === 'object' && 'path' in line;
  const text = typeof line === 'string' ? line : quoteWords((isObject ? line.path : line).map(String));
  const words = readLine(isObject ? line.path : line, limits);
  if (!(words instanceof GateError)) shown.words = registry.commandFirst(words);
  const { node, depth } = registry.find(shown.words);
  if (!node.command) {
    // Quotes and escapes can hide an option's name in the text, not in the words.
    const spelled = quoteWords(shown.words);
    const hides = shown.words.length > 0 && secretOptions(registry).some((option) => option.test(spelled));
    shown.showAs(
      withoutSecrets((hides ? spelled : text).slice(0, Math.min(limits.characters, longestShown)), registry),
    );
    return;
  }
  const { parameters } = node.command;
  if (isObject) shown.hideSecretsIn(line.input, parameters, line.options);
  const reading = readArguments(grammarOf(parameters), shown.words, depth);
  for (const check of reading.pending) check.catch(() => undefined);
  const input = reading.standard?.input;
  // Not parsed, so not known: all of it goes.
  const hidden = input !== undefined && parameters.some(({ secret }) => secret) ? [input] : [];
  run.conceal([...(reading.secrets ?? []), ...hidden]);
}

function withoutSecrets(text: string, registry: Registry): string {
  const words = text.trim().split(/\s+/);
  const { node, depth } = registry.find(words);
  const meant = node.command ? [node.command] : nearCommands(registry, node, words[depth] ?? '');
  const byPlace = meant.some(({ parameters }) => parameters.some(({ secret, positional }) => secret && positional));
  if (byPlace) return `${words.slice(0, depth + (node.command ? 0 : 1)).join(' ')} ${redacted}`;
  let clean = redactText(text);
  for (const option of secretOptions(registry)) {
    const at = clean.search(option);
    if (at !== -1) clean = `${clean.slice(0, at).trimEnd()} ${redacted}`;
  }
  return clean;
}

function nearCommands(registry: Registry, node: Parameters<Registry['nearest']>[0], word: string): Command[] {
  return registry
    .nearest(node, word)
    .map((path) => registry.find(path.split(' ')).node.command)
    .filter((command) => command !== undefined);
}

const known = new WeakMap<Registry, readonly RegExp[]>();

/** Options that are secret on some command, in every way they can be written, and `--input` where one is. */
function secretOptions(registry: Registry): readonly RegExp[] {
  let options = known.get(registry);
  if (!options) {
    // The gate's own commands take theirs by place.
    const others = registry.commands.filter(({ builtIn }) => !builtIn);
    const secret = others.flatMap(({ parameters }) => parameters.filter((parameter) => parameter.secret));
    options = [...secret.flatMap(spellings), ...(secret.length > 0 ? [/--input(?=[=\s])/] : [])];
    known.set(registry, options);
  }
  return options;
}

/** A short option may stand inside a cluster, as in `-fp1234`. */
function spellings(parameter: Parameter): RegExp[] {
  const long = longNames(parameter).map((name) => new RegExp(`--${name}(?![\\w-])`));
  return parameter.short === undefined ? long : [...long, new RegExp(`(?<=\\s)-[A-Za-z]*${parameter.short}`)];
}
