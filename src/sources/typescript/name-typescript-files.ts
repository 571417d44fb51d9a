// In TypeScript, "./x.js" means the file x.ts. The translator tries everything else before that, for each import again,
// which takes longer than to run the modules.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { realPathOf } from '../../machine/paths/real-path.js';

/** An import as the translator writes it. Whatever else looks like one is left to it. */
const translatedImport = /((?:^|;)\s*(?:var _\w+ = (?:_interop\w+\()?)?await jitiImport\()"(\.{1,2}\/[^"\\\n]+)\.js"/gm;

/** The translated module, in which such imports name the file itself. */
export function nameTypescriptFiles(code: string, file: string): string {
  return code.replace(translatedImport, (written: string, before: string, name: string) => {
    const path = resolve(dirname(file), name);
    const meant = existsSync(`${path}.js`) ? undefined : realPathOf(`${path}.ts`);
    return meant === undefined ? written : `${before}${JSON.stringify(meant)}`;
  });
}
