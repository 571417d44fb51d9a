// What became of a request, in one or two words for a list.

export interface Ended {
  readonly state: string;
  readonly exit_code?: number | null | undefined;
  readonly signal?: string | null | undefined;
  readonly error_code?: string | null | undefined;
}

export function resultText({ state, exit_code, signal, error_code }: Ended): string {
  if (state === 'timed_out') return 'timed out';
  if (state === 'handed_over') return 'left to client';
  if (state !== 'failed' && state !== 'refused') return state;
  if (error_code === 'PERMISSION_DENIED') return 'denied';
  if (error_code === 'APPROVAL_REQUIRED') return 'unanswered';
  if (typeof exit_code === 'number') return `exit ${exit_code}`;
  return signal ?? state;
}
