// `snapshots`: the workspace as it was before each run, for `cmdgate undo`.

import { either, flag } from '../../shape/shape.js';
import { oneOf } from './texts.js';

const required = oneOf(['required'], 10, {
  example: 'required',
  default: 'a run starts without one, with a warning',
  description: 'A run does not start if no snapshot can be taken.',
});

export const snapshots = either(
  (value) => typeof value === 'boolean',
  flag(undefined, '`false` takes none; `true` also takes them when `shell` is off.'),
  { ...required, kind: 'true, false or "required"', advice: 'Fix the value, or remove the key.' },
  {
    default: 'true if `shell` is enabled',
    description: 'Whether the workspace is saved before each program that may change it, for `cmdgate undo`.',
  },
);
