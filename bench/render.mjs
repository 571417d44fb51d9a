// The results as a table for a terminal, and as Markdown.
import { describeTarget, verdict } from './verdict.mjs';

const headings = ['What', 'Configuration', 'Baseline', 'Measured', 'Ratio (p10–p90)', 'Target', 'Result'];

/** Below the heading of a baseline stand the rows that are measured against it. */
export function renderTable({ environment, rows }) {
  const cells = [headings, ...rows.map(toCells)];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
  return [describeEnvironment(environment), '', ...lines, '', summary(rows)].join('\n');
}

export function renderMarkdown({ environment, rows }) {
  const lines = [headings, headings.map(() => '---'), ...rows.map(toCells)].map((row) => `| ${row.join(' | ')} |`);
  return [...lines, '', describeEnvironment(environment)].join('\n');
}

function toCells(row) {
  const { name, configuration, problem, baseline, measured, ratio } = row;
  if (problem) return [name, configuration, '–', 'not measured', '–', describeTarget(row), problem];
  const { median, p10, p90 } = ratio;
  const spread = p10 === p90 ? number(median) : `${number(median)} (${number(p10)}–${number(p90)})`;
  return [
    name,
    configuration,
    `${baseline.name}: ${quantity(baseline)}`,
    quantity(measured),
    spread,
    describeTarget(row),
    verdict(row),
  ];
}

function quantity({ value, unit }) {
  const digits = value < 100 && unit !== '/s' ? 2 : 0;
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit.length === 2 && unit !== '/s' ? `${text} ${unit}` : `${text}${unit}`;
}

function number(value) {
  return value.toFixed(value < 0.1 ? 3 : 2);
}

function describeEnvironment({ node, platform, cores }) {
  return `Node ${node} on ${platform}, ${cores} cores. A ratio is the median over rounds in which baseline and subject take turns.`;
}

function summary(rows) {
  const missed = rows.filter((row) => row.problem || verdict(row).startsWith('missed'));
  if (missed.length === 0) return 'Every target was met.';
  return `Not met: ${missed.map(({ name, configuration, ...row }) => `${name}, ${configuration} (${row.problem ?? verdict(row)})`).join('; ')}.`;
}
