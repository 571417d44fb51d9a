// `limits`: how much requests and programs may use. What holds unless the owner says otherwise stands here, and nowhere
// else.

import { defaultLineLimits } from '../../command-line/limits.js';
import { mostProcesses, usualReserve } from '../../execution/sandbox/limits/run-limits.js';
import { groupDigits } from '../../shape/group-digits.js';
import { integer, mostBytes, object } from '../../shape/shape.js';
import { longestDelayMs } from '../../vocabulary/longest-delay.js';

/** What a door shows of a program's stream unless it or the configuration says otherwise. */
export const defaultPreviewBytes = 32 * 1024;

const { characters, arguments: words, argumentCharacters } = defaultLineLimits;

/** What one program may use. */
const program = object(
  {
    cpuSeconds: integer(1, 10_000_000, 'no limit', 'Processor time of one process, in seconds.'),
    memoryBytes: integer(
      1_048_576,
      mostBytes,
      'no limit',
      'Address space of one process. Programs such as Node reserve far more than they use.',
    ),
    processes: integer(
      1,
      1_000_000,
      'no limit',
      'Processes and threads of the user at once; the system does not apply this to root.',
    ),
    fileBytes: integer(1, mostBytes, 'no limit', 'The largest file it may write.'),
    openFiles: integer(8, 1_000_000, 'no limit', 'Files that one process may have open.'),
  },
  { description: 'What one program may use, as far as the system can enforce it (Linux, with `prlimit`).' },
);

/** What a program in the sandbox may use with all that it starts. */
const sandbox = object(
  {
    processes: integer(1, 1_000_000, mostProcesses, 'Processes and threads at once.'),
    memoryBytes: integer(
      1_048_576,
      mostBytes,
      'three quarters of the memory the gate could use',
      'Memory actually used.',
    ),
    freeDiskBytes: integer(
      1,
      mostBytes,
      `${groupDigits(usualReserve)}, or a quarter of the space that was free at start`,
      'Space that must stay free on any disk it can write to.',
    ),
  },
  { description: 'What a program in the sandbox may use, together with everything it starts.' },
);

export const limits = object(
  {
    characters: integer(1, 10_000_000, characters, 'The length of a command text.'),
    arguments: integer(1, 100_000, words, 'The number of words in a command text.'),
    argumentCharacters: integer(1, 10_000_000, argumentCharacters, 'The length of one word.'),
    timeoutMs: integer(
      1,
      longestDelayMs,
      30_000,
      'How long a run may take, in milliseconds, unless its command sets its own limit.',
    ),
    rate: object(
      { perMinute: integer(1, 1_000_000, 'no limit', 'Requests of one caller per minute.') },
      { description: 'How often one caller may send requests.' },
    ),
    concurrency: integer(1, 10_000, 256, 'Runs at the same time.'),
    handlerProcesses: integer(
      1,
      1_000,
      8,
      'Processes at the same time for commands that get their own; others wait, callers taking turns.',
    ),
    handlerMemoryBytes: integer(
      33_554_432,
      mostBytes,
      1024 ** 3,
      'How much memory the JavaScript of a handler process may use.',
    ),
    processes: integer(1, 10_000, 32, 'Programs at the same time; others wait, callers taking turns.'),
    background: integer(1, 10_000, 32, 'Background runs of one caller at the same time.'),
    outputBytes: integer(
      1_024,
      mostBytes,
      16 * 1024 ** 2,
      'How much of each stream of a program is kept for `runs output`.',
    ),
    previewBytes: integer(
      256,
      1_000_000_000,
      `${groupDigits(defaultPreviewBytes)}; on a command line, everything that is kept`,
      'How much of each stream of a program is in the answer: its beginning and its end.',
    ),
    graceMs: integer(0, 600_000, 2_000, 'How long a program has to exit after it was asked to, before it is killed.'),
    program,
    sandbox,
    responseBytes: integer(
      100,
      1_000_000_000,
      'what the interface can carry',
      'The maximum size of an answer; longer answers are truncated, and say so.',
    ),
  },
  { description: 'How much one request, one caller and the gate may use.' },
);
