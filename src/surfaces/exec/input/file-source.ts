import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { ChunkSource } from './chunk-source.js';

const chunkBytes = 64 * 1024;
const longestWaitMs = 30_000;
const betweenLooksMs = 20;

/** A plan in a file, read as far as it is needed. */
export class FileSource implements ChunkSource {
  readonly endsByItself: boolean;
  readonly #file: FileHandle;
  /** Whether there was ever a writer, of a pipe. */
  #hasBegun = false;
  readonly #patientUntil = performance.now() + longestWaitMs;
  #closed = false;

  private constructor(file: FileHandle, endsByItself: boolean) {
    this.#file = file;
    this.endsByItself = endsByItself;
  }

  /**
   * Rejects where it cannot be opened, or is a directory or a device, which may never end. A pipe with a name that
   * somebody writes is as good as a file; for a writer to come it is waited 30 seconds.
   */
  static async open(path: string): Promise<FileSource> {
    // A pipe without a writer would keep this thread, and with it the process, whatever signal comes.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (stats.isDirectory() || (stats.isCharacterDevice() && !isatty(file.fd)) || stats.isBlockDevice()) {
      await file.close();
      throw new Error('it is no file');
    }
    return new FileSource(file, stats.isFile());
  }

  async next(): Promise<Buffer | undefined> {
    while (!this.#closed) {
      const chunk = await this.#read();
      if (chunk && chunk.length > 0) {
        this.#hasBegun = true;
        return chunk;
      }
      if (chunk && (this.endsByItself || this.#hasBegun)) return undefined;
      if (!chunk) this.#hasBegun = true;
      else if (performance.now() > this.#patientUntil) throw new Error('nobody writes it');
      await pause(betweenLooksMs);
    }
    return undefined;
  }

  /** Empty at the end; undefined where a writer is there and has written nothing yet. */
  async #read(): Promise<Buffer | undefined> {
    try {
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafeSlow(chunkBytes), 0, chunkBytes);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
      throw error;
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#file.close().catch(() => undefined);
  }
}
