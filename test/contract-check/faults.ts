// Every check must be able to fail: for each requirement an executable with a fault that its check has to find.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type Cases, caseKinds } from '../../packages/checks/src/contract/cases/case-kinds.js';
import { readCases } from '../../packages/checks/src/contract/cases/read-cases.js';
import { checkContract } from '../../packages/checks/src/contract/check-contract.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = join(root, 'examples/contract');
const faulty = join(root, 'test/fixtures/contract-check/faulty-tool.mjs');

export interface Fault {
  /** As the executable is: `without meta`. */
  readonly fault: string;
  /** The commands of its manifest. */
  readonly commands: string;
  /** The requirements that it does not keep. */
  readonly fails: string;
  /** Others that are looked at, too: what they see, others are about. */
  readonly beside?: string;
  readonly cases?: Cases;
}

const cases = casesOf(JSON.parse(readFileSync(join(example, 'cases.json'), 'utf8')));

/** Calls that have nothing to do with what they are said to show. */
const wrongCases = casesOf(
  Object.fromEntries(
    Object.entries(caseKinds).map(([name, { fields }]) => [
      name,
      Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, wrongValue(type)])),
    ]),
  ),
);

/** What is seen in an answer. */
export const faultsOfAnswers: readonly Fault[] = [
  {
    fault: 'without meta',
    commands: 'account,list.all,wait.forever',
    fails: 'F-001 F-004 F-011 F-018 F-022 F-023 F-024 F-027 F-028 F-039 F-048 O-003 O-041 O-048',
  },
  { fault: 'as text', commands: 'account', fails: 'F-003 F-006 F-047 F-056 F-060' },
  {
    fault: 'with noise',
    commands: 'account',
    fails: 'F-007 F-008 F-014 F-072',
  },
  {
    fault: 'with exit code 1 for every failure',
    commands: 'account',
    fails: 'F-002 F-009 F-015 F-054 F-059 F-067 C-005 C-006 C-028 O-001 O-009 O-021 O-039',
  },
  {
    fault: 'with exit code 1 for every failure',
    commands: 'account,invoice,show,connect,login,program.branch,list.all',
    fails: 'F-044 F-045 C-019 C-020 C-026 O-022 O-032',
  },
  { fault: 'talking on stderr', commands: 'account,logs', fails: 'F-025 F-038 O-008' },
  {
    fault: 'with exit code 1 for everything',
    commands: 'account',
    fails: 'F-010 F-062 F-068 F-074 C-030 O-035 O-036 O-047',
  },
  { fault: 'with something new each time', commands: 'account,connect', fails: 'F-005 F-021 C-007 O-013' },
  { fault: 'without declarations', commands: 'account,login', fails: 'C-001 C-002 C-016 C-027 C-029' },
  { fault: 'without data', commands: 'account,page', fails: 'F-017 F-057 F-058 F-066 C-003 C-015 O-015 O-026' },
  { fault: 'with a file in every directory', commands: 'account', fails: 'C-004 F-002' },
  { fault: 'deaf to options', commands: 'account,list.all', fails: 'F-019 F-052 O-002 O-004 O-016 O-049' },
  { fault: 'telling secrets', commands: 'login', fails: 'F-034 F-051' },
  { fault: 'with a welcome', commands: 'account', fails: 'F-076' },
  { fault: 'talkative by DEBUG', commands: 'account', fails: 'F-073' },
  { fault: 'with pagers for programs', commands: 'program.environment', fails: 'F-046 F-050 F-055' },
  { fault: 'with half characters', commands: 'not-text', fails: 'F-016' },
  { fault: 'without sources', commands: 'mail', fails: 'F-035' },
  { fault: 'without warnings', commands: 'record.old', fails: 'F-060 F-075' },
  { fault: 'with poor skills', commands: 'account', fails: 'O-034 O-043 O-045' },
  { fault: 'without a history', commands: 'account', fails: 'F-026 O-030' },
];

