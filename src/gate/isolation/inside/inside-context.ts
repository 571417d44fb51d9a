import { CleanUps } from '../../../execution/handler/clean-ups.js';
import { HandlerContext } from '../../../execution/handler/handler-context.js';
import type { Context } from '../../../vocabulary/context.js';
import type { InsideRun } from './inside-run.js';

/** What a handler gets here: the same, but what ends with the run is ended when the gate says so. */
export class InsideContext extends HandlerContext {
  readonly #run: InsideRun;
  readonly #endWork = new CleanUps((problem) => this.log.warn(problem));

  constructor(run: InsideRun) {
    super(run);
    this.#run = run;
  }

  override get onCleanup(): Context['onCleanup'] {
    return (work) => {
      this.#endWork.add(work);
      this.#run.tell('hasCleanUps', []);
    };
  }

  override get items(): Context['items'] {
    return (items, work) => this.#run.workOnItems(items, work as never) as never;
  }

  cleanUp(): Promise<void> {
    return this.#endWork.run();
  }
}
