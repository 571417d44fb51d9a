import { categories, levels } from './check.js';
import { brief } from './json.js';
import type { CheckResult, ConformanceReport } from './report.js';

const marks = {
  passed: { text: 'pass', color: 32 },
  failed: { text: 'FAIL', color: 31 },
  advised: { text: 'warn', color: 33 },
  'not-observable': { text: 'n/o', color: 90 },
} as const;

/** The report as a table for people: grouped by category, and for each failed check what was sent, came back and was expected. */
export function renderReport(report: ConformanceReport, options: { readonly color: boolean }): string {
  const paint = (text: string, color: number) => (options.color ? `\u001b[${color}m${text}\u001b[0m` : text);
  const width = Math.max(0, ...report.checks.map((check) => check.id.length));
  const { counts } = report;

  const row = (check: CheckResult): string[] => {
    const advised = check.status === 'failed' && check.severity === 'should';
    const mark = marks[advised ? 'advised' : check.status];
    const facts = `${check.level.padEnd(8)}  ${check.severity.padEnd(6)}`;
    const line = `  ${paint(mark.text.padEnd(4), mark.color)}  ${check.id.padEnd(width)}  ${facts}  ${oneLine(check.title)} [${check.section}]`;
    if (check.status === 'passed') return [line];
    if (check.evidence.findings.length === 0) return [line, `        ${oneLine(check.evidence.summary)}`];
    return [
      line,
      ...check.evidence.findings.flatMap((found) => [
        `        sent      ${oneLine(found.sent)}`,
        `        received  ${oneLine(found.received)}`,
        `        expected  ${oneLine(found.expected)}`,
      ]),
    ];
  };

  return [
    `ACLI conformance of ${oneLine(report.target)}`,
    ...(report.server === null ? [] : [`Server: ${oneLine(report.server.name)} ${oneLine(report.server.version)}`]),
    ...(report.protocolVersion === null ? [] : [`MCP: ${oneLine(report.protocolVersion)}`]),
    ...categories.flatMap((category) => {
      const rows = report.checks.filter((check) => check.category === category).flatMap(row);
      return rows.length === 0 ? [] : ['', category.charAt(0).toUpperCase() + category.slice(1), ...rows];
    }),
    '',
    `${counts.passed} of ${counts.checks} checks passed, ${counts.failedMust} failed, ${counts.failedShould} recommendation${counts.failedShould === 1 ? '' : 's'} not followed, ${counts.notObservable} not observable.`,
    ...levels.map((level) => {
      const reached = report.levels[level];
      const mark = marks[reached ? 'passed' : 'failed'];
      return `${level.padEnd(8)}  ${paint(reached ? 'yes' : 'no', mark.color)}`;
    }),
    `Achieved: ${report.achieved}`,
    ...report.notes.map((note) => `Note: ${note}`),
    '',
  ].join('\n');
}

/** A server's text must not draw on the terminal. */
function oneLine(text: string): string {
  return brief(text, 400).replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
