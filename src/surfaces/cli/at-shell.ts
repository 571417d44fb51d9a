import type { Io } from '../../terminal/io.js';
import type { AtShell, StdinText } from '../../vocabulary/request.js';

/** What this process was given by whoever started it. Standard input is not touched before somebody wants it. */
export function atShell(io: Io, invocation?: string, beforeAsking?: () => void): AtShell {
  return {
    directory: io.directory,
    invocation,
    environment: io.environment,
    attended: io.stdin.isTTY === true && io.stderr.isTTY === true,
    readStdin: (mostBytes) => readStdin(io, mostBytes),
    // Few commands ask, and a person takes longer than loading this does.
    ask: async (question, signal, details) => {
      beforeAsking?.();
      const { askInWay } = await import('../../terminal/ask-in-way.js');
      return await askInWay(io, question, signal, details);
    },
  };
}

/** So long a pipe may be open before its first byte. */
const longestSilenceMs = 10_000;

async function readStdin({ stdin }: Io, mostBytes: number): Promise<StdinText> {
  if (stdin.isTTY) return { missing: 'terminal' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), longestSilenceMs);
  const stop = () => stdin.destroy();
  silence.signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of stdin) {
      clearTimeout(timer);
      const piece = Buffer.from(chunk as Uint8Array);
      bytes += piece.length;
      if (bytes > mostBytes) return { missing: 'too-large' };
      chunks.push(piece);
    }
  } catch {
    return { missing: 'silent' };
  } finally {
    clearTimeout(timer);
  }
  return bytes === 0 ? { missing: 'silent' } : { text: Buffer.concat(chunks).toString('utf8') };
}
