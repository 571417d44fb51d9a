// A command that works on several things: each is tried, and the answer tells what became of each.

import type { Context, ItemResult, ItemsResult } from '../../../vocabulary/context.js';
import { CommandError, isCommandError } from '../../../vocabulary/gate-error.js';
import { textOfThrown } from '../../../vocabulary/text-of-thrown.js';

/** What it needs of the run. */
export interface ItemsHost extends Pick<Context, 'log' | 'progress'> {
  readonly aborted: boolean;
  /** Where the answer to a run that is ended from outside finds how far it came. */
  tellSoFar(soFar: () => Readonly<Record<string, unknown>>): void;
}

/** One after the other. Throws PARTIAL_FAILURE where some failed, and stops where the run is ended. */
export async function workOnItems<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R | Promise<R>,
  host: ItemsHost,
): Promise<ItemsResult<Awaited<R>>> {
  const done: ItemResult<Awaited<R>>[] = [];
  host.tellSoFar(() => ({ ...reportOf(items, interruptedAt(done, items)), partial: true }));
  for (const [index, item] of items.entries()) {
    const result = await tryOne(work, item, index, host);
    if (host.aborted) throw new DOMException('The run has ended.', 'AbortError');
    done.push(result);
    host.progress(index + 1, items.length);
  }
  const report = reportOf(items, done);
  if (report.summary.failed > 0) throw failedIn(report);
  return report;
}

async function tryOne<T, R>(
  work: (item: T, index: number) => R | Promise<R>,
  item: T,
  index: number,
  { log }: ItemsHost,
): Promise<ItemResult<Awaited<R>>> {
  const about = { index, ...nameOf(item) };
  try {
    return { ...about, ok: true, data: await work(item, index) };
  } catch (error) {
    if (isCommandError(error)) {
      const { code, message, hint } = error;
      return { ...about, ok: false, error: { code, message, hint } };
    }
    log.error(`Item ${index} threw ${textOfThrown(error)}`);
    const message = 'It ended with an unexpected error';
    return {
      ...about,
      ok: false,
      error: {
        code: 'EXECUTION_ERROR',
        message,
        hint: 'This is a bug in the command: its author can find the details in the log',
      },
    };
  }
}

/** A thing is told by what it is called; what is no name is told by its place. */
function nameOf(item: unknown): { readonly item?: string | number } {
  return typeof item === 'string' || typeof item === 'number' ? { item } : {};
}

/** The one that was worked on may be done in part. */
function interruptedAt<R>(done: readonly ItemResult<R>[], items: readonly unknown[]): readonly ItemResult<R>[] {
  const index = done.length;
  if (index >= items.length) return done;
  const error = { code: 'INTERRUPTED', message: 'The run ended in the middle of it', hint: 'Check how far it got' };
  return [...done, { index, ...nameOf(items[index]), ok: false, error }];
}

function reportOf<R>(items: readonly unknown[], tried: readonly ItemResult<R>[]): ItemsResult<R> {
  const succeeded = tried.filter(({ ok }) => ok).length;
  const skipped = items.slice(tried.length).map((item, index) => ({
    index: tried.length + index,
    ...nameOf(item),
    ok: false as const,
    skipped: true as const,
  }));
  return {
    summary: { total: items.length, succeeded, failed: tried.length - succeeded, skipped: skipped.length },
    items: [...tried, ...skipped],
  };
}

function failedIn(report: ItemsResult<unknown>): CommandError {
  const { total, succeeded, failed } = report.summary;
  const errors = report.items.flatMap((item) => ('error' in item ? [item.error] : []));
  const [first] = errors;
  const code = errors.every((error) => error.code === first?.code) ? first?.code : undefined;
  const some = `${failed} of ${total} failed; data.items says which and why`;
  if (succeeded > 0) {
    const hint = 'Fix the problem with those, and send only them again';
    return new CommandError('PARTIAL_FAILURE', some, { hint, data: { ...report, partial: true } });
  }
  const hint = first?.hint ?? 'See data.items for what is wrong with each';
  return new CommandError(code ?? 'EXECUTION_ERROR', some, { hint, data: { ...report } });
}
