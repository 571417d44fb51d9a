import { renderAcli } from '../renderings/acli.js';
import { type EnvelopeFacts, renderEnvelope } from '../renderings/envelope.js';
import { renderJsonl } from '../renderings/jsonl.js';
import type { RenderedText } from '../renderings/text/render-text.js';
import { type Format, formatOf, type Outcome, type Warning } from '../vocabulary/outcome.js';
import { terminalSafeJson, terminalSafeLine } from '../vocabulary/terminal-safe.js';

export interface AnswerOptions extends EnvelopeFacts {
  /** What this door has to say in the envelope's `meta`. */
  readonly about?: Readonly<Record<string, unknown>> | undefined;
  /** Unless the request itself asked for another. */
  readonly format: Format;
  readonly color: boolean;
  /** Of what goes to stderr. */
  readonly remarkColor?: boolean;
  readonly width: number;
  /** Whether the answer is shown on a terminal, which data must not be able to steer. */
  readonly terminal: boolean;
  /** The command's own way of showing its data. */
  readonly toText?: ((data: unknown, width?: number) => string) | undefined;
}

/** An outcome as one document for stdout, and what a person should know beside it for stderr. */
export async function renderAnswer(outcome: Outcome, options: AnswerOptions): Promise<RenderedText> {
  const document = (json: string) => ({ stdout: `${options.terminal ? terminalSafeJson(json) : json}\n`, stderr: '' });
  const format = formatOf(outcome.run.presentation, options.format);
  switch (format) {
    case 'json':
      return document(renderEnvelope(outcome, options, options.about));
    case 'jsonl':
      return document(renderJsonl(outcome, options, options.about).join('\n'));
    case 'yaml':
    case 'csv':
    case 'tsv':
    case 'table':
      return (await import('../renderings/text/render-data.js')).renderData(outcome, format, options);
    case 'plain':
      return (await import('../renderings/text/render-text.js')).renderText(outcome, {
        ...{ color: false, width: Number.POSITIVE_INFINITY, toText: options.toText },
      });
    case 'acli':
      return document(renderAcli(outcome));
    case 'utcp': {
      const { renderUtcp } = await import('../renderings/utcp.js');
      return { ...document(renderUtcp(outcome)), stderr: outcome.run.warnings.map(warningLine).join('') };
    }
    case 'text':
      // Only a person needs it; a program should not wait for it to be loaded.
      return (await import('../renderings/text/render-text.js')).renderText(outcome, options);
    default:
      return format satisfies never;
  }
}

/** A result of UTCP has no place for warnings. */
function warningLine({ code, message }: Warning): string {
  return `warning: ${terminalSafeLine(message)} [${terminalSafeLine(code)}]\n`;
}
