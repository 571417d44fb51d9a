import { defaultLineLimits } from '../../command-line/limits.js';
import { quoteWords } from '../../command-line/quote.js';
import { readLine } from '../../command-line/read-line.js';
import type { Registry } from '../../registry/registry.js';
import { GateError } from '../../vocabulary/gate-error.js';

/** A fix is run without a second thought: one that destroys, or that is no command, is not offered. */
export function offerFix(registry: Registry, toShellLine: (line: string) => string) {
  return (line: string): string | undefined => {
    const words = readLine(line, defaultLineLimits);
    if (words instanceof GateError) return undefined;
    const { command } = registry.find(words).node;
    if (!command || command.danger === 'destructive') return undefined;
    // Its author wrote it for the gate, to which $( and ; mean nothing, perhaps around what a caller sent.
    return toShellLine(quoteWords(words));
  };
}
