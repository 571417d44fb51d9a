// `cmdgate utcp check`: everything that is wrong with manuals, before an agent meets it.

import type { Configuration } from '../../configuration/configuration.js';
import { loadConfiguration } from '../../configuration/load-configuration.js';
import { loadConfiguredPolicy } from '../../gate/opening/load-configured-policy.js';
import {
  type ReadManuals,
  readManual,
  readManuals,
  toOptions,
  utcpHost,
} from '../../gate/opening/load-configured-utcp.js';
import { loadingProblem } from '../../gate/opening/loading-problem.js';
import type { DefinitionProblem } from '../../sources/parameters/definition-report.js';
import { type LoadedManual, loadManuals } from '../../sources/utcp/load-manuals.js';
import { type Form, type ManualOptions, strictestOptions, type UtcpHost } from '../../sources/utcp/tool.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { completedAtTheDoor, failedAtTheDoor, type Outcome } from '../../vocabulary/outcome.js';
import {
  count,
  type DetailCodes,
  findNamedFiles,
  nothingToCheck,
  toDetail,
  toHintLines,
} from '../check-definitions.js';
import type { UtcpUse } from './utcp.js';

/** What is told of a manual: how much of it works, and how it was written. */
interface CheckedManual {
  readonly name: string;
  readonly tools: number;
  readonly forms: readonly Form[];
}

interface Checked {
  readonly manuals: readonly CheckedManual[];
  readonly hints: readonly DefinitionProblem[];
}

type MayUseShell = ManualOptions['mayUseShell'];

const command = 'utcp check';
const codes: DetailCodes = { error: 'WRONG_MANUAL', hint: 'MANUAL_HINT' };

/** Hints alone are nothing wrong. */
export async function checkUtcp(files: readonly string[], { choice, io }: UtcpUse): Promise<Outcome> {
  try {
    const configuration = await loadConfiguration({ file: choice.config, directory: io.directory });
    const policy = configuration && (await loadConfiguredPolicy(configuration));
    const mayUseShell: MayUseShell = (path) => policy?.mayUseShell(path) ?? false;
    const host = utcpHost(configuration, io.environment);
    const read =
      files.length > 0
        ? await readNamed(files, io.directory, configuration, mayUseShell)
        : await readConfigured(configuration, host, mayUseShell);
    if (read instanceof GateError) return failedAtTheDoor(read, command);
    const { manuals, problems } = loadManuals(read.sources, host);
    return report(manuals.map(toChecked), [...read.problems, ...problems], read.sources.length);
  } catch (error) {
    return failedAtTheDoor(loadingProblem(error), command);
  }
}

async function readConfigured(
  configuration: Configuration | undefined,
  host: UtcpHost,
  mayUseShell: MayUseShell,
): Promise<ReadManuals | GateError> {
  if (configuration && configuration.utcp.length > 0) return readManuals(configuration, host, mayUseShell);
  return nothingToCheck('utcp', 'cmdgate utcp check manuals/*.json');
}

/** A file that the configuration lists too is checked with what the owner says about it there. */
async function readNamed(
  globs: readonly string[],
  directory: string,
  configuration: Configuration | undefined,
  mayUseShell: MayUseShell,
): Promise<ReadManuals | GateError> {
  const named = findNamedFiles(globs, directory);
  if (named instanceof GateError) return named;
  const sources = [...new Set(named)].map((file) => {
    const entry = configuration?.utcp.find(({ from }) => 'files' in from && from.files.includes(file));
    const options = entry ? toOptions(entry, mayUseShell) : { ...strictestOptions, mayUseShell };
    return readManual(file, entry?.name, options);
  });
  return { sources: await Promise.all(sources), problems: [] };
}

function toChecked({ name, tools }: LoadedManual): CheckedManual {
  return { name, tools: tools.length, forms: [...new Set(tools.map(({ template }) => template.form))] };
}

function report(manuals: readonly CheckedManual[], problems: readonly DefinitionProblem[], sources: number): Outcome {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const checked: Checked = { manuals, hints: problems };
  if (errors.length === 0) return completedAtTheDoor(checked, command);
  const what = `${count(errors.length, 'problem')} in ${count(sources, 'manual')}`;
  const working = manuals.filter(({ tools }) => tools > 0).map(describe);
  const error = new CommandError('MANUAL_ERROR', `Manuals have problems: ${what}`, {
    hint: `Fix them. ${working.length === 0 ? 'No tool works' : `These work in the meantime: ${working.join('; ')}`}`,
    exitCode: 2,
    details: problems.map((problem) => toDetail(problem, codes)),
  });
  return failedAtTheDoor(error, command);
}

export function toText(data: unknown): string {
  const { manuals, hints } = data as Checked;
  return [...toHintLines(hints, codes), ...manuals.map(describe), 'No problems'].join('\n');
}

function describe({ name, tools, forms }: CheckedManual): string {
  return `${name}: ${count(tools, 'tool')}${forms.length === 0 ? '' : ` (${forms.join(', ')})`}`;
}
