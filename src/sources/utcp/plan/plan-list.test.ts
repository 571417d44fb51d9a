import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ProgramPlan, stepsOf } from '../../../vocabulary/program.js';
import {
  asCall,
  asError,
  asPlan,
  cd,
  hidden,
  input,
  newWorkspace,
  output,
  planCall,
  program,
  runList,
  script,
  type ToolParts,
  word,
  write,
} from './test-helpers.js';

const text = { type: 'string' };

/** What is told about a step, without the programs after it. */
const factsOf = ({ name, args, directory, step }: ProgramPlan) => {
  const { next, ...place } = step ?? {};
  return { name, args, directory, ...place, isLast: next === undefined };
};

test('the steps of a list are foreseen one after the other, with the names of outputs in place of them', () => {
  const workspace = newWorkspace();
  mkdirSync(join(workspace, 'src'));
  const plan = planCall(
    {
      properties: { value: text },
      steps: [
        hidden(program('echo', input('value'))),
        cd('src'),
        program('printf', '<%s>', output(0), word('x=', output(0), output(1))),
        program('pwd'),
        cd('..'),
      ],
      options: { continueOnFailure: true },
    },
    { value: 'v' },
    workspace,
  );
  const shared = { of: 5, mayFail: true };

  expect(stepsOf(asPlan(plan)).map(factsOf)).toEqual([
    {
      ...shared,
      name: 'echo',
      args: ['v'],
      directory: workspace,
      number: 1,
      shown: false,
      isRead: true,
      isLast: false,
    },
    {
      ...shared,
      name: 'printf',
      args: ['<%s>', '$CMD_0_OUTPUT', 'x=$CMD_0_OUTPUT'],
      directory: join(workspace, 'src'),
      number: 3,
      shown: true,
      isRead: false,
      isLast: false,
    },
    {
      ...shared,
      name: 'pwd',
      args: [],
      directory: join(workspace, 'src'),
      number: 4,
      shown: true,
      isRead: false,
      isLast: true,
    },
  ]);
  expect(runList(plan).printed).toEqual(['v\n', '<v><x=v>', `${workspace}/src\n`]);
});

test('a single program has no steps, and one behind cd has', () => {
  const workspace = newWorkspace();
  mkdirSync(join(workspace, 'src'));
  const single = asPlan(planCall({ steps: [program('pwd')] }, {}, workspace));
  const behind = asPlan(planCall({ steps: [cd('src'), program('pwd')] }, {}, workspace));

  expect(single.step).toBe(undefined);
  expect(factsOf(behind)).toMatchObject({ directory: join(workspace, 'src'), number: 2, of: 2, isLast: true });
});

test('a directory and a program that an earlier step makes need not be there before', () => {
  const workspace = newWorkspace();
  const plan = planCall(
    {
      steps: [
        program('mkdir', 'made'),
        cd('made'),
        program('cp', '/bin/echo', 'copied'),
        program('./copied', 'hello'),
        program('pwd'),
      ],
      options: { relativePrograms: true },
    },
    {},
    workspace,
  );

  expect(stepsOf(asPlan(plan)).map(({ directory }) => directory)).toEqual([
    workspace,
    ...Array(3).fill(join(workspace, 'made')),
  ]);
  expect(runList(plan)).toEqual({ printed: ['', '', 'hello\n', `${workspace}/made\n`], error: undefined });
});

test('what keeps a later step from being started is told before the first one starts', () => {
  const error = asError(
    planCall({
      steps: [program('touch', 'canary'), program('no-such-program'), cd('/etc'), program('also-no-program')],
    }),
  );

  expect(error.phase).toBe('validation');
  expect(error.details.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'PATH_TRAVERSAL_BLOCKED: The working directory "/etc" is outside the workspace.',
    'PROGRAM_NOT_FOUND: Step 2 of 4 (no-such-program) cannot be started: There is no program "no-such-program" in the search path.',
    'PROGRAM_NOT_FOUND: Step 4 of 4 (also-no-program) cannot be started: There is no program "also-no-program" in the search path.',
  ]);
  const missing = asError(planCall({ steps: [program('true'), program('no-such-program'), program('nor-this-one')] }));
  expect([missing.code, ...missing.details.map(({ message }) => message)]).toEqual([
    'PROGRAM_NOT_FOUND',
    'Step 2 of 3 (no-such-program) cannot be started: There is no program "no-such-program" in the search path.',
    'Step 3 of 3 (nor-this-one) cannot be started: There is no program "nor-this-one" in the search path.',
  ]);
});

test('a directory that is not there and leads out is refused before the first step starts', () => {
  const error = asError(planCall({ steps: [program('true'), cd('../missing'), program('pwd')] }));

  expect([error.code, error.phase, error.message]).toEqual([
    'PATH_TRAVERSAL_BLOCKED',
    'validation',
    'The working directory "../missing" is outside the workspace.',
  ]);
});

