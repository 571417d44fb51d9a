// What a program that embeds a gate says about the sandbox, checked as a configuration would be.

import { join, resolve } from 'node:path';
import { byPlace } from '../../configuration/by-place.js';
import { sandbox } from '../../configuration/keys/sandbox.js';
import { resolveSandboxSetup, type WrittenSandbox } from '../../configuration/resolve-sandbox.js';
import { formatKeyPath } from '../../documents/format-key-path.js';
import { findTier } from '../../execution/sandbox/find-tier.js';
import { Sandbox } from '../../execution/sandbox/sandbox.js';
import { quarantineOf, stateDirectory } from '../../ledger/own-directory.js';
import { userDirectories } from '../../machine/paths/user-directories.js';
import { defaultSearchPath } from '../../planning/default-search-path.js';
import { readShape } from '../../shape/read-shape.js';
import type { Report } from '../../shape/shape.js';
import type { GateOptions } from '../gate-options.js';
import { codeIn } from './own-code.js';
import type { Kept } from './remember-in.js';
import { SandboxChoices } from './sandbox-choices.js';

/** As in a configuration; paths are relative to the workspace. */
export type SandboxOption = WrittenSandbox;

/** Throws a TypeError with everything that is wrong. */
export function openGivenSandbox(
  option: SandboxOption,
  workspace: string,
  { ledger, audit }: Kept,
): Pick<GateOptions, 'sandbox' | 'sandboxChoices'> {
  const { commands = {}, ...choice } = readOption(option, workspace);
  if ([choice, ...Object.values(commands)].every(({ mode }) => mode === 'off')) return {};
  return {
    sandbox: new Sandbox(
      { ...choice, commands },
      {
        readOnly: [...(audit ? [resolve(audit.file)] : []), ...codeIn(workspace, [])],
        quarantine: quarantineOf(workspace),
        // A command line can be called above the usual one, and has its ledger and the key of it there all the same.
        hidden: [stateDirectory(workspace), ...userDirectories(), ...(ledger ? [resolve(ledger.directory)] : [])],
      },
      findTier,
      { environment: process.env, searchPath: defaultSearchPath(process.env) },
    ),
    // Whoever embeds the gate has written the commands, or chosen them.
    sandboxChoices: new SandboxChoices(commands, 'trusted'),
  };
}

function readOption(option: SandboxOption, workspace: string) {
  const problems: string[] = [];
  const report: Report = (path, { message, fix }) => {
    problems.push(`${formatKeyPath(path)}: ${message} ${fix}`);
  };
  const written = readShape(sandbox, option, ['sandbox'], report, byPlace()) ?? {};
  const setup = resolveSandboxSetup(written, {
    ...{ file: join(workspace, 'options'), environment: process.env, report },
    ...{ locate: () => undefined, instance: undefined },
  });
  if (problems.length > 0) throw new TypeError(problems.join('\n'));
  return setup;
}
