import type { KeyPath } from './document.js';
import { quoteForReport } from './quote-for-report.js';

/** A path as people write it: `callers.alice.may[0]`, `callers["a b"]`. */
export function formatKeyPath(path: KeyPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (!/^[A-Za-z_$][\w$-]*$/.test(part)) text += `[${quoteForReport(part)}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}
