// What a program that embeds the gate says about its memory, checked as a configuration would be.

import { resolve } from 'node:path';
import { openAuditLog } from '../ledger/audit-log.js';
import { findMissingDriver } from '../ledger/index/postgresql/find-driver.js';
import { isInReachOfAgents, keyDirectory, ofInstance } from '../ledger/own-directory.js';
import { type Memory, type MemoryOptions, openMemory } from './open-memory.js';

export interface LedgerSettings extends Omit<MemoryOptions, 'auditFile' | 'instance'> {}

/** A mistyped setting must not be one that is silently not there. */
function checkSettings(ledger: LedgerSettings): void {
  const unknown = Object.keys(ledger).find((name) => !(name in kinds));
  if (unknown !== undefined)
    throw new TypeError(`ledger has no setting "${unknown}"; it has ${Object.keys(kinds).join(', ')}.`);
  for (const [name, { what, holds }] of Object.entries(kinds)) {
    const value = ledger[name as keyof LedgerSettings];
    if (value === undefined ? name === 'directory' : !holds(value))
      throw new TypeError(`ledger.${name} has to be ${what}.`);
  }
  const missing = ledger.url && findMissingDriver();
  if (missing) throw new TypeError(`ledger.url: ${missing.message} ${missing.fix}`);
}

const aNumber = {
  what: 'a whole number from 1 on',
  holds: (value: unknown) => Number.isInteger(value) && Number(value) > 0,
};

const kinds: Readonly<Record<keyof LedgerSettings, { readonly what: string; holds(value: unknown): boolean }>> = {
  directory: { what: 'the path of a directory', holds: (value) => typeof value === 'string' && value !== '' },
  sync: { what: '"process" or "full"', holds: (value) => value === 'process' || value === 'full' },
  keepDays: aNumber,
  keepBytes: aNumber,
  keepLogDays: aNumber,
  url: { what: 'a function that gives the address', holds: (value) => typeof value === 'function' },
};

/** Throws a TypeError for settings that are none, and for a ledger where agents work. */
export function rememberIn(
  workspace: string,
  ledger: LedgerSettings | undefined,
  audit: { readonly file: string } | false | undefined,
): Memory {
  if (ledger) checkSettings(ledger);
  if (ledger && isInReachOfAgents(resolve(ledger.directory), workspace)) {
    throw new TypeError('ledger.directory has to be outside of the workspace, or ".cmdgate" in it.');
  }
  return rememberAnywhere(workspace, ledger, audit);
}

/**
 * The same for a command line of its own. Its workspace is the directory that it is called in: in a home directory, and
 * in everything above, that has the ledger in it. Path arguments and the sandbox keep out of there.
 */
export function rememberAnywhere(
  workspace: string,
  ledger: LedgerSettings | undefined,
  audit: { readonly file: string } | false | undefined,
  instance?: string,
): Memory {
  if (!ledger) {
    return {
      ...(audit && { audit: openAuditLog(audit.file) }),
      ...(instance !== undefined && { keyDirectory: keyDirectory(workspace, instance) }),
    };
  }
  checkSettings(ledger);
  const directory = ofInstance(resolve(ledger.directory), instance);
  return openMemory({ ...ledger, directory, instance, auditFile: audit ? audit.file : undefined }, workspace);
}
