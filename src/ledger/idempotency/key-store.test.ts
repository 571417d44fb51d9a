import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Claim, KeyStore, type KeyUse } from './key-store.js';

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cmdgate-keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'keys');
}

const use: KeyUse = { tool: 'office', caller: 'agent', key: 'k1', request: 'add a', run: 'run_1' };

function take(store: KeyStore, change: Partial<KeyUse> = {}): Extract<Claim, { state: 'taken' }> {
  const claim = store.claim({ ...use, ...change });
  if (claim.state !== 'taken') throw new Error(`The key is ${claim.state}`);
  return claim;
}

test('the first use takes the key, and those after it get its answer, in other processes too', () => {
  const directory = newDirectory();
  take(new KeyStore(directory)).answer('the answer');
  expect(new KeyStore(directory).claim({ ...use, run: 'run_2' })).toEqual({
    state: 'answered',
    run: 'run_1',
    text: 'the answer',
  });
});

test('as long as it is not answered, it is running', () => {
  const store = new KeyStore(newDirectory());
  take(store);
  expect(store.claim(use)).toEqual({ state: 'running', run: 'run_1' });
});

test('what was given back can be taken again', () => {
  const store = new KeyStore(newDirectory());
  take(store).giveBack();
  expect(store.claim({ ...use, run: 'run_2' })).toMatchObject({ state: 'taken' });
});

test('the same key with another request is told, answered or not', () => {
  const store = new KeyStore(newDirectory());
  const claim = take(store);
  const other = { ...use, request: 'add b', run: 'run_2' };
  expect(store.claim(other)).toEqual({ state: 'other-request', run: 'run_1' });
  claim.answer('x');
  expect(store.claim(other)).toEqual({ state: 'other-request', run: 'run_1' });
});

test('another caller has keys of its own', () => {
  const store = new KeyStore(newDirectory());
  take(store).answer('x');
  expect(store.claim({ ...use, caller: 'other' })).toMatchObject({ state: 'taken' });
});

test('a holder that has ended without an answer is lost', () => {
  const directory = newDirectory();
  const store = new KeyStore(directory);
  take(store);
  const [file = ''] = readdirSync(directory);
  const pid = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
  const held = JSON.parse(readFileSync(join(directory, file), 'utf8')) as { process: object };
  writeFileSync(join(directory, file), JSON.stringify({ ...held, process: { ...held.process, pid, started: '1' } }));
  expect(store.claim(use)).toEqual({ state: 'lost', run: 'run_1' });
});

test('another program in the same workspace has keys of its own', () => {
  const store = new KeyStore(newDirectory());
  take(store).answer('x');
  expect(store.claim({ ...use, tool: 'deploy' })).toMatchObject({ state: 'taken' });
});

test('where the answer could not be kept, or a power cut has emptied the file, it is lost', () => {
  const directory = newDirectory();
  const store = new KeyStore(directory);
  take(store).lose();
  expect(store.claim(use)).toEqual({ state: 'lost', run: undefined });
  expect(store.claim({ ...use, request: 'add b' })).toEqual({ state: 'lost', run: undefined });
});

test('whoever takes a forgotten key again is not given the answer of the one before', () => {
  const directory = newDirectory();
  const store = new KeyStore(directory);
  take(store).answer('x');
  for (const name of readdirSync(directory)) if (name.endsWith('.held')) rmSync(join(directory, name));
  take(store, { run: 'run_2' });
  expect(store.claim({ ...use, run: 'run_3' })).toEqual({ state: 'running', run: 'run_2' });
});

test('of many at the same time one takes it', () => {
  const directory = newDirectory();
  const states = Array.from({ length: 20 }, (_, index) =>
    new KeyStore(directory).claim({ ...use, run: `run_${index}` }),
  );
  expect(states.filter(({ state }) => state === 'taken')).toHaveLength(1);
  expect(readdirSync(directory)).toHaveLength(1);
});

test('after a month a key is forgotten', () => {
  const directory = newDirectory();
  take(new KeyStore(directory)).answer('x');
  const old = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000);
  for (const name of readdirSync(directory)) utimesSync(join(directory, name), old, old);
  expect(new KeyStore(directory).claim(use)).toMatchObject({ state: 'taken' });
});
