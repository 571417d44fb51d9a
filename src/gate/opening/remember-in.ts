// What a program that embeds the gate says about its memory, checked as a configuration would be.

import { resolve } from 'node:path';
import { usualRetention } from '../../execution/process/output/stored/retention/retention.js';
import { realFileOf } from '../../ledger/audit-copy.js';
import { findMissingDriver } from '../../ledger/index/postgresql/find-driver.js';
import {
  directoryOfCopy,
  isInReachOfAgents,
  keyDirectory,
  ofInstance,
  stateDirectory,
  usualStateDirectory,
} from '../../ledger/own-directory.js';
import { whyUnwritable } from '../../machine/files/writable.js';
import { fits } from '../../shape/read-shape.js';
import { choice, own, type Shape, text } from '../../shape/shape.js';
import { whatOf } from '../../shape/words.js';
import { GateError } from '../../vocabulary/gate-error.js';
import { type Memory, type MemoryOptions, openLedger, openMemory } from './open-memory.js';

export interface LedgerSettings extends Omit<MemoryOptions, 'auditFile' | 'instance'> {}

/** What it wants to have remembered: nothing, unless it names one of them. */
export interface Kept {
  readonly ledger?: LedgerSettings | undefined;
  readonly audit?: { readonly file: string } | false | undefined;
}

const wholeNumber = own<number>('a whole number of 1 or more', (value) => Number.isInteger(value) && Number(value) > 0);

const settings: { readonly [Key in keyof LedgerSettings]-?: Shape } = {
  directory: text({ what: 'the path of a directory', pattern: '[\\s\\S]', example: '/var/lib/ledger' }),
  sync: { ...choice(['process', 'full']), kind: '"process" or "full"' },
  keepDays: wholeNumber,
  keepBytes: wholeNumber,
  keepLogDays: wholeNumber,
  url: own('a function that returns the address', (value) => typeof value === 'function'),
};

/** A mistyped setting must not be one that is silently not there. */
function checkSettings(ledger: LedgerSettings): void {
  const unknown = Object.keys(ledger).find((name) => !Object.hasOwn(settings, name));
  if (unknown !== undefined)
    throw new TypeError(`ledger has no setting "${unknown}"; the settings are ${Object.keys(settings).join(', ')}.`);
  for (const [name, shape] of Object.entries(settings)) {
    const value = ledger[name as keyof LedgerSettings];
    if (value === undefined ? name === 'directory' : !fits(shape, value))
      throw new TypeError(`ledger.${name} must be ${shape.kind ?? whatOf(shape)}.`);
  }
  const missing = ledger.url && findMissingDriver();
  if (missing) throw new TypeError(`ledger.url: ${missing.message} ${missing.fix}`);
}

/** Where its ledger is. One that names only a copy has it in a place of its own below `state`. */
export function ledgerDirectoryOf({ ledger, audit }: Kept, state: string): string | undefined {
  if (ledger) return resolve(ledger.directory);
  return audit ? directoryOfCopy(realFileOf(audit.file), state) : undefined;
}

/**
 * Throws a TypeError for settings that are none, and for a ledger where agents work; a GateError where nothing could be
 * recorded, because whoever embeds the gate should not learn that from the first request.
 */
export function checkKept(workspace: string, kept: Kept): void {
  const { ledger, audit } = kept;
  if (audit && typeof audit.file !== 'string') throw new TypeError("audit must be { file: 'the path of a file' }.");
  if (ledger) checkSettings(ledger);
  const directory = ledgerDirectoryOf(kept, stateDirectory(workspace));
  if (directory === undefined) return;
  if (ledger && isInReachOfAgents(directory, workspace))
    throw new TypeError('ledger.directory must be outside the workspace, or ".cmdgate" in it.');
  const why = ledger ? undefined : whyUnwritable(directory, 'directory');
  if (why === undefined) return;
  throw new GateError(
    'UNAVAILABLE',
    `audit.file is a copy of a ledger, but the ledger cannot be kept in ${directory}: ${why}`,
    {
      hint: 'Set XDG_STATE_HOME to a directory that this process can write to: the ledger and its key are kept there',
    },
  );
}

/** Throws as `checkKept` does. */
export function rememberIn(workspace: string, kept: Kept): Memory {
  checkKept(workspace, kept);
  return remember(workspace, kept, stateDirectory(workspace));
}

/**
 * The same for a command line of its own. Its workspace is the directory that it is called in: in a home directory, and
 * in everything above, that has the ledger in it. Path arguments and the sandbox keep out of there.
 */
export function rememberAnywhere(workspace: string, kept: Kept, instance?: string): Memory {
  if (kept.ledger) checkSettings(kept.ledger);
  return remember(workspace, kept, usualStateDirectory(), instance);
}

function remember(workspace: string, kept: Kept, state: string, instance?: string): Memory {
  const { ledger, audit } = kept;
  const chosen = ledgerDirectoryOf(kept, state);
  const directory = chosen && ofInstance(chosen, instance);
  const auditFile = audit ? audit.file : undefined;
  if (ledger && directory) return openMemory({ ...ledger, directory, instance, auditFile }, workspace);
  // The copy is what its owner keeps. What is behind it would otherwise grow for ever, and nobody would know.
  const { keepDays: keepLogDays } = usualRetention;
  return {
    ...(directory && { audit: openLedger({ directory, instance, auditFile, keepLogDays }, workspace) }),
    ...(instance !== undefined && { keyDirectory: keyDirectory(workspace, instance) }),
  };
}
