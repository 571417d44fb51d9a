import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProgramPlan } from '../../../vocabulary/program.js';
import { RunTools } from './run-tools.js';

/** Programs are what test/cli-contract/context.test.ts runs. */
function newTools() {
  const freed: string[] = [];
  const tools = new RunTools({
    runId: 'run_1',
    timeoutMs: 1_000,
    plan: (program) => ({ name: program }) as ProgramPlan,
    runProgram: () => Promise.reject(new Error('No program runs here.')),
    runPipeline: () => Promise.reject(new Error('Nor here.')),
    makeDirectory: async () => mkdtempSync(join(tmpdir(), 'cmdgate-test-')),
    acquireLock: async (name) => () => freed.push(name),
  });
  return { tools, freed };
}

test('a directory is made once, and goes with everything in it', async () => {
  const { tools } = newTools();
  const directory = await tools.temporaryDirectory();
  writeFileSync(join(directory, 'file'), '');
  expect(await tools.temporaryDirectory()).toBe(directory);
  await tools.endPrograms();
  expect(existsSync(directory)).toBe(true);
  await tools.release();
  expect(existsSync(directory)).toBe(false);
});

test('each lock is freed once, by the handler or at the end', async () => {
  const { tools, freed } = newTools();
  const release = await tools.lock('one');
  await tools.lock('two');
  release();
  release();
  expect(freed).toEqual(['one']);
  await tools.release();
  expect(freed).toEqual(['one', 'two']);
});

test('once programs are ended, nothing new can be had', async () => {
  const { tools, freed } = newTools();
  await tools.endPrograms();
  await expect(tools.spawn('true', [])).rejects.toThrow('The run has ended.');
  await expect(tools.temporaryDirectory()).rejects.toThrow('The run has ended.');
  await expect(tools.lock('late')).rejects.toThrow('The run has ended.');
  expect(freed).toEqual(['late']);
});

test.each([[[]], [['sort']], ['sort']])('%j is no pipeline', async (stages) => {
  await expect(newTools().tools.pipeline(stages as never)).rejects.toThrow('A pipeline is a list of programs');
});
