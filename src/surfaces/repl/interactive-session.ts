// The same commands for somebody who sits at a terminal: prompt, history, completion, Ctrl-C.

import { type Completion, completeLine } from '../../completion/complete-line.js';
import { type Colors, colors } from '../../renderings/text/colors.js';
import { endsQuestion, questionText, readTypedAnswer } from '../../terminal/approval/ask-in-text.js';
import { logLine } from '../../terminal/log-line.js';
import { StatusLine } from '../../terminal/status-line.js';
import { StreamWriter } from '../../terminal/stream-writer.js';
import { withoutPrinted } from '../../terminal/without-printed.js';
import type { ApprovalAnswer } from '../../vocabulary/approval.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { AskPerson } from '../../vocabulary/request.js';
import { terminalSafe, terminalSafeLine } from '../../vocabulary/terminal-safe.js';
import { leavingWords, lineKind } from './line-kind.js';
import { mayHoldSecret } from './may-hold-secret.js';
import { renderAnswer } from './render-answer.js';
import { type ReplOptions, replResponseBytes } from './repl-options.js';
import { TypedLines } from './typed-lines.js';

const interrupted = 130;

export class InteractiveSession {
  readonly #options: ReplOptions;
  readonly #colors: Colors;
  readonly #prompt: string;
  readonly #typed: TypedLines;
  readonly #status: StatusLine;
  readonly #output: StreamWriter;
  readonly #errorOutput: StreamWriter;
  /** The lines of a command whose quote is still open. */
  #begun: string | undefined;
  #running: AbortController | undefined;
  /** What a program printed last while it ran, where it was shown as it came. */
  #printed = '';
  #printsLive = false;
  #exitCode: number | undefined;
  /** Ends the wait for the command that runs. */
  #abandon: () => void = () => undefined;

