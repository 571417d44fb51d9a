// What is running at this moment, on disk: a gate that dies suddenly leaves runs that are marked as lost, none that
// are missing. One small file beside the audit log for each gate, with one slot for each run that goes on.
import { closeSync, constants, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { takesSignals } from '../machine/processes/process-identity.js';
import { newId } from '../vocabulary/new-id.js';
import type { AuditEntry, RequestEntry } from './run-log.js';

const slotBytes = 2048;
const free = Buffer.from('-');
/** Tells this process from an earlier one with the same number, as containers have them. */
const started = Math.round(performance.timeOrigin).toString(36);

export class OpenRuns {
  readonly #auditFile: string;
  readonly #slots: boolean[] = [];
  #file: string | undefined;
  #descriptor = -1;

  constructor(auditFile: string) {
    this.#auditFile = auditFile;
  }

  /** Writes that a run starts, and gives its slot. Throws when it cannot be written. */
  begin(entry: RequestEntry): number {
    if (this.#file === undefined) this.#open();
    let slot = this.#slots.indexOf(false);
    if (slot === -1) slot = this.#slots.length;
    const bytes = Buffer.alloc(slotBytes, ' ');
    bytes.write(toFit(entry));
    bytes.write('\n', slotBytes - 1);
    writeSync(this.#descriptor, bytes, 0, slotBytes, slot * slotBytes);
    this.#slots[slot] = true;
    return slot;
  }

  end(slot: number): void {
    // Closed meanwhile: the number of the descriptor may belong to another file by now.
    if (this.#file === undefined) return;
    writeSync(this.#descriptor, free, 0, 1, slot * slotBytes);
    this.#slots[slot] = false;
  }

  /** Runs that are still going on stay in the file: if the process ends now, they are lost. */
  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#descriptor);
    if (!this.#slots.includes(true)) rmSync(this.#file, { force: true });
    this.#file = undefined;
  }

  #open(): void {
    const file = `${this.#auditFile}.open-${process.pid}-${started}-${newId()}`;
    const { O_RDWR, O_CREAT, O_EXCL } = constants;
    this.#descriptor = openSync(file, O_RDWR | O_CREAT | O_EXCL, 0o600);
    this.#file = file;
  }
}

/** Takes the runs of dead gates out of their files. `recorded` tells whether a run's end reached the audit log. */
export function takeLostRuns(auditFile: string, recorded: (runId: string) => boolean): AuditEntry[] {
  const directory = dirname(auditFile);
  const prefix = `${basename(auditFile)}.open-`;
  const lost: RequestEntry[] = [];
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(prefix)) continue;
    const [pid, start] = name.slice(prefix.length).split('-');
    if (name.includes('.taken-') || isAlive(Number(pid), start)) continue;
    const file = claim(join(directory, name));
    if (file === undefined) continue;
    lost.push(...readSlots(file).filter((entry) => !recorded(entry.user_context.run_id)));
    rmSync(file, { force: true });
  }
  return lost.map((entry) => ({ ...entry, success: false, error_code: 'LOST', duration_ms: 0 }));
}

/** Another gate that starts at the same moment must not record the same runs again: whoever renames it has it. */
function claim(file: string): string | undefined {
  const claimed = `${file}.taken-${newId()}`;
  try {
    renameSync(file, claimed);
    return claimed;
  } catch {
    return undefined;
  }
}

function readSlots(file: string): RequestEntry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line.startsWith('{') ? [JSON.parse(line) as RequestEntry] : [];
      } catch {
        // Half a slot: its gate died while it wrote, before the run started.
        return [];
      }
    });
}

function isAlive(pid: number, start: string | undefined): boolean {
  return pid === process.pid ? start === started : takesSignals(pid);
}

/** The entry as JSON that fits a slot: a long command is kept by its beginning, enough to know what it was. */
function toFit(entry: RequestEntry): string {
  const whole = JSON.stringify(entry);
  if (Buffer.byteLength(whole) < slotBytes) return whole;
  for (let length = entry.command.length; ; length = Math.floor(length / 2)) {
    const text = JSON.stringify({ ...entry, command: entry.command.slice(0, length) });
    if (Buffer.byteLength(text) < slotBytes || length === 0) return text;
  }
}
