import type { Harmless } from '../entry.js';
import { words } from './arguments.js';
import { changing } from './changing.js';
import { coding } from './coding.js';
import { daily } from './daily.js';
import { reading } from './reading.js';
import { running } from './running.js';
import { searching } from './searching.js';
import { text } from './text.js';
import { versionControl } from './version-control.js';

export const harmless: readonly Harmless[] = [
  ...reading,
  ...searching,
  ...text,
  ...words,
  ...versionControl,
  ...changing,
  ...running,
  ...coding,
  ...daily,
];
