// The same through a gate that lets everything through, so that only the system can hold it.

import { type ConfiguredGate, createGate } from '../../../../src/surfaces/library/create-gate.js';
import type { Outcome } from '../../../../src/vocabulary/outcome.js';
import { writeFiles } from '../../../programs/workspace.js';
import type { Reach } from './probe.js';
import type { Stage } from './stage.js';
import { environmentOf, toVector } from './vector.js';

export interface Attempt {
  readonly outcome: Outcome;
  readonly output: string;
}

/** What runs another program has to get that far; all else may as well be ended. */
const longestMs = (reach: Reach) => (reach === 'runs' ? 20_000 : reach === 'listens' ? 1_500 : 4_000);

/** One command for each probe; what a handle says itself is not looked at for paths or code. */
export async function openGate(directory: string, stages: readonly Stage[]): Promise<ConfiguredGate> {
  const handles = stages.map((stage, index) => toHandle(stage, commandName(index)));
  // As in a workspace that is in use: the gate and git have their places already.
  writeFiles(directory, {
    'handles.json': handles,
    '.git/config': '',
    '.git/hooks/none': '',
    '.cmdgate/none': '',
  });
  const variables = stages.flatMap(({ probe }) => Object.keys(probe.environment ?? {}));
  return await createGate({
    config: {
      handles: [{ files: ['handles.json'], newlines: true, environment: [...new Set(['PATH', ...variables])] }],
      audit: false,
      // Some of them run nothing where there are no Unix sockets.
      sandbox: { mode: 'required', sockets: true },
      limits: { previewBytes: 1024 * 1024, graceMs: 100 },
    },
    directory,
    environment: {},
  });
}

export const commandName = (index: number) => `probe-${index}`;

export async function tryInside(gate: ConfiguredGate, name: string): Promise<Attempt> {
  const outcome = await gate.run([name]);
  const shown = outcome.status === 'completed' ? outcome.data : outcome.error.result;
  const { stdout = '', stderr = '' } = (shown ?? {}) as { stdout?: string; stderr?: string };
  return { outcome, output: stdout + stderr };
}

function toHandle({ probe, directory }: Stage, name: string): object {
  const [command, ...args] = toVector(probe);
  return {
    ...{ name, description: name, handler: 'command', danger: 'safe', command },
    arguments: args.map(literally),
    directory: literally(directory),
    environment: Object.fromEntries(
      Object.entries(environmentOf(probe, directory)).map(([key, value]) => [key, literally(value)]),
    ),
    io: {
      timeout: longestMs(probe.reach),
      ...(probe.stdin !== undefined && { stdin: literally(probe.stdin) }),
    },
  };
}

/** Text in a handle is a template. */
function literally(text: string): string {
  return text.replaceAll(/[\\{]/g, '\\$&');
}
