// The results as a table for a terminal, and as Markdown.
import { describeTarget, verdict } from './verdict.mjs';

const headings = ['What', 'Configuration', 'Baseline', 'Measured', 'Ratio (p10–p90)', 'Target', 'Result'];

export function renderTable({ environment, rows }) {
  const cells = rows.map(toCells);
  const widths = headings.map((heading, column) => Math.max(heading.length, ...cells.map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd();
  const lines = [line(headings)];
  let group;
  for (const [index, { baseline }] of rows.entries()) {
    // What the rows are measured against is said once.
    if (baseline && baseline.name !== group) lines.push('', `against ${baseline.name}:`);
    group = baseline?.name ?? group;
    lines.push(line(cells[index]));
  }
  return [describeEnvironment(environment), '', ...lines, '', summary(rows)].join('\n');
}

export function renderMarkdown({ environment, rows }) {
  const cells = rows.map((row) => {
    const [name, configuration, baseline, ...others] = toCells(row);
    return [name, configuration, row.baseline ? `${row.baseline.name}: ${baseline}` : baseline, ...others];
  });
  const lines = [headings, headings.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`);
  return [...lines, '', describeEnvironment(environment)].join('\n');
}

function toCells(row) {
  const { name, configuration, problem, baseline, measured } = row;
  if (problem) return [name, configuration, '–', 'not measured', '–', describeTarget(row), problem];
  return [
    name,
    configuration,
    quantity(baseline),
    quantity(measured),
    spread(row.ratio),
    describeTarget(row),
    verdict(row),
  ];
}

function spread({ median, p10, p90 }) {
  return p10 === p90 ? number(median) : `${number(median)} (${number(p10)}–${number(p90)})`;
}

function number(value) {
  return value.toFixed(value < 0.1 ? 3 : 2);
}

function quantity({ value, unit }) {
  const counted = unit === '/s' || unit === 'tokens';
  const digits = counted || value >= 100 ? 0 : 2;
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`;
}

function describeEnvironment({ node, platform, cores }) {
  return `Node ${node}, ${platform}, ${cores} cores. Ratio: the median of many short rounds in which baseline and subject take turns.`;
}

function summary(rows) {
  return [targets(rows), noise(rows)].filter(Boolean).join('\n');
}

function targets(rows) {
  const missed = rows.filter((row) => row.problem || verdict(row).startsWith('missed'));
  if (missed.length === 0) return 'Every target was met.';
  const lines = missed.map((row) => `  ${row.name}, ${row.configuration}: ${row.problem ?? verdict(row)}`);
  return ['Not met:', ...lines].join('\n');
}

/** A ratio whose rounds disagree that much tells more about the machine than about the package. */
function noise(rows) {
  const wide = rows.filter(({ ratio }) => ratio && ratio.p90 > 1.5 * ratio.p10).length;
  return wide > 0 && `The machine was busy: in ${wide} of ${rows.length} rows the rounds differ by more than half.`;
}
