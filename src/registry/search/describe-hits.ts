// What an answer to a search says of each command: the best ones so that they can be called at once, the others in short.
import type { Command } from '../../vocabulary/command.js';
import { firstSentence } from '../first-sentence.js';
import { briefUsage } from '../usage.js';

export interface SearchHit {
  readonly command: string;
  /** Of the first ones: how it is written. */
  readonly usage?: string;
  readonly description: string;
  readonly tags?: readonly string[];
}

/** How many say how they are written. */
const inFull = 3;

const usageLength = 200;

export function describeHits(commands: readonly Command[]): SearchHit[] {
  return commands.map((command, index) => (index < inFull ? describeBest(command) : describeOther(command)));
}

function describeBest(command: Command): SearchHit {
  const { description, tags = [] } = command;
  return {
    command: command.path.join(' '),
    usage: briefUsage(command, usageLength),
    description: firstSentence(description, 120),
    ...(tags.length > 0 && { tags }),
  };
}

function describeOther({ path, description }: Command): SearchHit {
  return { command: path.join(' '), description: firstSentence(description, 60) };
}
