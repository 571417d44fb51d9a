// The data of an answer alone, in a form that other programs read. What is no data is for a person, on stderr.

import type { Outcome } from '../../vocabulary/outcome.js';
import { terminalSafe } from '../../vocabulary/terminal-safe.js';
import { colors as painters } from './colors.js';
import { formatCsv } from './format-csv.js';
import { formatTsv } from './format-tsv.js';
import { formatWholeTable } from './format-whole-table.js';
import { type RenderedText, renderText, type TextOptions } from './render-text.js';

export type DataFormat = 'yaml' | 'csv' | 'tsv' | 'table';

/** `terminal`: where the answer is shown on one, which data must not be able to steer. */
export async function renderData(
  outcome: Outcome,
  format: DataFormat,
  options: TextOptions & { readonly terminal: boolean },
): Promise<RenderedText> {
  // Only what stands beside the data is of interest: a table has its own notes about what it leaves out.
  const { stderr } = renderText(outcome, { ...options, toText: () => '' });
  if (outcome.status === 'failed') return { stdout: '', stderr };
  const data: unknown = JSON.parse(outcome.json);
  if (format === 'table') {
    const colors = painters(options.color);
    const { lines, notes } = formatWholeTable(data, options.width, colors);
    const beside = painters(options.remarkColor ?? options.color);
    const remarks = notes.map((note) => `${beside.yellow('note:')} ${note}\n`);
    return { stdout: `${lines.join('\n')}\n`, stderr: stderr + remarks.join('') };
  }
  const text = await textOf(data, format);
  return { stdout: options.terminal ? terminalSafe(text) : text, stderr };
}

async function textOf(data: unknown, format: Exclude<DataFormat, 'table'>): Promise<string> {
  if (format === 'csv') return formatCsv(data);
  if (format === 'tsv')
    return formatTsv(data)
      .map((line) => `${line}\n`)
      .join('');
  return (await import('./format-yaml.js')).formatYaml(data);
}
