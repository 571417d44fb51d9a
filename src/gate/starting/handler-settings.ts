// Settings that commands of a program share: read from two files and merged, written into one of them.

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeWholeFile } from '../../execution/handler/tools/write-whole-file.js';
import { readPlainFile } from '../../machine/files/read-plain-file.js';
import { largestSettingsBytes, settingsFiles } from '../../machine/files/settings-files.js';
import type { Settings, WrittenSettings } from '../../vocabulary/context.js';
import { CommandError } from '../../vocabulary/gate-error.js';
import { resolveFor } from '../run/handler-view.js';
import type { Run } from '../run/run.js';
import { waitForLock } from './wait-for-lock.js';

/** What the workspace says wins over what the user says for all of them. */
export async function readSettings(run: Run, program: string): Promise<Settings> {
  const { local, global } = filesOf(run, program);
  // Whoever works in the workspace could put a link there, to a file that is nobody's business.
  return { ...readFileOf(global), ...readFileOf(resolveFor(run, local)) };
}

/** Adds to what is there; `undefined` takes away. Two runs that write at the same time do not lose each other's. */
export async function writeSettings(run: Run, program: string, values: Settings): Promise<WrittenSettings> {
  if (!run.resolved?.command.contract?.writesSettings) {
    throw new TypeError('A command that writes settings must declare it: writesSettings: true.');
  }
  const scope = run.input.global === true ? 'global' : 'local';
  const file = scope === 'global' ? globalFile(run, program) : resolveFor(run, filesOf(run, program).local);
  if (!run.dryRun) await write(run, file, values, scope);
  if (scope === 'global') run.warn('GLOBAL_SETTINGS', `These settings apply to all workspaces; they are in ${file}.`);
  return { file, scope };
}

function filesOf(run: Run, program: string) {
  return settingsFiles(program, run.session.workspace, run.request.atShell?.environment ?? process.env);
}

function globalFile(run: Run, program: string): string {
  if (!run.request.atShell) {
    throw new CommandError('PERMISSION_DENIED', 'Settings for all workspaces can only be written on a command line', {
      hint: 'Remove --global: the settings then apply to this workspace',
    });
  }
  const { global } = filesOf(run, program);
  if (global !== undefined) return global;
  throw new CommandError('PRECONDITION', 'There is no home directory to keep settings in', {
    hint: 'Set HOME or XDG_CONFIG_HOME to an absolute path, or remove --global',
  });
}

const privateFile = 0o600;

async function write(run: Run, file: string, values: Settings, scope: WrittenSettings['scope']): Promise<void> {
  const directory = dirname(file);
  if (scope === 'global') await mkdir(directory, { recursive: true, mode: 0o700 });
  const signal = run.signal ?? new AbortController().signal;
  const free = await waitForLock({ workspace: directory, name: 'settings', runId: run.runId, signal }, {});
  try {
    const settings = { ...readFileOf(file), ...values };
    // A secret among them may be anywhere in the values: what was given one is for this user alone.
    const isPrivate = scope === 'global' || !run.secrets.isNone;
    await writeWholeFile(file, `${JSON.stringify(settings, null, 2)}\n`, isPrivate ? privateFile : undefined);
  } finally {
    free();
  }
}

function readFileOf(file: string | undefined): Settings {
  if (file === undefined) return {};
  let content: Buffer | undefined;
  try {
    content = readPlainFile(file, largestSettingsBytes);
  } catch {
    throw unreadable(file, `it is not a regular file, or is larger than ${largestSettingsBytes} bytes`);
  }
  return content === undefined ? {} : parse(file, content.toString('utf8'));
}

function parse(file: string, text: string): Settings {
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    throw unreadable(file, 'it is not JSON');
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return settings as Settings;
  throw unreadable(file, 'it is not a JSON object');
}

function unreadable(file: string, why: string): CommandError {
  return new CommandError('PRECONDITION', `The settings in ${file} cannot be read: ${why}`, {
    hint: 'Fix the file, or move it away to start without settings',
  });
}
