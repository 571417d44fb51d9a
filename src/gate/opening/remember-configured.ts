// What a configuration says about the memory of its gate.

import type { Configuration } from '../../configuration/configuration.js';
import { keyDirectory } from '../../ledger/own-directory.js';
import { type Memory, openMemory } from './open-memory.js';

export function remember({ ledger, workspace, instance }: Configuration): Memory {
  if (!ledger) return { keyDirectory: keyDirectory(workspace, instance) };
  const { url, ...rest } = ledger;
  return openMemory({ ...rest, instance, url: url && (() => url.reveal()) }, workspace);
}
