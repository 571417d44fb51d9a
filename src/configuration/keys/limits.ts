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
    cpuSeconds: integer(1, 10_000_000, 'no limit', 'Seconds of processor time of one process.'),
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
      'Processes and threads of the user at once; the system does not hold root to it.',
    ),
    fileBytes: integer(1, mostBytes, 'no limit', 'The size of a file that it writes.'),
    openFiles: integer(8, 1_000_000, 'no limit', 'Files that one process has open.'),
  },
  { description: 'What one program may use, as far as the system can hold it to that (Linux, with `prlimit`).' },
);

/** What a program in the sandbox may use with all that it starts. */
const sandbox = object(
  {
    processes: integer(1, 1_000_000, mostProcesses, 'Processes and threads at once.'),
    memoryBytes: integer(
      1_048_576,
      mostBytes,
      'three quarters of what the gate could use',
      'Memory that is really used.',
    ),
    freeDiskBytes: integer(
      1,
      mostBytes,
      `${groupDigits(usualReserve)}, or a quarter of what was free at the start`,
      'What has to stay free on a disk that it can write to.',
    ),
  },
  { description: 'What a program in the sandbox may use together with all that it starts.' },
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
      'How long a run may take, in milliseconds, unless its command says otherwise.',
    ),
    rate: object(
      { perMinute: integer(1, 1_000_000, 'no limit', 'Requests of one caller in a minute.') },
      { description: 'How often one caller may ask.' },
    ),
    concurrency: integer(1, 10_000, 256, 'Runs at the same time.'),
    handlerProcesses: integer(
      1,
      1_000,
      8,
      'Processes at the same time for commands that have one of their own; others wait, each caller in turn.',
    ),
    handlerMemoryBytes: integer(
      33_554_432,
      mostBytes,
      1024 ** 3,
      'How much the JavaScript of a process that runs handlers may hold.',
    ),
    processes: integer(1, 10_000, 32, 'Programs at the same time; others wait, each caller in turn.'),
    background: integer(1, 10_000, 32, 'Runs of one caller that go on in the background at the same time.'),
    outputBytes: integer(
      1_024,
      mostBytes,
      16 * 1024 ** 2,
      'How much of each stream of a program is kept for `runs output`.',
    ),
    previewBytes: integer(
      256,
      1_000_000_000,
      `${groupDigits(defaultPreviewBytes)}; at a command line everything that is kept`,
      'How much of each stream of a program stands in the answer: its beginning and its end.',
    ),
    graceMs: integer(0, 600_000, 2_000, 'How long a program has to end by itself after it was told to.'),
    program,
    sandbox,
    responseBytes: integer(
      100,
      1_000_000_000,
      'what the door carries',
      'The size of an answer; what is longer is cut, and says so.',
    ),
  },
  { description: 'How much one request, one caller and the gate may use.' },
);
