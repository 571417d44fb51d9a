// What a run gave out, as the address of a resource: run://<run>/<stream>, with ?from=<byte> for what comes later.

/** `output` is whichever there is: what a program printed, or what a function gave back. */
export const streams = ['output', 'stdout', 'stderr', 'data'] as const;

export type StreamOfRun = (typeof streams)[number];

export interface RunUri {
  readonly run: string;
  readonly stream: StreamOfRun;
  /** The first byte that is wanted. */
  readonly from: number;
}

export const runUriTemplate = 'run://{run}/{stream}{?from}';

const pattern = /^run:\/\/(run_[0-9a-z_]{1,80})\/([a-z]{1,10})(?:\?from=(\d{1,15}))?$/;

/** Undefined where it is no such address; nothing else reaches a command line. */
export function readRunUri(uri: string): RunUri | undefined {
  const [, run, named, from = '0'] = pattern.exec(uri) ?? [];
  const stream = streams.find((known) => known === named);
  return run === undefined || stream === undefined ? undefined : { run, stream, from: Number(from) };
}

export function writeRunUri({ run, stream, from = 0 }: Omit<RunUri, 'from'> & { readonly from?: number }): string {
  return `run://${run}/${stream}${from > 0 ? `?from=${from}` : ''}`;
}
