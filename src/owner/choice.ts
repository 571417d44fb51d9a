// What a line says about where the program keeps its things. It has to be known before the command is, because the gate
// is opened there.

import { readArguments } from '../command-line/read-arguments.js';
import { type StandardOptions, standardOptions } from '../command-line/standard-options.js';
import type { Registry } from '../registry/registry.js';
import type { Io } from '../terminal/io.js';
import { instanceOf } from '../terminal/own-variables.js';

export interface Choice {
  /** The configuration file; `false` for none, undefined for the nearest. */
  readonly config: string | false | undefined;
  /** Whose memory it is, where several are kept apart. */
  readonly instance: string | undefined;
  /** Which of the contexts that its author has given it. */
  readonly context: string | undefined;
  /** Whether many are served at the same time, and none may be stopped by another. */
  readonly serves?: boolean | undefined;
}

/** Nothing is chosen. */
export const usual: Choice = { config: undefined, instance: undefined, context: undefined };

const options = /^--(instance-id|context|no-config)(?:=(.*))?$/s;

/** Values that are wrong are left to whoever reads the rest of the line: all that is wrong is told at once. */
export function readChoice(words: readonly string[], config: string | undefined, io: Io): Choice {
  const end = words.indexOf('--');
  const searched = end === -1 ? words : words.slice(0, end);
  const given: StandardOptions = {};
  for (const [at, word] of searched.entries()) {
    const [, name, attached] = options.exec(word) ?? [];
    if (name === undefined) continue;
    const option = standardOptions.get(name);
    if (option?.read) option.read(attached ?? searched[at + 1] ?? '', given);
    else given.noConfig = attached !== 'false';
  }
  return toChoice(given, config, io);
}

/** What was meant where the command is known: after `shell ls`, and where a command has such an option, it is another. */
export function chosenFor(registry: Registry, line: readonly string[], choice: Choice, io: Io): Choice {
  const words = registry.commandFirst(line);
  const { node, depth } = registry.find(words);
  const { standard = {} } = readArguments(node.grammar, words, depth);
  const meant = toChoice(standard, choice.config === false ? undefined : choice.config, io);
  const isSame = meant.config === choice.config && meant.instance === choice.instance;
  return isSame && meant.context === choice.context ? choice : meant;
}

/** The options that choose the same again. */
export function choosing({ config, instance, context }: Choice): readonly string[] {
  return [
    ...(config === undefined ? [] : config === false ? ['--no-config'] : ['--config', config]),
    ...(instance === undefined ? [] : ['--instance-id', instance]),
    ...(context === undefined ? [] : ['--context', context]),
  ];
}

function toChoice({ noConfig, instanceId, context }: StandardOptions, config: string | undefined, io: Io): Choice {
  return { config: noConfig ? false : config, instance: instanceId ?? instanceOf(io), context };
}
