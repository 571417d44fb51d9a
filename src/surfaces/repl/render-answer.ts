import type { RenderedText } from '../../renderings/text/render-text.js';
import { renderAnswer as render } from '../../terminal/render-answer.js';
import type { Outcome } from '../../vocabulary/outcome.js';
import type { ReplOptions } from './repl-options.js';

const widthOfPaper = 80;

/** The answer to one line of this session. */
export function renderAnswer(outcome: Outcome, options: ReplOptions): Promise<RenderedText> {
  const { gate, session, output, format, color, terminal } = options;
  return render(outcome, {
    toolVersion: gate.version,
    directory: session.directory,
    format,
    color,
    terminal,
    width: output.isTTY === true ? (output.columns ?? widthOfPaper) : Number.POSITIVE_INFINITY,
    toText: gate.registry.find(outcome.run.path).node.command?.toText,
  });
}
