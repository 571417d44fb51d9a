// Searching 100 MB of output that lies in its file, beside the system's grep on the same file.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './compare.mjs';
import { loadParts } from './load-parts.mjs';
import { inTemporaryDirectory } from './temporary-directory.mjs';
import { inMebibytes, perSecond } from './units.mjs';

const megabytes = 100;
const bytes = megabytes * 1_000_000;
const rounds = 7;
const parts = ['captured-stream', 'spool-directory', 'search/search-output'].map(
  (part) => `src/execution/process/output/${part}.ts`,
);

/** What a server logs: lines of different lengths, some words in many of them, and one needle near the end. */
function* logLines() {
  const words = ['accepted', 'finished', 'request', 'worker', 'timeout', 'retrying', 'connection', 'überprüft'];
  const needle = 'needle 4711 found\n';
  let left = bytes - 1_000_000 - needle.length;
  for (let number = 0; left > 0; number++) {
    const word = words[(number * 7) % words.length];
    const line = `2026-02-01T10:00:${number % 60} INFO [${number % 16}] ${word} id=${number} in ${(number * 31) % 997} ms ${'.'.repeat(number % 50)}\n`;
    left -= Buffer.byteLength(line);
    yield line;
  }
  yield needle;
  for (let number = 0; number < 20_000; number++) yield `the end is near, line ${String(number).padStart(27)}\n`;
}

function* oneLine() {
  for (const line of logLines()) yield line.replace('\n', ' ');
}

const measureSpeed =
  (pattern, lines = logLines) =>
  () =>
    withOutput(lines, async ({ search, file }) => {
      const grep = () => {
        const { status, error } = spawnSync('grep', ['-a', '-c', '-E', pattern, file], { env: {} });
        if (error || status > 1) throw error ?? new Error(`grep exits with ${status}.`);
      };
      const subject = async () => {
        const { matches, searchedBytes } = await search(pattern);
        if (matches.length > 1 || searchedBytes < bytes) throw new Error(`It found ${matches.length} matches.`);
      };
      grep();
      await subject();
      const result = await compare({ baseline: grep, subject, rounds, operations: { baseline: 1, subject: 1 } });
      return {
        baseline: { name: 'grep -c, megabytes', ...perSecond(result.baselineMs / megabytes) },
        measured: perSecond(result.subjectMs / megabytes),
        ratio: result.ratio,
      };
    });

/** The most that the process had at any moment of ten searches, over what it had before. */
const measureMemory = (lines) => () =>
  withOutput(lines, async ({ search }) => {
    await search('needle [0-9]+ lost');
    const idle = process.memoryUsage.rss();
    let most = idle;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 1);
    for (let count = 0; count < 10; count++) await search('[0-9]+ lost');
    clearInterval(timer);
    const ratio = most / idle;
    return {
      baseline: { name: 'before the search', ...inMebibytes(idle) },
      measured: inMebibytes(most - idle),
      ratio: { median: ratio, p10: ratio, p90: ratio },
    };
  });

const speed = (configuration, pattern, target, lines) => ({
  name: 'megabytes searched',
  configuration,
  ...(target && { target: { perSecondAtLeast: target } }),
  measure: measureSpeed(pattern, lines),
});

export default [
  speed('a text', 'needle', 200),
  speed('a text in an expression', 'needle [0-9]+ (lost|found)$', 200),
  speed('a text that many lines have', 'request id=[0-9]*x', undefined),
  speed('no text, a choice', 'nee(dl|ld)es|FATAL|panic', undefined),
  speed('no text, classes', '[a-z]+[0-9]{5,}[A-Z]', undefined),
  speed('a text, all in one line', 'needle', undefined, oneLine),
  {
    name: '100 MB searched ten times, memory',
    configuration: 'many lines',
    target: { mebibytesAtMost: 64 },
    measure: measureMemory(logLines),
  },
  {
    name: '100 MB searched ten times, memory',
    configuration: 'one line',
    target: { mebibytesAtMost: 64 },
    measure: measureMemory(oneLine),
  },
];

/** Gives what was captured as `runs output` would get it. */
function withOutput(lines, use) {
  return inTemporaryDirectory(async (place) => {
    process.env.TMPDIR = place;
    const { CapturedStream, SpoolDirectory, searchOutput } = await loadParts(place, parts);
    const directory = new SpoolDirectory();
    const stream = new CapturedStream({ directory, fileName: 'output', mostBytes: 2 * bytes });
    await fill(stream, lines());
    const view = await stream.view();
    const search = (pattern) => searchOutput(view, 'utf8', { pattern, most: 100, limitBytes: 65_536 });
    const spool = await directory.path();
    const [file] = readdirSync(spool);
    try {
      return await use({ search, file: join(spool, file) });
    } finally {
      await directory.remove();
    }
  });
}

async function fill(stream, lines) {
  let part = '';
  for (const line of lines) {
    part += line;
    if (part.length < 65_536) continue;
    stream.add(Buffer.from(part));
    part = '';
    await new Promise((resolve) => (stream.isFull(resolve) ? undefined : resolve()));
  }
  stream.add(Buffer.from(part));
  await stream.end();
}
