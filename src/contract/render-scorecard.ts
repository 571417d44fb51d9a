import { brief } from './json.js';
import type { CheckResult, Scorecard } from './report.js';

const marks = {
  passed: { text: 'pass', color: 32 },
  failed: { text: 'FAIL', color: 31 },
  'not-shown': { text: 'n/s', color: 90 },
} as const;

/** The scorecard for people: one line for each requirement, and below what did not hold what was run and seen. */
export function renderScorecard(card: Scorecard, { color }: { readonly color: boolean }): string {
  const paint = (text: string, code: number) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const row = (check: CheckResult): string[] => {
    const mark = marks[check.status];
    const line = `${paint(mark.text.padEnd(4), mark.color)}  ${check.id}  ${check.weight.padEnd(6)}  ${check.title}`;
    if (check.status === 'passed') return [line];
    if (check.reason !== undefined) return [line, `      ${oneLine(check.reason)}`];
    return [
      line,
      ...check.evidence.flatMap(({ ran, saw, expected = '' }) => [
        `      ran       ${oneLine(ran)}`,
        `      saw       ${oneLine(saw)}`,
        `      expected  ${oneLine(expected)}`,
      ]),
    ];
  };
  const count = (name: 'all' | 'must' | 'should') => {
    const { passed, requirements, failed, notShown, percent } = card[name];
    return `${name.padEnd(6)}  ${passed} of ${requirements} (${percent} %), ${failed} failed, ${notShown} not shown`;
  };
  return [
    `Command-line contract of ${oneLine(card.target)}`,
    '',
    ...card.checks.flatMap(row),
    '',
    ...(['must', 'should', 'all'] as const).map(count),
  ].join('\n');
}

/** What the executable printed must not draw on the terminal. */
function oneLine(text: string): string {
  return brief(text, 400).replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
