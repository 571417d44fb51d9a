import type { LockOptions, PipelineStage, SpawnOptions, SpawnResult } from '../../../vocabulary/context.js';
import type { InsideRun } from './inside-run.js';

/** Programs, directories and locks belong to the gate, which also ends, removes and frees them. */
export class RemoteTools {
  readonly #run: InsideRun;

  constructor(run: InsideRun) {
    this.#run = run;
  }

  async spawn(program: string, args: readonly string[], options?: SpawnOptions): Promise<SpawnResult> {
    return (await this.#run.call('spawn', [program, args, options])) as SpawnResult;
  }

  async pipeline(stages: readonly PipelineStage[], options?: SpawnOptions): Promise<SpawnResult> {
    return (await this.#run.call('pipeline', [stages, options])) as SpawnResult;
  }

  async temporaryDirectory(): Promise<string> {
    return (await this.#run.call('temporaryDirectory', [])) as string;
  }

  async lock(name: string, options?: LockOptions): Promise<() => void> {
    const held = await this.#run.call('lock', [name, options]);
    return () => this.#run.tell('release', [held]);
  }

  async endPrograms(): Promise<void> {}

  async release(): Promise<void> {}
}
