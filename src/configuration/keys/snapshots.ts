// `snapshots`: the workspace as it was before each run, for `cmdgate undo`.

import { either, flag } from '../../shape/shape.js';
import { oneOf } from './texts.js';

const required = oneOf(['required'], 10, {
  example: 'required',
  default: 'a run starts without one, with a warning',
  description: 'A run for which no snapshot can be taken does not start.',
});

export const snapshots = either(
  (value) => typeof value === 'boolean',
  flag(undefined, '`false` takes none; `true` takes them where `shell` is off, too.'),
  { ...required, kind: 'true, false or "required"', advice: 'Correct the value, or remove the key.' },
  {
    default: 'true where `shell` is enabled',
    description: 'Whether the workspace is kept as it was before each program that may change it, for `cmdgate undo`.',
  },
);
