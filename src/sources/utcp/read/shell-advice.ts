// Why a command line needs a shell, and what to do instead.

import { quoteForReport } from '../../../documents/quote-for-report.js';
import type { Need, Word } from './scan-line.js';

export interface ShellReason {
  readonly what: string;
  /** What an author can do without a shell. */
  readonly instead: string;
}

const handle = 'Describe it as a Command Handle that runs the program itself';
const asSteps = 'Write them as two entries of "commands"';

const reasons: Readonly<Record<Need['kind'], readonly [what: string, instead: string]>> = {
  list: ['runs several programs', asSteps],
  pipe: ['connects programs', handle],
  file: ['redirects a stream', handle],
  expansion: ['is replaced by a shell', handle],
  pattern: ['is a file name pattern', 'Quote it if it is meant as text'],
  home: ['is a home directory', 'Write the full path'],
  comment: ['begins a comment', 'Remove it, or quote it if it is meant as text'],
  group: ['groups programs', handle],
};

/** The most telling first: what stands inside of a substitution is its own affair. */
export function reasonOf(needs: readonly Need[]): ShellReason | undefined {
  const first = [...needs].sort((left, right) => rank(left) - rank(right))[0];
  if (!first) return undefined;
  const [what, instead] = reasons[first.kind];
  return { what: `${quoteForReport(first.text)} ${what}`, instead };
}

const order: readonly Need['kind'][] = ['pipe', 'file', 'expansion', 'group', 'list', 'pattern', 'home', 'comment'];
const rank = ({ kind }: Need): number => order.indexOf(kind);

const builtIns: ReadonlyMap<string, string> = new Map([
  ...['export', 'set', 'unset', 'declare', 'readonly', 'local', 'typeset'].map(
    (name) => [name, 'Write variables in "env_vars"'] as const,
  ),
  ...['pushd', 'popd'].map((name) => [name, 'Change the directory in a separate entry: "cd directory"'] as const),
  ...'source . alias unalias eval exec trap read wait ulimit umask shopt let exit return shift builtin command type hash jobs bg fg history function if then for while until case select { } ! [[ time'
    .split(' ')
    .map((name) => [name, handle] as const),
]);

/** What the first word of a command line would do to a shell. */
export function reasonOfWord({ pieces }: Word): ShellReason | undefined {
  const [first] = pieces;
  if (first?.kind !== 'text' || first.quote !== 'none') return undefined;
  if (/^[A-Za-z_]\w*\+?=/.test(first.text)) {
    return { what: 'it begins with the value of a variable', instead: 'Write variables in "env_vars"' };
  }
  const instead = pieces.length === 1 ? builtIns.get(first.text) : undefined;
  return instead === undefined ? undefined : { what: `"${first.text}" is a shell keyword or builtin`, instead };
}
