import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isatty } from 'node:tty';
import type { ChunkSource } from './chunk-source.js';

const chunkBytes = 64 * 1024;

/** A plan in a file, read as far as it is needed. */
export class FileSource implements ChunkSource {
  readonly endsByItself: boolean;
  readonly #file: FileHandle;
  #closed = false;

  private constructor(file: FileHandle, endsByItself: boolean) {
    this.#file = file;
    this.endsByItself = endsByItself;
  }

  /** Rejects where it cannot be opened, or is a directory or a device, which may never end. A pipe with a name is as good as a file. */
  static async open(path: string): Promise<FileSource> {
    const file = await open(path, constants.O_RDONLY);
    const stats = await file.stat();
    if (stats.isDirectory() || (stats.isCharacterDevice() && !isatty(file.fd)) || stats.isBlockDevice()) {
      await file.close();
      throw new Error('it is no file');
    }
    return new FileSource(file, stats.isFile());
  }

  async next(): Promise<Buffer | undefined> {
    if (this.#closed) return undefined;
    const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafeSlow(chunkBytes), 0, chunkBytes);
    return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#file.close().catch(() => undefined);
  }
}
