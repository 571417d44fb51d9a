import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bundle } from '../fixtures/bundle.js';
import { isAlive } from '../fixtures/is-alive.js';
import { keepersOf, programs, TestGate, until, untilGone } from '../fixtures/keeper/control.js';

const source = (name: string) => fileURLToPath(new URL(`../../src/execution/process/keeper/${name}`, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'cmdgate-keeper-'));
const module = join(folder, 'chunks', 'process-keeper.mjs');

/** As in a build: the program lies in one file above the chunk that starts it. */
beforeAll(async () => {
  await bundle(source('process-keeper.ts'), module);
  await bundle(source('program/keeper-process.mjs'), join(folder, 'keeper-process.mjs'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const gates: TestGate[] = [];

function openGate(options: ConstructorParameters<typeof TestGate>[1] = { owns: 'runs' }): TestGate {
  const gate = new TestGate(module, options);
  gates.push(gate);
  return gate;
}

afterEach(async () => {
  for (const gate of gates.splice(0)) {
    await gate.end();
    await until(() => keepersOf(gate.pid).length === 0);
  }
});

const ways = ['detached', 'daemon', 'session'] as const;

test.each(ways)('what a run left behind is ended soon after it: %s', async (way) => {
  const gate = openGate();

  const left = await gate.leave('run', programs[way]);

  await untilGone(left);
});

test.each(['groups', 'ps'] as const)(
  'without the mark, what was seen below a run is ended after it: %s',
  async (sight) => {
    const gate = openGate({ owns: 'runs', sight });
    gate.tell({ do: 'scope' });
    expect(await gate.answer({}, 'scope')).toBe('groups');
    const program = await gate.start('run', ['sh', '-c', 'setsid sleep 60 & echo $!; sleep 2']);

    await until(() => !isAlive(program));
    const left = Number(await gate.answer({ id: 'run' }, 'output'));
    gate.pids.add(left);

    await untilGone(left);
  },
);

test('with the mark it says so', async () => {
  const gate = openGate();
  await gate.leave('run', ['true']);
  gate.tell({ do: 'scope' });
  expect(await gate.answer({}, 'scope')).toBe('marked');
});

test('a leftover is ended while another run lives, and that run keeps its own daemon until its end', async () => {
  const gate = openGate();
  const living = await gate.start('living', ['sh', '-c', `python3 ${programs.daemon[1]} > ${folder}/daemon; sleep 60`]);
  const daemon = Number(
    await until(() => (existsSync(`${folder}/daemon`) && readFileSync(`${folder}/daemon`, 'utf8')) || undefined),
  );
  gate.pids.add(daemon);

  for (let run = 0; run < 20; run++) await untilGone(await gate.leave(`run ${run}`, programs.session));
  expect([living, daemon].map(isAlive)).toEqual([true, true]);

  process.kill(living, 'SIGKILL');
  await untilGone(daemon);
});

test('the children, sessions and daemons of the program around the gate are its own, in a run and outside', async () => {
  const gate = openGate();
  const sleeper = ['sh', '-c', 'echo $$; exec sleep 60'];
  const before = [
    await gate.own('child before', sleeper, false),
    await gate.own('daemon before', programs.daemon, true),
  ];
  const run = await gate.start('run', programs.sleep);
  const during = [
    await gate.own('child', sleeper, false),
    await gate.own('session', sleeper, true),
    await gate.own('daemon', programs.daemon, false),
  ];
  process.kill(run, 'SIGKILL');
  await gate.answer({ id: 'run' }, 'output');
  const after = await gate.own('daemon after', programs.daemon, true);
  await untilGone(await gate.leave('another run', programs.daemon));
  // The sweeps after a run are over by then.
  await sleep(1_000);

  const own = [...before, ...during, after];
  expect(own.map(isAlive)).toEqual(own.map(() => true));
});

test('what moves from process to process is caught', async () => {
  const gate = openGate();
  const file = join(folder, 'hopper');
  gate.tell({ do: 'run', id: 'run', argv: [...programs.hop, file] });
  await gate.answer({ id: 'run' }, 'output');

  const newest = () => readFileSync(file, 'utf8');
  let before = '';
  // It moves every few milliseconds.
  while (before !== newest()) {
    before = newest();
    await sleep(500);
  }
  expect(isAlive(Number(newest()))).toBe(false);
});

test('what multiplies while it is being ended is ended altogether', async () => {
  const gate = openGate();
  const crowd = join(folder, 'crowd');
  mkdirSync(crowd);
  gate.tell({ do: 'run', id: 'run', argv: [...programs.multiply, crowd] });
  await gate.answer({ id: 'run' }, 'output');

  try {
    await until(() => !readdirSync(crowd).some((pid) => isAlive(Number(pid))));
  } finally {
    for (const pid of readdirSync(crowd)) gate.pids.add(Number(pid));
  }
  const size = readdirSync(crowd).length;
  await sleep(500);
  expect(readdirSync(crowd).length).toBe(size);
});

test.each([
  { owns: 'runs' },
  { owns: 'process' },
  { owns: 'runs', sight: 'groups' },
  { owns: 'runs', sight: 'ps' },
] as const)(
  'when the gate is killed, its runs, what they started and its directories are gone: %o',
  async (options) => {
    const gate = openGate(options);
    const directory = mkdtempSync(join(folder, 'ü '));
    writeFileSync(join(directory, 'spool'), 'text');
    const runs = [
      await gate.start('first', programs.sleep),
      await gate.start('second', ['sh', '-c', 'sleep 60 & sleep 60']),
    ];
    const left = 'sight' in options ? [] : [await gate.start('third', [...programs.daemon, '60'])];
    gate.tell({ do: 'directory', path: directory });
    gate.tell({ do: 'scope' });
    await gate.answer({}, 'scope');

    await gate.kill();

    await untilGone(...runs, ...left);
    await until(() => keepersOf(gate.pid).length === 0);
    expect(existsSync(directory)).toBe(false);
  },
);

test('a closed keeper still ends what runs left behind, then itself', async () => {
  const gate = openGate();
  const directory = mkdtempSync(join(folder, 'kept-'));
  gate.tell({ do: 'directory', path: directory });
  const own = await gate.own('own', ['sh', '-c', 'echo $$; exec sleep 60'], true);
  const left = await gate.leave('run', programs.daemon);
  const keeper = await gate.keeperPid();

  gate.tell({ do: 'close' });

  await untilGone(left, keeper);
  expect([isAlive(gate.pid), isAlive(own), existsSync(directory)]).toEqual([true, true, true]);
});

test('a keeper that was killed is replaced, and the new one knows the runs that go on', async () => {
  const gate = openGate();
  const living = await gate.start('living', programs.sleep);
  const first = await gate.keeperPid();
  await sleep(1_100);
  process.kill(first, 'SIGKILL');
  expect(await gate.answer({}, 'problem')).toContain('The keeper ended unexpectedly and is being restarted.');
  const second = await gate.keeperPid(first);

  await untilGone(await gate.leave('run', programs.daemon));
  expect([living, second].map(isAlive)).toEqual([true, true]);

  await gate.kill();
  await untilGone(living, second);
});

test('a keeper that hangs or cannot be reached does not disturb a run', async () => {
  const gate = openGate();
  await gate.start('living', programs.sleep);
  const keeper = await gate.keeperPid();
  process.kill(keeper, 'SIGSTOP');

  for (let run = 0; run < 300; run++) gate.tell({ do: 'run', id: `run ${run}`, argv: ['true'] });
  expect(await gate.answer({ id: 'run 299' }, 'output')).toBe('');

  process.kill(keeper, 'SIGKILL');
  await gate.keeperPid(keeper);
});

test.each(['run', 'gate'] as const)(
  'a gate inside a run ends what it started when the %s around it is ended',
  async (around) => {
    const outer = openGate();
    const file = join(folder, `inside a ${around}`);
    const inner = `
    const { ProcessKeeper } = await import(${JSON.stringify(module)});
    const keeper = new ProcessKeeper({ owns: 'process' });
    await keeper.runStarts('inner');
    const { spawn } = await import('node:child_process');
    const child = spawn('python3', [${JSON.stringify(programs.daemon[1])}, '60'], { detached: true });
    keeper.runStarted('inner', child.pid);
    const { writeFileSync } = await import('node:fs');
    child.stdout.once('data', (pid) => writeFileSync(${JSON.stringify(file)}, child.pid + ' ' + pid));`;
    const gate = await outer.start('gate', ['node', '--input-type=module', '-e', inner]);
    const text = await until(() => (existsSync(file) && readFileSync(file, 'utf8')) || undefined);
    const started = text.split(' ').map(Number);
    for (const pid of started) outer.pids.add(pid);
    const innerKeepers = keepersOf(gate);
    for (const pid of innerKeepers) outer.pids.add(pid);
    expect(innerKeepers.length).toBe(1);

    // Other runs come and go meanwhile.
    await untilGone(await outer.leave('run', programs.daemon));
    expect([gate, ...started, ...innerKeepers].map(isAlive)).toEqual([true, true, true, true]);

    if (around === 'run') process.kill(gate, 'SIGKILL');
    else await outer.kill();
    await untilGone(gate, ...started, ...innerKeepers);
  },
);

test('two gates on one machine leave the runs of each other alone', async () => {
  const [one, other] = [openGate(), openGate({ owns: 'process' })];
  const living = await one.start('living', [...programs.daemon, '60']);
  await untilGone(await other.leave('run', programs.daemon));
  await other.kill();
  await until(() => keepersOf(other.pid).length === 0);

  expect([living, ...keepersOf(one.pid)].map(isAlive)).toEqual([true, true]);
});

test('everything the process started dies with it where it owns the process, and only runs where it does not', async () => {
  const own = ['sh', '-c', 'echo $$; exec sleep 60'];
  const pids: number[] = [];
  for (const owns of ['process', 'runs'] as const) {
    const gate = openGate({ owns });
    await gate.leave('run', ['true']);
    pids.push(await gate.own('own', own, true), await gate.own('daemon', programs.daemon, true));
    await gate.kill();
    await until(() => keepersOf(gate.pid).length === 0);
  }

  expect(pids.map(isAlive)).toEqual([false, false, true, true]);
});

test('the first runs may come all at once', async () => {
  const gate = openGate();
  const ids = Array.from({ length: 20 }, (_, index) => `run ${index}`);
  for (const id of ids) gate.tell({ do: 'run', id, argv: programs.session });
  const outputs = await Promise.all(ids.map((id) => gate.answer({ id }, 'output')));
  for (const pid of outputs) gate.pids.add(Number(pid));

  await untilGone(...outputs.map(Number));
});

test.each([
  { endedSecondsAgo: 3_600, survives: true },
  { endedSecondsAgo: 0, survives: false },
])('what is left in the session of a run that ended $endedSecondsAgo s ago: survives $survives', async (example) => {
  const program = spawn('sh', ['-c', 'sleep 60 & echo $!'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const [[text]] = (await Promise.all([once(program.stdout, 'data'), once(program, 'exit')])) as [[Buffer], unknown];
  const left = Number(text);
  const file = join(folder, `slots ${example.endedSecondsAgo}`);
  const endedAt = Math.floor(Date.now() / 1_000) - example.endedSecondsAgo;
  writeFileSync(file, new Uint8Array(Int32Array.from([1, -1, program.pid ?? 0, endedAt]).buffer));
  const slots = openSync(file, 'r');
  const keeper = spawn(process.execPath, [join(folder, 'keeper-process.mjs'), String(process.pid), 'proc'], {
    stdio: ['pipe', 'ignore', 'inherit', slots],
  });
  const ended = once(keeper, 'exit');

  // It sweeps before it ends.
  keeper.stdin?.end('close\n');
  await ended;

  closeSync(slots);
  const survives = isAlive(left);
  if (survives) process.kill(left, 'SIGKILL');
  expect(survives).toBe(example.survives);
});
