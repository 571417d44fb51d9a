import type { Check } from '../check.js';
import { builtInChecks } from './built-ins.js';
import { childChecks } from './children.js';
import { declarationChecks } from './declarations.js';
import { envelopeChecks } from './envelope.js';
import { execChecks } from './exec.js';
import { exitCodeChecks } from './exit-codes.js';
import { listChecks } from './lists.js';
import { optionChecks } from './options.js';
import { secretChecks } from './secrets.js';
import { signalChecks } from './signals.js';
import { streamChecks } from './streams.js';
import { temporaryFileChecks } from './temporary-files.js';
import { unseenChecks } from './unseen.js';

/** By the id of the requirement. */
export const allChecks: ReadonlyMap<string, Check> = new Map(
  [
    ...[envelopeChecks, exitCodeChecks, streamChecks, signalChecks, listChecks, optionChecks, secretChecks],
    ...[declarationChecks, builtInChecks, execChecks, childChecks, temporaryFileChecks, unseenChecks],
  ].flatMap((checks) => checks.map((check) => [check.id, check] as const)),
);
