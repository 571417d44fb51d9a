import type { Check } from '../check.js';
import { aroundChecks } from './around.js';
import { builtInChecks } from './built-ins.js';
import { changeChecks } from './changes.js';
import { childChecks } from './children.js';
import { declarationChecks } from './declarations.js';
import { envelopeChecks } from './envelope.js';
import { execChecks } from './exec.js';
import { exitCodeChecks } from './exit-codes.js';
import { inputChecks } from './inputs.js';
import { keptFileChecks } from './kept-files.js';
import { listChecks } from './lists.js';
import { longWorkChecks } from './long-work.js';
import { networkChecks } from './network.js';
import { optionChecks } from './options.js';
import { placeChecks } from './places.js';
import { secretChecks } from './secrets.js';
import { signalChecks } from './signals.js';
import { specialAnswerChecks } from './special-answers.js';
import { startedProgramChecks } from './started-programs.js';
import { streamChecks } from './streams.js';
import { temporaryFileChecks } from './temporary-files.js';
import { wrongAppChecks } from './wrong-apps.js';

const inOrder = [
  // What any executable shows.
  ...[envelopeChecks, exitCodeChecks, streamChecks, signalChecks, listChecks, optionChecks, secretChecks],
  ...[declarationChecks, builtInChecks, execChecks, childChecks, temporaryFileChecks],
  // What its owner has to name a call for.
  ...[specialAnswerChecks, inputChecks, changeChecks, longWorkChecks, startedProgramChecks, placeChecks],
  ...[keptFileChecks, networkChecks, wrongAppChecks, aroundChecks],
].flat();

/** By the id of the requirement; several look at parts of the same. */
export const allChecks: ReadonlyMap<string, readonly Check[]> = new Map(
  inOrder.map(({ id }) => [id, inOrder.filter((check) => check.id === id)]),
);

/** What all of them look at, in one text. */
export function howOf(checks: readonly Check[]): string {
  return checks.map(({ how }) => how).join('. ');
}
