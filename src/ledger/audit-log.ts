// The audit log: one JSON object a line, only ever appended to, on the file before the answer leaves.
import { closeSync, constants, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Section 8.3 of the ACLI specification. */
export interface AuditLogEntry {
  readonly timestamp: string;
  readonly command: string;
  readonly parsed_command: string;
  readonly success: boolean;
  readonly error_code?: string;
  readonly duration_ms: number;
  readonly user_context: {
    readonly caller: string;
    readonly role: string;
    readonly session_id: string;
    readonly chat_id: string | null;
    readonly door: string;
    readonly run_id: string;
    readonly dry_run: boolean;
  };
}

export interface AuditLog {
  /** Resolves when the entry is on the file; rejects when it could not be written. */
  record(entry: AuditLogEntry): Promise<void>;
  /** Why nothing can be recorded at the moment. */
  trouble(): Error | undefined;
  close(): void;
}

/**
 * Opens the log for appending. Entries of the same moment share one write. The file survives the death of
 * the gate; whether it survives a power cut is up to the system, except that closing waits for the disk.
 */
export function openAuditLog(file: string): AuditLog {
  return new FileAuditLog(file);
}

class FileAuditLog implements AuditLog {
  readonly #file: string;
  #descriptor: number | undefined;
  #lines = '';
  #written: Promise<void> | undefined;
  #trouble: Error | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  record(entry: AuditLogEntry): Promise<void> {
    this.#lines += `${JSON.stringify(entry)}\n`;
    // A microtask later every run that ends in this moment has added its line.
    this.#written ??= Promise.resolve().then(() => this.#flush());
    return this.#written;
  }

  trouble(): Error | undefined {
    if (this.#trouble) this.#tryAgain();
    return this.#trouble;
  }

  close(): void {
    if (this.#lines !== '') this.#flush();
    if (this.#descriptor === undefined) return;
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #flush(): void {
    const lines = this.#lines;
    this.#lines = '';
    this.#written = undefined;
    try {
      this.#append(lines);
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error as Error;
      throw error;
    }
  }

  #append(text: string): void {
    this.#descriptor ??= open(this.#file);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
  }

  #tryAgain(): void {
    try {
      this.#append('');
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error as Error;
    }
  }
}

function open(file: string): number {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Not through a link: whoever can place one must not choose where the log goes.
  return openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
}