  constructor(options: ReplOptions) {
    this.#options = options;
    this.#colors = colors(options.color);
    this.#prompt = `${this.#colors.cyan(terminalSafeLine(options.gate.name))}> `;
    this.#output = new StreamWriter(options.output);
    this.#errorOutput = new StreamWriter(options.errorOutput);
    this.#status = new StatusLine(options.errorOutput);
    this.#typed = new TypedLines(options, {
      onInterrupt: () => this.#interrupt(),
      complete: (line) => this.#complete(line),
    });
  }

  /** Resolves to the exit code when the person leaves. */
  async run(): Promise<number> {
    const { signal } = this.#options;
    const stop = () => this.#leave(interrupted);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    try {
      await this.#greet();
      while (this.#exitCode === undefined) await this.#step();
      return this.#exitCode;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#typed.close();
    }
  }

  async #greet(): Promise<void> {
    const { name, version } = this.#options.gate;
    const about = `${terminalSafeLine(name)} ${terminalSafeLine(version)}`;
    await this.#errorOutput.write(`${this.#colors.bold(about)}  help: commands · Tab: complete · exit: leave\n`);
  }

  async #step(): Promise<void> {
    const typed = this.#typed.take();
    if (typed !== undefined) {
      if (!typed.echoed) await this.#output.write(`${this.#currentPrompt()}${terminalSafeLine(typed.text)}\n`);
      await this.#take(typed.text);
    } else if (this.#typed.isClosed) {
      await this.#finish();
    } else {
      this.#typed.showPrompt(this.#currentPrompt());
      await this.#typed.wait();
    }
    if (this.#output.failure !== undefined) this.#leave(1);
  }

  async #take(text: string): Promise<void> {
    const line = this.#begun === undefined ? text : `${this.#begun}\n${text}`;
    this.#begun = undefined;
    switch (lineKind(line, this.#options.gate.registry)) {
      case 'empty':
        return;
      case 'leave':
        this.#leave(0);
        return;
      case 'unfinished':
        this.#begun = line;
        return;
      case 'command':
        await this.#execute(line);
    }
  }

  /** The input has ended. What was begun still gets its answer. */
  async #finish(): Promise<void> {
    await this.#output.write('\n');
    if (this.#begun !== undefined) await this.#execute(this.#begun);
    this.#leave(0);
  }

  async #execute(line: string): Promise<void> {
    const { gate, caller, session, signal } = this.#options;
    this.#running = new AbortController();
    this.#printed = '';
    // An answer in another form is one document.
    this.#printsLive = this.#options.format === 'text' && !/(?:^|\s)--(?:format|output)\b/.test(line);
    const signals = signal === undefined ? [this.#running.signal] : [this.#running.signal, signal];
    const abandoned = new Promise<undefined>((resolve) => {
      this.#abandon = () => resolve(undefined);
    });
    const run = gate.run({
      line,
      door: 'repl',
      caller,
      session,
      signal: AbortSignal.any(signals),
      responseBytes: replResponseBytes,
      onEvent: (event) => this.#show(event),
      askPerson: this.#options.mayApprove ? this.#ask : undefined,
    });
    const outcome = await Promise.race([run, abandoned]);
    this.#running = undefined;
    this.#status.clear();
    if (outcome === undefined) return;

    if (!mayHoldSecret(outcome, gate.registry)) this.#remember(outcome.run.command);
    const printed: string = this.#printed;
    const { stdout, stderr } = await renderAnswer(printed === '' ? outcome : withoutPrinted(outcome), this.#options);
    if (printed !== '' && !printed.endsWith('\n')) await this.#output.write('\n');
    await this.#output.write(stdout);
    await this.#errorOutput.write(stderr);
  }

  readonly #ask: AskPerson = (approval, signal) => {
    const { pages, more, prompt } = questionText(approval, this.#options.output, this.#colors);
    return new Promise((resolve) => {
      const finish = (answer: ApprovalAnswer | undefined) => {
        this.#typed.endQuestion();
        signal.removeEventListener('abort', onEnd);
        resolve(answer);
      };
      const onEnd = () => {
        this.#options.output.write('\n');
        finish(undefined);
      };
      const show = (at: number) => {
        const isLast = at >= pages.length - 1;
        this.#options.errorOutput.write(pages[at] ?? '');
        // What was typed ahead is no answer to a question that nobody had seen.
        this.#typed.clearLine();
        this.#typed.askFor((text) => {
          if (isLast) finish(readTypedAnswer(text, approval));
          else if (endsQuestion(text)) finish({ answer: 'deny', by: 'terminal' });
          else show(at + 1);
        });
        this.#typed.showPrompt(isLast ? prompt : more);
      };
      this.#status.clear();
      signal.addEventListener('abort', onEnd, { once: true });
      show(0);
    });
  };

  #show(event: RunEvent): void | Promise<void> {
    // A command that goes on after it was canceled has nothing to say any more.
    if (this.#running === undefined) return;
    if (event.type === 'run-start') this.#printsLive &&= event.prints === true;
    if (event.type === 'output-delta' && this.#printsLive) return this.#print(event.text);
    if (event.type === 'log') this.#status.print(logLine(event, this.#colors));
    else if (event.type === 'progress' && this.#options.errorOutput.isTTY === true) this.#status.show(event);
  }

  /** What a program prints, as it comes and as fast as the terminal takes it. */
  #print(text: string): Promise<void> {
    this.#printed = text;
    this.#status.clear();
    return this.#output.write(terminalSafe(text));
  }

  #remember(command: string): void {
    const problem = this.#typed.remember(command);
    if (problem) void this.#errorOutput.write(`warning: the history cannot be saved: ${problem.message}\n`);
  }

  /** Ctrl-C: stops the command that runs; a second time leaves it behind. Otherwise clears what was typed. */
  #interrupt(): void {
    if (this.#running?.signal.aborted) {
      this.#status.print('^C\n');
      this.#leave(interrupted);
      this.#abandon();
      return;
    }
    const dropped = this.#typed.drop();
    if (this.#running !== undefined) {
      const lines = dropped === 0 ? '' : `, ${dropped} more ${dropped === 1 ? 'line' : 'lines'} dropped`;
      this.#status.print(`^C canceling${lines} (Ctrl-C again exits)\n`);
      this.#running.abort();
      return;
    }
    this.#begun = undefined;
    this.#typed.clearLine();
    this.#options.output.write('^C\n');
    this.#typed.showPrompt(this.#currentPrompt());
  }

  #currentPrompt(): string {
    return this.#begun === undefined ? this.#prompt : '… ';
  }

  async #complete(line: string): Promise<Completion> {
    const { gate, caller } = this.#options;
    const whole = this.#begun === undefined ? line : `${this.#begun}\n${line}`;
    const [candidates, fragment] = await completeLine(gate.registry, whole, {
      mayRun: (command) => gate.mayRun(caller, command),
      extraWords: leavingWords,
    });
    // A word that began on an earlier line cannot be replaced on this one.
    if (fragment.length > line.length) return [[], line];
    const [only, ...others] = candidates;
    const finished = only !== undefined && others.length === 0 && !only.endsWith('=');
    return [finished ? [`${only} `] : candidates, fragment];
  }

  #leave(exitCode: number): void {
    this.#exitCode ??= exitCode;
    this.#typed.wake();
  }
}
