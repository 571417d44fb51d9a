// A program may give one signal to hundreds of runs. With a listener for each, Node would warn of a leak.

interface Shared {
  readonly tells: Set<() => void>;
  readonly onAbort: () => void;
}

const sharedBySignal = new WeakMap<AbortSignal, Shared>();

/** Calls back when the signal is aborted, which it must not be yet. Gives a way to stop waiting for it. */
export function whenAborted(signal: AbortSignal, tell: () => void): () => void {
  const shared = sharedBySignal.get(signal) ?? listenTo(signal);
  const { tells, onAbort } = shared;
  tells.add(tell);
  return () => {
    if (!tells.delete(tell) || tells.size > 0) return;
    signal.removeEventListener('abort', onAbort);
    sharedBySignal.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Shared {
  const tells = new Set<() => void>();
  const onAbort = () => {
    for (const tell of tells) tell();
  };
  const shared = { tells, onAbort };
  sharedBySignal.set(signal, shared);
  signal.addEventListener('abort', onAbort, { once: true });
  return shared;
}
