import type { Replay } from '../../gate/policy-history/replay-policy.js';
import { visibleText } from '../../renderings/approval/visible-text.js';

/** A replay for a person. */
export function replayText(replay: Replay): string {
  const { requests, same, stricter, looser, untold, first, last, changes, untold_requests, left_out } = replay;
  if (requests === 0) return 'There are no requests in the log.';
  const groups = [
    { title: 'Stricter', rows: changes.filter(({ kind }) => kind === 'stricter').map(changeLine) },
    { title: 'Looser', rows: changes.filter(({ kind }) => kind === 'looser').map(changeLine) },
    { title: 'Undetermined', rows: untold_requests.map((row) => `${requestLine(row)}  ${row.why}`) },
  ];
  return [
    `${requests} ${requests === 1 ? 'request' : 'requests'} from ${minute(first ?? '')} to ${minute(last ?? '')}`,
    `${same} decided as before, ${stricter} stricter, ${looser} looser, ${untold} undetermined`,
    ...groups.flatMap(({ title, rows }) => (rows.length === 0 ? [] : ['', title, ...rows.map((row) => `  ${row}`)])),
    ...(left_out === 0 ? [] : ['', `${left_out} more requests are not shown; --limit shows more`]),
  ].join('\n');
}

function changeLine(change: Replay['changes'][number]): string {
  const { was, now, rule, by_todays_files } = change;
  const why = rule === null ? 'by the default' : `by ${visibleText(rule)}`;
  const doubt = by_todays_files ? ', judged by the files as they are today' : '';
  return `${requestLine(change)}  ${was} → ${now} ${why}${doubt}`;
}

interface RequestRow {
  readonly command: string;
  readonly caller: string;
  readonly times: number;
  readonly last: string;
}

export function requestLine({ command, caller, times, last }: RequestRow): string {
  return `${times}×  ${minute(last)}  ${visibleText(command)}  (${visibleText(caller)})`;
}

export function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
