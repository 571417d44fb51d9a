import { renderAcli } from '../../renderings/acli.js';
import { renderEnvelope } from '../../renderings/envelope.js';
import type { RenderedText } from '../../renderings/text/render-text.js';
import { terminalSafeJson, terminalSafeLine } from '../../renderings/text/terminal-safe.js';
import type { Format, Outcome, Warning } from '../../vocabulary/outcome.js';

export interface AnswerOptions {
  readonly toolVersion: string;
  readonly directory: string;
  /** Unless the request itself asked for another. */
  readonly format: Format;
  readonly color: boolean;
  readonly width: number;
  /** Whether the answer is shown on a terminal, which data must not be able to steer. */
  readonly terminal: boolean;
  /** The command's own way of showing its data. */
  readonly toText: ((data: unknown) => string) | undefined;
}

/** An outcome as one document for stdout, and what a person should know beside it for stderr. */
export async function renderAnswer(outcome: Outcome, options: AnswerOptions): Promise<RenderedText> {
  const document = (json: string) => ({ stdout: `${options.terminal ? terminalSafeJson(json) : json}\n`, stderr: '' });
  const format = outcome.run.presentation.format ?? options.format;
  switch (format) {
    case 'json':
      return document(renderEnvelope(outcome, options));
    case 'acli':
      return document(renderAcli(outcome));
    case 'utcp': {
      const { renderUtcp } = await import('../../renderings/utcp.js');
      return { ...document(renderUtcp(outcome)), stderr: outcome.run.warnings.map(warningLine).join('') };
    }
    case 'text':
      // Only a person needs it; a program should not wait for it to be loaded.
      return (await import('../../renderings/text/render-text.js')).renderText(outcome, options);
    default:
      return format satisfies never;
  }
}

/** A result of UTCP has no place for warnings. */
function warningLine({ code, message }: Warning): string {
  return `warning: ${terminalSafeLine(message)} [${terminalSafeLine(code)}]\n`;
}
