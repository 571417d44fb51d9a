// A suggested rule, and all that its owner needs to say yes or no.

import type { Suggestion, Suggestions } from '../../gate/policy-history/suggest-rules.js';
import { describeAlways } from '../../renderings/approval/describe-approval.js';
import type { Row, Value } from '../../renderings/approval/row.js';
import { visibleText } from '../../renderings/approval/visible-text.js';
import type { Colors } from '../../renderings/text/colors.js';
import { layOut } from '../../terminal/approval/lay-out.js';
import { minute, requestLine } from './replay-text.js';

/** More of them nobody reads; the data has all. */
const shownRequests = 20;

export interface SuggestionPlace {
  /** Where the rule would be written. */
  readonly file: string;
  /** The line that accepts it, where nobody is asked. */
  readonly accept?: string;
}

export function suggestionText(
  suggestion: Suggestion,
  { file, accept }: SuggestionPlace,
  columns: number,
  paint: Colors,
): string {
  const how = accept === undefined ? [] : [{ label: 'Accept', values: said([accept]) }];
  return layOut([...describeSuggestion(suggestion, file), ...how], columns, paint).join('\n');
}

function describeSuggestion(suggestion: Suggestion, file: string): Row[] {
  const { rule, matches, approvals, careful, matched, changed, requests } = suggestion;
  const { times, by, first, last } = approvals;
  const shown = requests.slice(0, shownRequests);
  const hidden = shown.reduce((left, row) => left - row.times, matched);
  const rows: Row[] = [
    ...describeAlways({ rule, matches }, file),
    {
      label: 'Because',
      values: said([
        `approved ${times} times by ${by.map(visibleText).join(', ')}, from ${minute(first)} to ${minute(last)}`,
      ]),
    },
    { label: 'Careful', values: said(careful) },
    {
      label: 'Past',
      values: said([
        `it would have matched ${matched} requests and changed the decision for ${changed}`,
        ...shown.map(describeRequest),
        ...(hidden === 0 ? [] : [`and ${hidden} more; --format json shows them`]),
      ]),
    },
  ];
  return rows.filter(({ values }) => values.length > 0);
}

function said(texts: readonly string[]): readonly Value[] {
  return texts.map((text) => ({ text }));
}

function describeRequest(row: Suggestion['requests'][number]): string {
  const { was, now, answer } = row;
  const asked = answer === null ? was : `${was}, approved`;
  return `${requestLine(row)}  ${asked} → ${now}`;
}

/** What there is to say beside the suggestions. */
export function summaryText({ requests, approvals, uncovered, suggestions }: Suggestions): string {
  if (approvals === 0) return `Nothing to suggest: among ${requests} requests, none that would ask today was approved.`;
  if (suggestions.length === 0) {
    return `Nothing to suggest: ${approvals} approvals would still ask today, but there are too few of each kind, or no rule should cover them.`;
  }
  const rest = uncovered === 0 ? '' : ` ${uncovered} of ${approvals} approvals are not covered.`;
  return `${suggestions.length === 1 ? 'One rule is' : `${suggestions.length} rules are`} suggested.${rest}`;
}
