// `cmdgate policy suggest`: shows rules, and writes those that somebody says yes to.

import type { StandardOptions } from '../../command-line/standard-options.js';
import { isStartedByGate } from '../../execution/process/keeper/is-started-by-gate.js';
import { loadConfiguredPolicy } from '../../gate/opening/load-configured-policy.js';
import { RulesFile } from '../../gate/policy-history/rules-file.js';
import { type Suggestion, type Suggestions, suggestRules } from '../../gate/policy-history/suggest-rules.js';
import { colors, wantsColor } from '../../renderings/text/colors.js';
import type { Io } from '../../terminal/io.js';
import { GateError, type Problem } from '../../vocabulary/gate-error.js';
import { completedAtTheDoor } from '../../vocabulary/outcome.js';
import type { OwnerCall } from '../owner-command.js';
import { readTime } from '../read-time.js';
import { answerFromHistory, type HistoryAnswer, type HistoryUse } from './answer-from-history.js';
import { askYes } from './ask-yes.js';

import { suggestionText, summaryText } from './suggest-text.js';

/** More at once nobody looks at with care. */
const usualLimit = 20;

/** Resolves to the exit code. */
export async function suggest(call: OwnerCall): Promise<number> {
  const { since, limit, accept = [] } = call.input as { since?: string; limit?: number; accept?: readonly string[] };
  const from = since === undefined ? undefined : readTime(since, Date.now());
  return await answerFromHistory(call, 'policy suggest', (use) =>
    suggestFrom({ since: from, limit, accept }, call.standard, use),
  );
}

interface Wanted {
  readonly since: string | undefined;
  readonly limit: number | undefined;
  /** The names of rules. */
  readonly accept: readonly string[];
}

async function suggestFrom(
  { since, limit, accept }: Wanted,
  { dryRun, format }: StandardOptions,
  { configuration, history, program, io }: HistoryUse,
): Promise<HistoryAnswer> {
  const isOfGate = isStartedByGate();
  if (accept.length > 0 && isOfGate) throw notForAgents(program.name);
  const policy = await loadConfiguredPolicy(configuration);
  const all = await suggestRules({ read: () => history.read(since), policy, always: history.always });
  // Who names a rule has seen it, wherever in the list it stood.
  const chosen = chooseByName(all.suggestions, accept);
  const found = { ...all, suggestions: all.suggestions.slice(0, limit ?? usualLimit) };
  const file = new RulesFile(configuration);
  const isAsked = accept.length === 0 && !isOfGate && isPersonHere(io) && (format ?? 'text') === 'text';
  const written = dryRun ? [] : isAsked ? await askAbout(found, file, io) : await write(chosen, file);
  return {
    outcome: completedAtTheDoor(
      { ...found, file: file.path, written, ...(written.length > 0 && { next: file.next }) },
      'policy suggest',
    ),
    toText: () => {
      const shown = isAsked || accept.length > 0 ? [] : found.suggestions;
      return answerText(found, shown, written, file, program.name, io);
    },
  };
}

/** One after the other; what was said yes to is written at once, and stays whatever comes next. */
async function askAbout({ suggestions }: Suggestions, file: RulesFile, io: Io): Promise<readonly string[]> {
  const paint = colors(wantsColor(io.stderr, io.environment));
  const written: string[] = [];
  for (const [index, suggestion] of suggestions.entries()) {
    const title = paint.bold(`Rule ${index + 1} of ${suggestions.length}`);
    io.stderr.write(`${title}\n${suggestionText(suggestion, { file: file.path }, io.stderr.columns || 80, paint)}\n`);
    const choice = await askYes('Write this rule? y yes, n no, q quit [n] ', io);
    if (choice === 'quit') break;
    if (choice !== 'yes') continue;
    written.push(...(await write([suggestion], file)));
    io.stderr.write(`Written to ${file.path}.\n`);
  }
  return written;
}

async function write(suggestions: readonly Suggestion[], file: RulesFile): Promise<readonly string[]> {
  if (suggestions.length > 0) await file.add(suggestions.map(({ rule }) => rule));
  return suggestions.map(({ rule }) => rule.id);
}

/** Throws when a name means none of them: then nothing is written. */
function chooseByName(suggestions: readonly Suggestion[], names: readonly string[]): readonly Suggestion[] {
  const known = new Map(suggestions.map((suggestion) => [suggestion.rule.id, suggestion]));
  const details = names
    .filter((name) => !known.has(name))
    .map((name): Problem => ({ code: 'INVALID_VALUE', field: '--accept', message: `No rule ${JSON.stringify(name)}` }));
  if (details.length > 0) {
    throw new GateError('VALIDATION_ERROR', 'Invalid argument: --accept (it names a rule that is not suggested)', {
      hint: 'The name changes when a rule changes: run policy suggest again to see the current names',
      details,
    });
  }
  return [...new Set(names)].flatMap((name) => known.get(name) ?? []);
}

function isPersonHere({ stdin, stdout, stderr }: Io): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && stderr.isTTY === true;
}

function notForAgents(program: string): GateError {
  return new GateError('PERMISSION_DENIED', 'Only a person may accept rules, and this process was started by a gate', {
    hint: `A person must run '${program} policy suggest' in a terminal that no gate has started`,
  });
}

function answerText(
  found: Suggestions,
  shown: readonly Suggestion[],
  written: readonly string[],
  file: RulesFile,
  program: string,
  io: Io,
): string {
  const columns = io.stdout.columns || 80;
  const blocks = shown.map((suggestion) => {
    const accept = `${program} policy suggest --accept ${suggestion.rule.id}`;
    return `${suggestionText(suggestion, { file: file.path, accept }, columns, colors(false))}\n`;
  });
  const done =
    written.length === 0 ? 'Nothing was written.' : `Written to ${file.path}: ${written.join(', ')}. ${file.next}`;
  return [...blocks, ...(written.length === 0 ? [summaryText(found)] : []), done].join('\n');
}
