// Whether a recipe, a line with `{workspace}`, `{outside}` and perhaps ` << stdin`, would run without asking anybody.

import { tokenize } from '../../src/command-line/tokenize.js';
import type { ConfiguredGate } from '../../src/index.js';

export async function runsUnasked(
  gate: ConfiguredGate,
  { workspace, root }: { readonly workspace: string; readonly root: string },
  recipe: string,
): Promise<boolean> {
  const [line = '', stdin] = recipe
    .replaceAll('{workspace}', workspace)
    .replaceAll('{outside}', `${root}/outside`)
    .split(' << ');
  const words = tokenize(line);
  if (!Array.isArray(words)) throw new Error(`${line} cannot be read`);
  const [command = '', ...parameters] = words as string[];
  const input = { command, parameters, ...(stdin !== undefined && { stdin }) };
  const outcome = await gate.run({ path: 'shell', input }, { dryRun: true });
  return outcome.status !== 'failed' && (outcome.data as { decision?: string }).decision !== 'ask';
}