test('a tool that only changes the directory is refused', () => {
  const error = asError(planCall({ steps: [cd('.')] }));

  expect([error.code, error.message]).toEqual(['PROGRAM_NOT_FOUND', 'The tool "it" starts no program.']);
});

test('a value that is wrong in two steps is told once', () => {
  const made: ToolParts = {
    properties: { value: text },
    steps: [program('echo', input('value')), program('echo', input('value'))],
  };

  expect(asError(planCall(made, { value: '-rf' })).details).toHaveLength(1);
});

test.each<[string, ToolParts['steps'], string, string]>([
  [
    'as an argument, what reads as a flag',
    [program('printf', '%s', '-rf'), cd('.'), program('echo', output(0))],
    'VALIDATION_ERROR',
    'Step 3 of 3 (echo) cannot be started: The output of step 1 cannot be used: a value that starts with "-" or "+" would be read as a flag.',
  ],
  [
    'as an argument, a path that leads out',
    [program('printf', '/etc/passwd'), cd('.'), program('cat', output(0))],
    'PATH_TRAVERSAL_BLOCKED',
    'Step 3 of 3 (cat) cannot be started: The output of step 1 is outside the workspace',
  ],
  [
    'as a directory, one that leads out',
    [program('printf', '/etc'), cd(output(0)), program('pwd')],
    'PATH_TRAVERSAL_BLOCKED',
    'Step 3 of 3 (pwd) cannot be started: The output of step 1 is outside the workspace',
  ],
  [
    'as a directory, one that is not there',
    [program('printf', 'missing'), cd(output(0)), program('pwd')],
    'DIRECTORY_NOT_FOUND',
    'Step 3 of 3 (pwd) cannot be started: The working directory "missing" does not exist.',
  ],
  [
    'in a shell, what reads as a flag',
    [program('printf', '%s', '--force'), cd('.'), script('echo "$1"', output(0))],
    'VALIDATION_ERROR',
    'Step 3 of 3 (sh) cannot be started: The output of step 1 cannot be used: a value that starts with "-" or "+" would be read as a flag.',
  ],
])('%s that a step printed is refused when it is known', (_, steps = [], code, message) => {
  const { printed, error } = runList(planCall({ steps }));

  expect(printed).toHaveLength(1);
  expect([error?.code, error?.phase, error?.message]).toEqual([code, 'execution', message]);
});

test('what a step printed is data for the next: in arguments, directories and scripts', () => {
  const workspace = newWorkspace();
  const name = '$(touch canary)';
  mkdirSync(join(workspace, name));
  const { printed, error } = runList(
    planCall(
      {
        steps: [
          program('printf', '%s\n\n', name),
          cd(output(0)),
          program('pwd'),
          script('printf "%s" "$1"', output(0)),
          program('printf', '%s', word('[', output(0), ']')),
        ],
      },
      {},
      workspace,
    ),
  );

  expect(error).toBe(undefined);
  expect(printed.slice(1)).toEqual([`${workspace}/${name}\n`, name, `[${name}]`]);
});

test('a link that an earlier step makes is seen when the later one is planned', () => {
  const workspace = newWorkspace();
  const { error } = runList(
    planCall(
      {
        properties: { file: text },
        steps: [program('ln', '-s', '/etc', 'link'), program('cat', input('file'))],
      },
      { file: 'link/passwd' },
      workspace,
    ),
  );

  expect([error?.code, error?.message]).toEqual([
    'PATH_TRAVERSAL_BLOCKED',
    'Step 2 of 2 (cat) cannot be started: The --file argument is outside the workspace',
  ]);
});

test('output that a later step uses is read even where none is captured', () => {
  const plan = asPlan(planCall({ steps: [program('echo', 'x'), program('echo', output(0))], capturesOutput: false }));

  expect(stepsOf(plan).map(({ stdout, stderr, step }) => [stdout, stderr, step?.shown, step?.isRead])).toEqual([
    ['pipe', 'ignore', false, true],
    ['ignore', 'ignore', false, false],
  ]);
});

test('a step is planned again from what was really printed, as often as it is asked for', () => {
  const call = asCall(planCall({ steps: [program('true'), program('echo', output(0))] }));

  expect(asPlan(call.goOn?.('one') ?? call).args).toEqual(['one']);
  expect(asPlan(call.goOn?.('two') ?? call).args).toEqual(['two']);
  expect(call.plan.step?.next?.args).toEqual(['$CMD_0_OUTPUT']);
});

test('text that names an output stays text', () => {
  const workspace = newWorkspace();
  write(workspace, 'file', 'content');
  const value = '$CMD_0_OUTPUT';
  const { printed } = runList(
    planCall(
      {
        properties: { value: text },
        steps: [program('cat', 'file'), program('printf', '%s', input('value')), program('printf', '%s', output(1))],
      },
      { value },
      workspace,
    ),
  );

  expect(printed).toEqual(['content', value, value]);
});
