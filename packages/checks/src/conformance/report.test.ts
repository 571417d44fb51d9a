import { describe, expect, test } from 'vitest';
import { type Check, notObservable, type Verdict, verdict } from './check.js';
import { renderReport } from './render-report.js';
import { type ConformanceReport, concludeReport } from './report.js';

const failure = verdict([{ sent: '"help"', received: 'no\u001b[2J', expected: 'a success' }], 'one line');
const pass = verdict([], 'one line');

function conclude(...results: readonly (readonly [Pick<Check, 'level' | 'severity' | 'mustBeObserved'>, Verdict])[]) {
  return concludeReport({
    target: 'node server.js',
    server: { name: 'notes', version: '1.0.0' },
    protocolVersion: '2026-07-28',
    results: results.map(([facts, judged], at) => {
      const check: Check = {
        ...facts,
        id: `parser.check-${at}`,
        title: 'It works',
        category: 'parser',
        section: '4.1',
        run: () => judged,
      };
      const { run: _, mustBeObserved: __, ...named } = check;
      return { check, result: { ...named, ...judged } };
    }),
  });
}

const minimal = { level: 'minimal', severity: 'must' } as const;
const standard = { level: 'standard', severity: 'must' } as const;
const full = { level: 'full', severity: 'must' } as const;
const audit = { ...full, mustBeObserved: true } as const;

describe('a level is reached', () => {
  test.each<[string, ConformanceReport, ConformanceReport['achieved']]>([
    ['when everything passed', conclude([minimal, pass], [standard, pass], [audit, pass]), 'full'],
    ['unless a must of it failed', conclude([minimal, pass], [standard, pass], [full, failure]), 'standard'],
    ['unless a must below it failed', conclude([minimal, failure], [standard, pass], [full, pass]), 'none'],
    [
      'although a recommendation failed',
      conclude([{ ...minimal, severity: 'should' }, failure], [audit, pass]),
      'full',
    ],
    ['although something was not observable', conclude([minimal, notObservable('no')], [audit, pass]), 'full'],
    ['unless that had to be observed', conclude([minimal, pass], [audit, notObservable('no')]), 'standard'],
  ])('%s', (_title, report, achieved) => {
    expect(report.achieved).toBe(achieved);
  });

  test('and Full that lacks only the audit log is noted, but not when something else is missing too', () => {
    const note = 'full: everything observable passed; audit not observable (give --audit-file)';
    expect(conclude([minimal, pass], [audit, notObservable('no')]).notes).toEqual([note]);
    expect(conclude([standard, failure], [audit, notObservable('no')]).notes).toEqual([]);
  });
});

test('the table shows for a failed check what was sent, what came back and what was expected', () => {
  const report = conclude(
    [minimal, pass],
    [standard, failure],
    [{ ...standard, severity: 'should' }, failure],
    [audit, notObservable('MCP does not show it.')],
  );

  expect(renderReport(report, { color: false })).toBe(
    [
      'ACLI conformance of node server.js',
      'Server: notes 1.0.0',
      'MCP: 2026-07-28',
      '',
      'Parser',
      '  pass  parser.check-0  minimal   must    It works [4.1]',
      '  FAIL  parser.check-1  standard  must    It works [4.1]',
      '        sent      "help"',
      '        received  no\\u001b[2J',
      '        expected  a success',
      '  warn  parser.check-2  standard  should  It works [4.1]',
      '        sent      "help"',
      '        received  no\\u001b[2J',
      '        expected  a success',
      '  n/o   parser.check-3  full      must    It works [4.1]',
      '        MCP does not show it.',
      '',
      '1 of 4 checks passed, 1 failed, 1 recommendation not followed, 1 not observable.',
      'minimal   yes',
      'standard  no',
      'full      no',
      'Achieved: minimal',
      '',
    ].join('\n'),
  );
});

test('color marks the status and changes nothing else', () => {
  const report = conclude([minimal, pass], [standard, failure]);
  const colored = renderReport(report, { color: true });

  expect(colored).toContain('\u001b[31mFAIL\u001b[0m');
  expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderReport(report, { color: false }));
});
