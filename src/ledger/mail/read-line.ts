import type { Socket } from 'node:net';
import { longestLine } from './message.js';

/** The first line that comes. The rest, if there is one, is not read. */
export function readLine(connection: Socket): Promise<{ readonly line: string } | 'too-long' | 'ended'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (result: { readonly line: string } | 'too-long' | 'ended') => {
      connection.off('data', take).off('end', end).off('close', end).pause();
      resolve(result);
    };
    const end = () => finish('ended');
    const take = (chunk: Buffer) => {
      const newline = chunk.indexOf(10);
      const part = newline === -1 ? chunk : chunk.subarray(0, newline);
      bytes += part.byteLength;
      if (bytes > longestLine) return finish('too-long');
      chunks.push(part);
      if (newline !== -1) finish({ line: Buffer.concat(chunks).toString('utf8') });
    };
    connection.on('data', take).once('end', end).once('close', end);
  });
}
