import { GateError, type GateErrorOptions } from '../../vocabulary/gate-error.js';

/** What the gate says about a process that holds handlers. Handlers cannot throw it, so that it is always meant. */
export class IsolationError extends GateError {
  constructor(code: 'HANDLER_LOST' | 'UNAVAILABLE', message: string, options: Omit<GateErrorOptions, 'phase'>) {
    super(code, message, { ...options, phase: code === 'HANDLER_LOST' ? 'execution' : 'validation' });
  }
}
