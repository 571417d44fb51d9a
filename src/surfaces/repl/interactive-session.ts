// The same commands for somebody who sits at a terminal: prompt, history, completion, Ctrl-C.

import { createInterface, type Interface } from 'node:readline';
import { type Colors, colors } from '../../renderings/text/colors.js';
import { terminalSafe, terminalSafeLine } from '../../renderings/text/terminal-safe.js';
import { endsQuestion, questionText, readTypedAnswer } from '../../terminal/approval/ask-in-text.js';
import { logLine } from '../../terminal/log-line.js';
import { StatusLine } from '../../terminal/status-line.js';
import { StreamWriter } from '../../terminal/stream-writer.js';
import { withoutPrinted } from '../../terminal/without-printed.js';
import type { ApprovalAnswer } from '../../vocabulary/approval.js';
import type { RunEvent } from '../../vocabulary/event.js';
import type { AskPerson } from '../../vocabulary/request.js';
import { type Completion, complete } from './complete.js';
import { EchoStream } from './echo-stream.js';
import { History } from './history.js';
import { leavingWords, lineKind } from './line-kind.js';
import { mayHoldSecret } from './may-hold-secret.js';
import { renderAnswer } from './render-answer.js';
import { type ReplOptions, replResponseBytes } from './repl-options.js';

const interrupted = 130;

interface TypedLine {
  readonly text: string;
  /** Whether it is on the screen already; what is typed or pasted while a command runs is not. */
  readonly echoed: boolean;
}

export class InteractiveSession {
  readonly #options: ReplOptions;
  readonly #colors: Colors;
  readonly #prompt: string;
  readonly #history: History;
  readonly #echo: EchoStream;
  readonly #lines: Interface;
  readonly #status: StatusLine;
  readonly #output: StreamWriter;
  readonly #errorOutput: StreamWriter;
  readonly #waiting: TypedLine[] = [];
  /** The lines of a command whose quote is still open. */
  #begun: string | undefined;
  #running: AbortController | undefined;
  /** What a program printed last while it ran, where it was shown as it came. */
  #printed = '';
  #printsLive = false;
  #closed = false;
  #exitCode: number | undefined;
  #historyWorks = true;
  /** Readline's own list, newest first. */
  #recalled: string[] = [];
  /** Where a person was asked something, the next line is the answer. */
  #onAnswer: ((text: string) => void) | undefined;
  /** Ends the wait for the next line. */
  #wake: () => void = () => undefined;
  /** Ends the wait for the command that runs. */
  #abandon: () => void = () => undefined;

  constructor(options: ReplOptions) {
    this.#options = options;
    this.#colors = colors(options.color);
    this.#prompt = `${this.#colors.cyan(terminalSafeLine(options.gate.name))}> `;
    this.#history = new History(options.historyFile);
    this.#output = new StreamWriter(options.output);
    this.#errorOutput = new StreamWriter(options.errorOutput);
    this.#status = new StatusLine(options.errorOutput);
    this.#echo = new EchoStream(options.output);
    this.#lines = createInterface({
      input: options.input,
      output: this.#echo,
      terminal: true,
      history: [...this.#history.entries].reverse(),
      historySize: 1_000,
      completer: (line: string): Completion => this.#complete(line),
    });
  }

  /** Resolves to the exit code when the person leaves. */
  async run(): Promise<number> {
    const { signal } = this.#options;
    const stop = () => this.#leave(interrupted);
    this.#listen();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    try {
      await this.#greet();
      while (this.#exitCode === undefined) await this.#step();
      return this.#exitCode;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#lines.close();
      this.#echo.destroy();
    }
  }

  #listen(): void {
    this.#lines.on('line', (text) => {
      if (this.#onAnswer) {
        this.#echo.muted = true;
        this.#onAnswer(text);
        return;
      }
      this.#waiting.push({ text, echoed: !this.#echo.muted });
      this.#echo.muted = true;
      this.#wake();
    });
    this.#lines.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
    this.#lines.on('SIGINT', () => this.#interrupt());
    this.#lines.on('history', (recalled) => {
      this.#recalled = recalled;
      this.#refreshRecalled();
    });
  }

  async #greet(): Promise<void> {
    const { name, version } = this.#options.gate;
    const about = `${terminalSafeLine(name)} ${terminalSafeLine(version)}`;
    await this.#errorOutput.write(`${this.#colors.bold(about)}  help: commands · Tab: complete · exit: leave\n`);
  }

  async #step(): Promise<void> {
    const typed = this.#waiting.shift();
    if (typed !== undefined) {
      if (!typed.echoed) await this.#output.write(`${this.#currentPrompt()}${terminalSafeLine(typed.text)}\n`);
      await this.#take(typed.text);
    } else if (this.#closed) {
      await this.#finish();
    } else {
      this.#showPrompt();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
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
        this.#onAnswer = undefined;
        this.#echo.muted = true;
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
        this.#clearTyped();
        this.#onAnswer = (text) => {
          if (isLast) finish(readTypedAnswer(text, approval));
          else if (endsQuestion(text)) finish({ answer: 'deny', by: 'terminal' });
          else show(at + 1);
        };
        this.#showPrompt(isLast ? prompt : more);
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
    try {
      this.#history.add(command);
      this.#refreshRecalled();
    } catch (error) {
      if (this.#historyWorks)
        void this.#errorOutput.write(`warning: the history is not kept: ${(error as Error).message}\n`);
      this.#historyWorks = false;
    }
  }

  /** Readline would keep each line as typed; ours are without secrets, and known only after the run. */
  #refreshRecalled(): void {
    this.#recalled.splice(0, this.#recalled.length, ...[...this.#history.entries].reverse());
  }

  /** Ctrl-C: stops the command that runs; a second time leaves it behind. Otherwise clears what was typed. */
  #interrupt(): void {
    if (this.#running?.signal.aborted) {
      this.#status.print('^C\n');
      this.#leave(interrupted);
      this.#abandon();
      return;
    }
    const dropped = this.#waiting.splice(0).length;
    if (this.#running !== undefined) {
      const lines = dropped === 0 ? '' : `, ${dropped} more ${dropped === 1 ? 'line' : 'lines'} dropped`;
      this.#status.print(`^C canceling${lines} (Ctrl-C again leaves)\n`);
      this.#running.abort();
      return;
    }
    this.#begun = undefined;
    this.#clearTyped();
    this.#options.output.write('^C\n');
    this.#showPrompt();
  }

  #clearTyped(): void {
    this.#echo.muted = true;
    this.#lines.write(null, { ctrl: true, name: 'e' });
    this.#lines.write(null, { ctrl: true, name: 'u' });
  }

  #showPrompt(prompt = this.#currentPrompt()): void {
    this.#echo.muted = false;
    this.#lines.setPrompt(prompt);
    // Readline would go up over lines that it believes are its own, but the answer is there.
    Object.assign(this.#lines, { prevRows: 0 });
    this.#lines.prompt(true);
  }

  #currentPrompt(): string {
    return this.#begun === undefined ? this.#prompt : '… ';
  }

  #complete(line: string): Completion {
    const { gate, caller } = this.#options;
    const whole = this.#begun === undefined ? line : `${this.#begun}\n${line}`;
    const [candidates, fragment] = complete(gate.registry, whole, {
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
    this.#wake();
  }
}
