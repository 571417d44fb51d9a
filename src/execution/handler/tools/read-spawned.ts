// What a handler gets of a program that has ended.

import type { SpawnResult } from '../../../vocabulary/context.js';
import type { StreamName } from '../../../vocabulary/program.js';
import { decode } from '../../process/output/decode.js';
import type { ProcessOutput } from '../../process/output/process-output.js';
import { unfinishedBytes } from '../../process/output/whole-characters.js';
import type { EndedProcess } from '../../process/run-process.js';

export type EndedProgram = EndedProcess & { readonly status: 'exited' | 'stopped' };

const usualBytes = 1024 * 1024;

/** Forgets the output after that: nobody else can ask for it. */
export async function readSpawned(end: EndedProgram, mostBytes = usualBytes): Promise<SpawnResult> {
  const { exitCode, signal, durationMs, output } = end;
  try {
    const [stdout, stderr] = await Promise.all([readAll(output, 'stdout'), readAll(output, 'stderr')]);
    return {
      ...{ exitCode, signal },
      stdout: textOf(stdout.bytes, mostBytes),
      stderr: textOf(stderr.bytes, mostBytes),
      truncated: [stdout, stderr].some(({ bytes, totalBytes }) => totalBytes > Math.min(bytes.length, mostBytes)),
      timedOut: end.status === 'stopped',
      durationMs: Math.round(durationMs),
    };
  } finally {
    await output.discard();
  }
}

/** From the beginning, as far as it is kept without a gap. */
async function readAll(output: ProcessOutput, name: StreamName): Promise<{ bytes: Buffer; totalBytes: number }> {
  const view = await output[name]?.view();
  if (!view) return { bytes: Buffer.alloc(0), totalBytes: 0 };
  return { bytes: await view.read(0, view.stretchEnd(0)), totalBytes: view.totalBytes };
}

/** No character is cut in half. */
function textOf(bytes: Buffer, mostBytes: number): string {
  if (bytes.length <= mostBytes) return decode(bytes, 'utf8').text;
  const part = bytes.subarray(0, mostBytes);
  return decode(part.subarray(0, part.length - unfinishedBytes(part, 'utf8')), 'utf8').text;
}
