import { tokenize } from '../../src/command-line/tokenize.js';

/**
 * A response without what may differ from door to door: its time, the run's id, how words were quoted, and whether there
 * is a ledger in which the rest of an answer can be read.
 */
export function normalize(text: string): unknown {
  const response = JSON.parse(
    text
      .replaceAll(/run_[0-9a-z]+_[0-9a-z]+/g, 'run_id')
      .replace("'runs output run_id --stream data' reads all of it", 'Ask for less'),
  ) as {
    _meta: { command: unknown; duration_ms?: number; warnings?: { code: string }[] };
    error?: { retry_after_ms?: number; hint: string };
  };
  const { _meta: meta, error } = response;
  if (typeof meta.command === 'string') meta.command = wordsOf(meta.command);
  if (meta.duration_ms !== undefined) meta.duration_ms = 0;
  // Only on a command line can others see it.
  const warnings = meta.warnings?.filter(({ code }) => code !== 'SECRET_ON_COMMAND_LINE');
  if (warnings?.length === 0) delete meta.warnings;
  else if (warnings) meta.warnings = warnings;
  if (error?.retry_after_ms !== undefined) {
    error.retry_after_ms = 0;
    error.hint = error.hint.replace(/\d+/, 'some');
  }
  return response;
}

/** The words, so that `'a'` and `a` are the same; the door's own request for ACLI is not part of them. */
function wordsOf(command: string): unknown {
  const words = tokenize(command);
  if (!Array.isArray(words)) return command;
  return words[0] === '--format' && words[1] === 'acli' ? words.slice(2) : words;
}
