import type { Finding } from '../../ledger/log/finding.js';
import type { Colors } from '../../renderings/text/colors.js';
import { terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import { meanings } from './meanings.js';

/** A finding for a person: what, where and what it means. */
export function formatFinding(finding: Finding, colors: Colors): string {
  const { kind, severity, gate, seq, file, line, message } = finding;
  const label = severity === 'problem' ? colors.red('problem:') : colors.yellow('notice:');
  const place = [
    ...(gate === undefined ? [] : [`gate ${gate}`]),
    ...(seq === undefined ? [] : [`entry ${seq}`]),
    ...(file === undefined ? [] : [line === undefined ? file : `${file}:${line}`]),
  ];
  const where = place.length === 0 ? '' : `\n  ${terminalSafeLine(place.join(', '))}`;
  return `${label} ${terminalSafeLine(message)} ${colors.dim(`[${kind}]`)}${where}\n  ${meanings[kind]}\n`;
}
