// What a client says about a run that was handed over to it.

import type { RunState } from '../../vocabulary/program.js';

export interface ReportedEnd {
  readonly run: string;
  readonly state: Extract<RunState, 'completed' | 'failed' | 'canceled' | 'handed_over'>;
  readonly exit_code?: number | undefined;
  readonly duration_ms?: number | undefined;
  readonly stdout_bytes?: number | undefined;
  readonly stderr_bytes?: number | undefined;
}
