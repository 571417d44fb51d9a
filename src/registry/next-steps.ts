// Loaded by root help alone.

import type { Registry } from './registry.js';

/** What an agent can do beside calling a command by its name: one text, because every start pays for it. */
export function describeNextSteps(registry: Registry): string {
  const hasPrograms = registry.commands.some(({ plan }) => plan !== undefined);
  return [
    "'help <command>' shows its arguments, 'help --search <words>' finds commands, 'schema <command>' returns JSON Schema.",
    "Every command takes --input '<JSON object>'. 'exec' runs several steps in one call.",
    `'runs' lists and controls past and current runs${hasPrograms ? '; add --background to start without waiting' : ''}.`,
  ].join(' ');
}
