import type { FileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { colors, wantsColor } from '../../renderings/text/colors.js';
import type { Io } from '../../terminal/io.js';
import { readKey } from './keys.js';
import { LiveList } from './live-list.js';
import { openScreen } from './screen.js';

/** The time that is left changes, and not every change is told. */
const redrawMs = 250;

const interrupted = 130;
const terminated = 143;

/** Shows what waits until the person leaves, and resolves to the exit code. Gates know that somebody is there. */
export async function runLiveList(store: FileApprovalStore, workspace: string | undefined, io: Io): Promise<number> {
  const endings = [store.attend()];
  const list = new LiveList({
    store,
    ...(workspace !== undefined && { workspace }),
    colors: colors(wantsColor(io.stdout, io.environment)),
    now: Date.now,
    uptime: () => performance.now(),
  });
  // Read once before the page is taken: what is wrong with the store is told on the ordinary one.
  list.refresh();
  const screen = openScreen(io);
  endings.push(screen.close);
  try {
    return await new Promise<number>((resolve, reject) => {
      let isBusy = false;
      const attempt = (work: () => void) => {
        try {
          work();
        } catch (error) {
          reject(error as Error);
        }
      };
      const draw = () => screen.draw(list.frame(screen.size()));
      const look = () =>
        attempt(() => {
          list.refresh();
          draw();
        });
      const press = (input: Buffer | string) => {
        const key = readKey(input.toString('latin1'));
        if (key === 'interrupt') resolve(interrupted);
        else if (key === 'leave') resolve(0);
        else if (key !== undefined && !isBusy) {
          isBusy = true;
          list
            .press(key)
            .finally(() => {
              isBusy = false;
            })
            .then(() => attempt(draw), reject);
        }
      };
      const hangUp = () => resolve(0);
      const stop = () => resolve(io.signal.reason === 'SIGTERM' ? terminated : interrupted);
      const timer = setInterval(look, redrawMs);
      io.stdin.on('data', press).on('end', hangUp).on('error', hangUp);
      io.stdout.on('resize', draw).on('error', hangUp);
      io.signal.addEventListener('abort', stop);
      endings.push(store.watch(look), () => {
        clearInterval(timer);
        io.stdin.off('data', press).off('end', hangUp).off('error', hangUp);
        io.stdout.off('resize', draw);
        io.signal.removeEventListener('abort', stop);
      });
      if (io.signal.aborted) stop();
      look();
    });
  } finally {
    for (const ending of endings) ending();
  }
}
