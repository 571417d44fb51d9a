// A list of runs for a person: one line each, with what tells them apart first.

interface Listed {
  readonly run: string;
  readonly state: string;
  readonly created_at: string;
  /** Of a lost run nobody knows. */
  readonly duration_ms?: number;
  readonly command: string;
  /** On which it listens. */
  readonly ports?: readonly number[];
}

export function listText(data: unknown): string {
  const { runs, next, incomplete } = data as {
    readonly runs: readonly Listed[];
    readonly next?: string;
    readonly incomplete?: string;
  };
  if (runs.length === 0) return ['No runs.', ...(incomplete === undefined ? [] : [incomplete])].join('\n');
  const rows = withPorts(runs, [['run', 'state', 'when', 'took', 'command'], ...runs.map(toCells)]);
  const widths = (rows[0] ?? [])
    .slice(0, -1)
    .map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [
    ...lines.map((line) => line.trimEnd()),
    ...(next === undefined ? [] : ['', `More: ${next}`]),
    ...(incomplete === undefined ? [] : ['', incomplete]),
  ].join('\n');
}

/** A column that few lists need. */
function withPorts(runs: readonly Listed[], rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (runs.every(({ ports }) => ports === undefined)) return rows;
  const cells = ['ports', ...runs.map(({ ports }) => ports?.join(',') ?? '-')];
  return rows.map((row, index) => row.toSpliced(-1, 0, cells[index] ?? ''));
}

function toCells({ run, state, created_at, duration_ms, command }: Listed): readonly string[] {
  return [run, state, created_at.slice(0, 19).replace('T', ' '), took(duration_ms), command.replaceAll(/\s+/g, ' ')];
}

function took(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '-';
  if (milliseconds < 1_000) return `${milliseconds}ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)}s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`;
}
