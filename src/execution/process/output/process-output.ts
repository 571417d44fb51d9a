import type { ProgramPlan, StreamMode, StreamName } from '../../../vocabulary/program.js';
import type { RecordedOutput, RecordedStream } from '../../../vocabulary/run-record.js';
import { CapturedStream } from './captured-stream.js';
import { ReadableOutput } from './readable-output.js';
import type { Spool } from './spool.js';

/** What a program printed, while it runs and afterwards. Secrets are not in it. */
export class ProcessOutput extends ReadableOutput<CapturedStream> {
  /** Of each stream, what is kept of its beginning. */
  readonly mostBytes: number;

  constructor(runId: string, plan: ProgramPlan, directory: Spool, mostBytes: number) {
    const capture = (mode: StreamMode, name: StreamName) =>
      mode === 'pipe' ? new CapturedStream({ directory, fileName: `${runId}.${name}`, mostBytes }) : undefined;
    super(runId, plan.encoding, { stdout: capture(plan.stdout, 'stdout'), stderr: capture(plan.stderr, 'stderr') });
    this.mostBytes = mostBytes;
  }

  /** The program has ended. Tells what is kept when all of that is where it will stay: at once where it is short. */
  finish(): RecordedOutput | Promise<RecordedOutput> {
    const stdout = this.stdout?.end();
    const stderr = this.stderr?.end();
    if (!(stdout instanceof Promise) && !(stderr instanceof Promise)) return this.#record(stdout, stderr);
    return Promise.all([stdout, stderr]).then(([one, other]) => this.#record(one, other));
  }

  /** Forgets everything; the files go too, unless they are to outlive the gate. */
  async discard(): Promise<void> {
    await Promise.all([this.stdout?.discard(), this.stderr?.discard()]);
  }

  #record(stdout: RecordedStream | undefined, stderr: RecordedStream | undefined): RecordedOutput {
    return {
      ...(stdout && { stdout }),
      ...(stderr && { stderr }),
      ...(this.encoding !== 'utf8' && { encoding: this.encoding }),
    };
  }
}
