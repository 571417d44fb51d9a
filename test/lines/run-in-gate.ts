// Runs a line where agents send it: through the gate.

import { createShell } from '../../src/surfaces/library/create-shell.js';
import type { LineResult } from './run-in-bash.js';
import type { Stage } from './stage.js';

export interface GateLine extends LineResult {
  /** Why nothing ran. */
  readonly refused?: string;
}

/** Somebody who says yes to everything: what is compared is what lines do, not who may send them. */
export function openGate(stage: Pick<Stage, 'workspace' | 'gateEnvironment'>) {
  const shell = createShell({
    workspace: stage.workspace,
    sandbox: 'off',
    policy: { default: 'allow', extends: 'nothing', rules: [] },
    environment: { HOME: stage.gateEnvironment.HOME },
    path: stage.gateEnvironment.PATH.split(':'),
    approve: async () => ({ answer: 'approve', by: 'test' }),
  });
  return {
    run: async (line: string): Promise<GateLine> => {
      const { error, exitCode, stdout, stderr } = await shell.run({ command: line, output_detail: 'full' });
      const isRefused = error !== undefined && exitCode === null && stdout === '' && stderr === '';
      return { exitCode, stdout, stderr, ...(isRefused && { refused: `${error.code}: ${error.message}` }) };
    },
    close: () => shell.close(),
  };
}
