// Lines of the kind that coding agents write, by theme. None is copied from anybody.

import type { Line } from '../line.js';
import { background } from './background.js';
import { builtins } from './builtins.js';
import { controlFlow } from './control-flow.js';
import { expansion } from './expansion.js';
import { files } from './files.js';
import { git } from './git.js';
import { lookingAround } from './looking-around.js';
import { npmAndNode } from './npm-and-node.js';
import { python } from './python.js';
import { quoting } from './quoting.js';
import { redirections } from './redirections.js';
import { refused } from './refused.js';
import { severalParts } from './several-parts.js';
import { textTools } from './text-tools.js';

export const themes: Readonly<Record<string, readonly Line[]>> = {
  lookingAround,
  textTools,
  severalParts,
  git,
  npmAndNode,
  python,
  files,
  controlFlow,
  redirections,
  quoting,
  expansion,
  builtins,
  background,
  refused,
};

export const allLines: readonly Line[] = Object.values(themes).flat();
