import { commandName } from '../../../vocabulary/names.js';

const longestName = 64;

/** What a manual or a tool is called on a command line. `undefined` where nothing of the name can be kept. */
export function cleanName(name: string): string | undefined {
  if (!/[A-Za-z0-9]/.test(name)) return undefined;
  const plain = name.trim().replace(/[^A-Za-z0-9_-]/g, '_');
  const cleaned = /^[A-Za-z]/.test(plain) ? plain : `x${plain}`;
  return commandName.test(cleaned) && cleaned.length <= longestName ? cleaned : undefined;
}
