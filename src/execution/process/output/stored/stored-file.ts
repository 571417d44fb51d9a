import { closeSync } from 'node:fs';
import { type OpenedFile, openToRead } from '../../../../machine/files/open-file.js';
import { FewAtOnce } from '../few-at-once.js';
import { readPart } from '../read-part.js';
import { openGateDirectory, placeOf } from './stored-place.js';

/** However many ask for output, the descriptors are there for programs too. */
const readers = new FewAtOnce(32);

/** One file that some gate has written, or writes. Nothing of it is held open, and nothing that fails is thrown. */
export class StoredFile {
  readonly #directory: string;
  readonly #fileName: string;

  constructor(directory: string, fileName: string) {
    this.#directory = directory;
    this.#fileName = fileName;
  }

  /** Undefined where it is missing, or is something else than a file. */
  size(): number | undefined {
    try {
      const { descriptor, stats } = this.#open();
      closeSync(descriptor);
      return stats.size;
    } catch {
      return undefined;
    }
  }

  /** What is there of these bytes. */
  read(from: number, to: number): Promise<Buffer> {
    return readers.do(() => readPart(() => this.#open(), from, to));
  }

  #open(): OpenedFile {
    const place = placeOf(this.#fileName);
    if (!place) throw new Error('It is not a file of a run');
    const gate = openGateDirectory(this.#directory, place.prefix);
    try {
      return openToRead(gate.pathTo(place.fileName));
    } finally {
      gate.close();
    }
  }
}
