// The same attempt by every source that plans programs: what a rule refuses in one of them, it refuses in all, unless
// the specifications say otherwise.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadOne, newWorkspace, planInput, write } from '../sources/command-handle/test-helpers.js';
import { shell } from '../sources/shell/test-helpers.js';
import { planSpawn } from '../sources/typescript/draft-spawn.js';
import { input, makeCommand, parts, program } from '../sources/utcp/plan/test-helpers.js';
import { CommandError, GateError, type Problem } from '../vocabulary/gate-error.js';
import type { ProgramPlan } from '../vocabulary/program.js';
import { machineOf } from './machine.js';

interface Attempt {
  readonly workspace: string;
  readonly name: string;
  /** What the caller gives. */
  readonly value: string;
  readonly directory?: string;
}

type Result = { readonly plan: ProgramPlan } | { readonly problems: readonly Problem[] };

const environment = { HOME: '/home/ada', TOKEN: 'secret', LD_PRELOAD: '/tmp/x.so' };

/** The first directory is one that the caller can write to. */
const searchPathOf = (workspace: string) => [join(workspace, 'bin'), '/usr/bin', '/bin'];

const answer = (result: { readonly plan: ProgramPlan } | GateError): Result =>
  result instanceof GateError ? { problems: result.details } : result;

const sources: Readonly<Record<string, (attempt: Attempt) => Result | Promise<Result>>> = {
  shell: ({ workspace, name, value, directory }) => {
    const given = { command: name, parameters: [value], ...(directory !== undefined && { directory }) };
    return answer(planInput(shell({ searchPath: searchPathOf(workspace), environment }), given, { workspace }));
  },
  handle: async ({ workspace, name, value, directory }) => {
    const command = await loadOne(
      {
        ...{ command: name, arguments: ['{{value}}'], ...(directory !== undefined && { directory }) },
        parameters: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
      },
      { workspace, host: { searchPath: searchPathOf(workspace), environment } },
    );
    return answer(planInput(command, { value }, { workspace }));
  },
  utcp: ({ workspace, name, value, directory }) => {
    const command = makeCommand({
      steps: [program(name, input('value'))],
      properties: { value: { type: 'string' } },
      host: { searchPath: searchPathOf(workspace), environment },
      ...(directory !== undefined && { directory: parts(directory) }),
    });
    return answer(planInput(command, { value }, { workspace }));
  },
  spawn: ({ workspace, name, value, directory }) => {
    const machine = machineOf({ searchPath: searchPathOf(workspace), environment });
    const scope = { workspace, directory: workspace };
    const options = directory === undefined ? {} : { directory };
    try {
      const around = { scope, machine, traceId: undefined, terminal: false, given: [value] };
      return { plan: planSpawn(name, [value], options, around) };
    } catch (error) {
      if (error instanceof CommandError) return { problems: error.details };
      throw error;
    }
  },
};

async function codesOf(source: string, attempt: Partial<Attempt> & { readonly workspace: string }) {
  const result = await sources[source]?.({ name: 'ls', value: 'x', ...attempt });
  return result && 'problems' in result ? result.problems.map(({ code }) => code) : [];
}

async function planOf(source: string, workspace: string): Promise<ProgramPlan> {
  const result = await sources[source]?.({ name: 'ls', value: 'x', workspace });
  if (!result || !('plan' in result)) throw new Error(JSON.stringify(result));
  return result.plan;
}

const all = Object.keys(sources);

test.each(all)('%s: a plan is plain data', async (source) => {
  const plan = await planOf(source, newWorkspace());

  // Throws for a function.
  expect(structuredClone(plan)).toEqual(plan);
});

test.each([
  // The caller writes the whole call: the policy judges what it means.
  ['shell', []],
  ['handle', ['REFUSED_ARGUMENT']],
  ['utcp', ['REFUSED_ARGUMENT']],
  ['spawn', ['OPTION_IN_VALUE']],
])('%s: a value is never a flag, nor more than a name', async (source, expected) => {
  const workspace = newWorkspace();
  expect(await codesOf(source, { workspace, value: '--exec=x' })).toEqual(expected);
  expect(await codesOf(source, { workspace, value: '+x' })).toEqual(expected);
  // Whether it is installed or not.
  const asMore = (await codesOf(source, { workspace, name: 'perl', value: 'id|' })).includes('REFUSED_ARGUMENT');
  expect(asMore).toBe(source !== 'shell');
});

test.each(all)('%s: no directory leads out, and nobody learns which ones there are', async (source) => {
  const workspace = newWorkspace();
  write(workspace, '.cmdgate/x', '');
  for (const directory of ['..', '/etc', '/no/such/place', '../nowhere', '.cmdgate']) {
    expect(await codesOf(source, { workspace, directory })).toEqual(['PATH_TRAVERSAL_BLOCKED']);
  }
});

test.each(all)('%s: no program is found where the caller can put one', async (source) => {
  const workspace = newWorkspace();
  write(workspace, 'bin/own-tool', '#!/bin/sh\n', 0o755);
  write(workspace, 'bin/ls', '#!/bin/sh\n', 0o755);
  expect(await codesOf(source, { workspace, name: 'own-tool' })).toEqual(['PROGRAM_NOT_FOUND']);
  expect((await planOf(source, workspace)).program).not.toContain(workspace);
});

test.each(all)(
  '%s: nothing of the gate is in the environment, and no directory of the workspace in PATH',
  async (source) => {
    const workspace = newWorkspace();
    const { environment: given } = await planOf(source, workspace);
    expect(given).not.toHaveProperty('TOKEN');
    expect(given).not.toHaveProperty('LD_PRELOAD');
    // A handle gets exactly what it declares.
    expect(given.PATH).toBe(source === 'handle' ? undefined : '/usr/bin:/bin');
  },
);

test.each(all)('%s: what no system takes is refused before, with everything else', async (source) => {
  const workspace = newWorkspace();
  const attempt = { workspace, value: 'x'.repeat(200_000), name: 'no-such-program', directory: 'missing' };
  const codes = ['ARGUMENTS_TOO_LONG', 'DIRECTORY_NOT_FOUND', 'PROGRAM_NOT_FOUND'];
  expect([...(await codesOf(source, attempt))].sort()).toEqual(codes);
});
