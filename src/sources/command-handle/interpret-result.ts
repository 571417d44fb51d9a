import type { Template } from '../../tool-form/compile-template.js';
import { ToolFormError } from '../../tool-form/tool-form-error.js';
import type { Interpretation, ProgramResult } from '../../vocabulary/program.js';

/**
 * What a handle makes of an exit. An exit code that it lists is meant, so it is a success; `signal` and `default` only
 * shape what is shown. Without a template that fits, or with one that cannot be rendered, the usual result is shown.
 */
export function interpretWith(
  templates: ReadonlyMap<string, Template>,
): ((result: ProgramResult) => Interpretation | undefined) | undefined {
  if (templates.size === 0) return undefined;
  return (result) => {
    const exact = result.exitCode === null ? undefined : templates.get(String(result.exitCode));
    const template =
      exact ?? (result.signal === null ? undefined : templates.get('signal')) ?? templates.get('default');
    const rendered = template?.render(argumentsOf(result));
    if (rendered === undefined || rendered instanceof ToolFormError) return undefined;
    return { data: rendered.value ?? null, success: exact !== undefined || result.exitCode === 0 };
  };
}

/** A stream that was not captured is absent. A run that was stopped has no result, so `timedOut` is always false. */
function argumentsOf({ exitCode, signal, stdout, stderr }: ProgramResult) {
  return {
    exitCode,
    signal,
    ...(stdout && { stdout: stdout.text }),
    ...(stderr && { stderr: stderr.text }),
    timedOut: false,
    truncated: (stdout?.omittedBytes ?? 0) + (stderr?.omittedBytes ?? 0) > 0,
  };
}
