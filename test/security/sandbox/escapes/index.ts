import { connectors, listeners } from './connectors.js';
import { interpreters } from './interpreters.js';
import { loaders } from './loaders.js';
import type { Probe } from './probe.js';
import { readers } from './readers.js';
import { runners } from './runners.js';
import { shells } from './shells.js';
import { terminals } from './terminals.js';
import { writers } from './writers.js';

export const allProbes: readonly Probe[] = [
  ...[readers, writers, runners, shells, interpreters, loaders, connectors, listeners, terminals].flat(),
];
