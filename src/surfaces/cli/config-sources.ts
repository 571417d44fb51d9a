import { readFileSync } from 'node:fs';
import type { EnvelopeFacts } from '../../renderings/envelope.js';

/** Which files decided about an answer, and a mark that changes when one of them does. */
export async function configSources(
  file: string | undefined,
): Promise<Pick<EnvelopeFacts, 'configSources' | 'configHash'>> {
  if (file === undefined) return { configSources: [] };
  const { createHash } = await import('node:crypto');
  return {
    configSources: [file],
    configHash: createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16),
  };
}
