import { brief } from './json.js';
import type { CheckResult, Scorecard } from './report.js';

const marks = {
  passed: { text: 'pass', color: 32 },
  'in part': { text: 'part', color: 32 },
  failed: { text: 'FAIL', color: 31 },
  'not-shown': { text: 'n/s', color: 90 },
} as const;

/** For people: a line for each requirement; what failed once more below it, with what was run and seen; the numbers. */
export function renderScorecard(card: Scorecard, { color }: { readonly color: boolean }): string {
  const paint = (text: string, code: number) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const row = ({ status, id, weight, title, reason }: CheckResult): string => {
    const mark = marks[status === 'passed' && reason !== undefined ? 'in part' : status];
    return `${paint(mark.text.padEnd(4), mark.color)}  ${id}  ${weight.padEnd(6)}  ${title}`;
  };
  const withReason = (check: CheckResult): string[] =>
    check.status === 'not-shown' ? [row(check), paint(`      ${oneLine(check.reason ?? '')}`, 90)] : [row(check)];
  const withEvidence = (check: CheckResult): string[] => [
    '',
    row(check),
    ...check.evidence.flatMap(({ ran, saw, expected = '' }) => [
      `      ran       ${oneLine(ran)}`,
      `      saw       ${oneLine(saw)}`,
      `      expected  ${oneLine(expected)}`,
    ]),
  ];
  const count = (name: 'all' | 'must' | 'should') => {
    const { passed, requirements, failed, notShown, percent } = card[name];
    return `${name.padEnd(6)}  ${passed} of ${requirements} passed (${percent} %), ${failed} failed, ${notShown} not shown`;
  };
  const failed = card.checks.filter(({ status }) => status === 'failed');
  return [
    `Command-line contract of ${oneLine(card.target)}`,
    '',
    ...card.checks.flatMap(withReason),
    ...(failed.length > 0 ? ['', `What failed, ${failed.length} of ${card.checks.length}:`] : []),
    ...failed.flatMap(withEvidence),
    '',
    ...(['must', 'should', 'all'] as const).filter((name) => card[name].requirements > 0).map(count),
  ].join('\n');
}

/** What the executable printed must not draw on the terminal. */
function oneLine(text: string): string {
  return brief(text, 400).replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
