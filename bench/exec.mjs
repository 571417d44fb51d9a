// A plan of 100,000 lines beside a bare loop that parses each line and stringifies an answer of the same size, both as
// processes that read a pipe; what it holds; and 100 operations in one plan beside 100 starts.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { compare } from './compare.mjs';
import { packageRoot } from './package-root.mjs';
import { inTemporaryDirectory } from './temporary-directory.mjs';
import { inMebibytes, inMicroseconds, inMilliseconds } from './units.mjs';

const lines = 100_000;
const longestMs = 120_000;

export default [
  {
    name: 'exec, 100,000 lines, each',
    configuration: 'runCli, in-process command',
    target: { ratioAtMost: 2 },
    longestMs,
    measure: () => measureRate(),
  },
  {
    // Where others use the machine as well, this says more than the clock: it counts every thread of both.
    name: 'exec, 100,000 lines, processor time of each',
    configuration: 'runCli, in-process command',
    longestMs,
    measure: () => measureRate(({ processorMs }) => processorMs),
  },
  {
    name: 'exec, memory at 100,000 lines over that at 10,000',
    configuration: 'runCli, in-process command',
    target: { mebibytesAtMost: 8 },
    longestMs,
    measure: measureMemory,
  },
  { name: '100 operations in one plan', configuration: 'runCli, in-process command', longestMs, measure: measureBatch },
];

/** Tells what it used on a descriptor of its own. */
const tellUse = `
import { writeSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, String((user + system) / 1000));
});
`;

const program = `${tellUse}
import { runCli } from ${JSON.stringify(pathToFileURL(join(packageRoot, 'dist', 'index.js')).href)};
const commands = {
  echo: {
    description: 'Give back what came',
    danger: 'safe',
    arguments: [
      { name: '--text', type: 'string', path: false, description: 'A text' },
      { name: '--words', type: 'array', path: false, description: 'Texts' },
    ],
    handler: (fields) => fields,
  },
  memory: { description: 'What it holds', danger: 'safe', handler: () => ({ rss: process.memoryUsage().rss }) },
};
await runCli({ name: 'bench', version: '1.0.0', commands });
`;

/** One answer of exec, in which only the number and the data change. */
const bareLoop = `${tellUse}
let rest = '';
let number = 0;
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  let answers = '';
  for (const line of lines) {
    const { _cmd, ...data } = JSON.parse(line);
    number++;
    const meta = {
      duration_ms: 0, request_id: 'run_mwi18so17lgr47aod_' + number, command: \`echo --input '\${JSON.stringify(data)}'\`,
      timestamp: '2026-11-15T12:00:00.000Z', schema_version: '1.0', tool_version: '1.0.0', cwd: process.argv[2],
      config_sources: [], ok: true, exit_code: 0, timeout_ms: 30000, _cmd, _line: number,
    };
    answers += JSON.stringify({ ok: true, data, error: null, warnings: [], meta }) + '\\n';
  }
  if (!process.stdout.write(answers)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
`;

const echo = (number) => JSON.stringify({ _cmd: 'echo', text: `number ${number}`, words: ['a', 'b'] });

function inPrograms(use) {
  return inTemporaryDirectory(async (directory) => {
    writeFileSync(join(directory, 'program.mjs'), program);
    writeFileSync(join(directory, 'bare.mjs'), bareLoop);
    return await use(directory);
  });
}

/** By the clock, unless something else of what is known about each process counts. */
function measureRate(whatCounts = () => undefined) {
  return inPrograms(async (directory) => {
    const plan = Array.from({ length: lines }, (_, number) => `${echo(number)}\n`).join('');
    const answered = [];
    const baseline = async () => whatCounts(await pipe(['bare.mjs', directory], plan, directory, answered));
    const subject = async () => whatCounts(await pipe(['program.mjs', 'exec'], plan, directory, answered));
    await baseline();
    await subject();
    checkSizes(answered);
    const result = await compare({ baseline, subject, rounds: 7, operations: { baseline: lines, subject: lines } });
    return {
      baseline: { name: 'a bare loop: parse, stringify', ...inMicroseconds(result.baselineMs) },
      measured: inMicroseconds(result.subjectMs),
      ratio: result.ratio,
    };
  });
}

function measureMemory() {
  return inPrograms(async (directory) => {
    const memory = '{"_cmd":"memory"}\n';
    const few = Array.from({ length: 10_000 }, (_, number) => `${echo(number)}\n`).join('');
    const seen = [];
    await pipe(['program.mjs', 'exec'], `${few}${memory}${few.repeat(9)}${memory}`, directory, [], (line) => {
      if (line.includes('"rss"')) seen.push(JSON.parse(line).data.rss);
    });
    const [first, last] = seen;
    const ratio = last / first;
    return {
      baseline: { name: 'at 10,000 lines', ...inMebibytes(first) },
      measured: inMebibytes(last - first),
      ratio: { median: ratio, p10: ratio, p90: ratio },
    };
  });
}

function measureBatch() {
  return inPrograms(async (directory) => {
    const plan = `${echo(1)}\n`.repeat(100);
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe'];
    const baseline = () => {
      for (let count = 0; count < 100; count++) {
        const words = ['program.mjs', 'echo', '--text', 'number 1', '--words', 'a,b'];
        const { status } = spawnSync(process.execPath, words, { cwd: directory, stdio });
        if (status !== 0) throw new Error(`It ended with ${status}.`);
      }
    };
    const subject = async () => {
      await pipe(['program.mjs', 'exec'], plan, directory, []);
    };
    await subject();
    const result = await compare({ baseline, subject, rounds: 2, operations: { baseline: 1, subject: 1 } });
    return {
      baseline: { name: '100 starts', ...inMilliseconds(result.baselineMs) },
      measured: inMilliseconds(result.subjectMs),
      ratio: result.ratio,
    };
  });
}

/** Writes the plan into a process, reads all it answers, and notes how much that was. Gives what it used. */
async function pipe(words, plan, directory, answered, onLine) {
  const child = spawn(process.execPath, words, { cwd: directory, stdio: ['pipe', 'pipe', 'inherit', 'pipe'] });
  const processorMs = text(child.stdio[3]);
  child.stdin.end(plan);
  let bytes = 0;
  let rest = '';
  child.stdout.on('data', (chunk) => {
    bytes += chunk.length;
    if (!onLine) return;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) onLine(line);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`);
  answered.push(bytes);
  return { processorMs: Number(await processorMs) };
}

/** A baseline that writes less would be no baseline. */
function checkSizes([bare, measured]) {
  const ratio = measured / bare;
  if (ratio < 0.9 || ratio > 1.1) throw new Error(`The bare loop writes ${bare} bytes, exec ${measured}.`);
}