/** Small ones, that are seen in a few answers or declarations alone. */
export const smallFaults: readonly Fault[] = [
  { fault: 'saying ok to what is partly done', commands: 'account', fails: 'F-004', beside: 'C-009' },
  { fault: 'declaring no code but 0', commands: 'account', fails: 'C-001' },
  { fault: 'losing the trace of failures', commands: 'account', fails: 'F-024' },
  { fault: 'with an old time', commands: 'account', fails: 'F-024' },
  { fault: 'with a wrong total', commands: 'list.all', fails: 'F-018' },
  { fault: 'with more after the last page', commands: 'list.all', fails: 'F-018' },
  { fault: 'with a command beside the manifest', commands: 'account,list.all', fails: 'O-041' },
  { fault: 'with a call home in its help', commands: 'account', fails: 'F-068' },
  { fault: 'with a yes for fix_required', commands: 'account', fails: 'F-002 C-014' },
  { fault: 'with colours in texts', commands: 'account', fails: 'F-007' },
  { fault: 'failing at home', commands: 'account', fails: 'F-027' },
  { fault: 'with one format for all', commands: 'account', fails: 'O-001' },
  { fault: 'deaf to dates', commands: 'account', fails: 'O-030' },
  { fault: 'deaf to etags', commands: 'account', fails: 'O-041' },
  { fault: 'with another danger in its schema', commands: 'account', fails: 'O-013' },
  { fault: 'with an example of yesterday', commands: 'account', fails: 'O-041' },
  { fault: 'writing though it is safe', commands: 'account', fails: 'C-002' },
  { fault: 'with a success without data', commands: 'account', fails: 'F-004' },
];

/** What is seen by what happens: how it ends, what it leaves, and in the calls of its owner. */
export const faultsOfWork: readonly Fault[] = [
  { fault: 'with exit code 1 for every failure', commands: 'wait.forever', fails: 'F-069' },
  { fault: 'without anything about errors', commands: 'account', fails: 'F-012 F-033 F-065 C-008 C-013 C-014' },
  { fault: 'without handlers of signals', commands: 'wait.forever', fails: 'F-013 F-031 F-032 F-043 C-017' },
  { fault: 'silent', commands: 'account', fails: 'F-049 F-053 O-050' },
  { fault: 'leaving programs', commands: 'account', fails: 'F-030' },
  { fault: 'losing records', commands: 'account', fails: 'O-036' },
  { fault: 'tearing files', commands: 'account', fails: 'F-070' },
  {
    fault: 'none',
    commands: 'account',
    fails: 'F-036 F-037 F-063 F-064 C-009 C-012 C-021 C-022 C-025 O-024 O-033 O-044',
    cases: wrongCases,
  },
];

/** Looks at the requirements that it does not keep alone: each has to be found wrong. */
export async function expectFound({ fault, commands, fails, beside, cases: own = cases }: Fault): Promise<void> {
  const toIds = (ids = '') => ids.split(' ').map((id) => `REQ-${id}`);
  const wanted = toIds(fails);
  const only = [...wanted, ...toIds(beside)];
  const executable = [process.execPath, faulty, fault, commands];

  // Only what never ends is worth ending early: anything else may take long on a machine that has much to do.
  const timeLimitMs = commands === 'wait.forever' ? 5_000 : 20_000;
  const { checks } = await checkContract({ executable, directory: root, cases: own, only, timeLimitMs });

  const found = checks
    .filter(({ id }) => wanted.includes(id))
    .map(({ id, status, reason }) => [id, status, reason].join(' ').trim());
  expect(found.sort()).toEqual(wanted.map((id) => `${id} failed`).sort());
}

function casesOf(value: unknown): Cases {
  const read = readCases(value, example);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.cases;
}

function wrongValue(type: string): unknown {
  if (type === 'number') return 7;
  if (type === 'text') return 'nothing';
  if (type === 'calls') return { 0: ['account'] };
  return type === 'words' || type === 'texts' || type === 'program' ? ['account'] : ['account', '{value}{url}{file}'];
}
