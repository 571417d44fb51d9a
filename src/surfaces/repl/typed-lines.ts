// What a person types: lines one after the other, with a history and completion. What is typed while a command runs is
// kept, and not shown before its turn.

import { createInterface, type Interface } from 'node:readline';
import type { Completion } from '../../completion/complete-line.js';
import { EchoStream } from './echo-stream.js';
import { History } from './history.js';
import type { ReplOptions } from './repl-options.js';

export interface TypedLine {
  readonly text: string;
  /** Whether it is on the screen already; what is typed or pasted while a command runs is not. */
  readonly echoed: boolean;
}

export interface TypingListener {
  onInterrupt(): void;
  /** Never rejects. */
  complete(line: string): Promise<Completion>;
}

export class TypedLines {
  readonly #history: History;
  readonly #echo: EchoStream;
  readonly #lines: Interface;
  readonly #waiting: TypedLine[] = [];
  #isClosed = false;
  #historyWorks = true;
  /** Readline's own list, newest first. */
  #recalled: string[] = [];
  /** Where a person was asked something, the next line is the answer. */
  #onAnswer: ((text: string) => void) | undefined;
  /** Ends the wait for the next line. */
  #wake: () => void = () => undefined;

  constructor({ input, output, historyFile }: ReplOptions, listener: TypingListener) {
    this.#history = new History(historyFile);
    this.#echo = new EchoStream(output);
    this.#lines = createInterface({
      input,
      output: this.#echo,
      terminal: true,
      history: [...this.#history.entries].reverse(),
      historySize: 1_000,
      completer: (line: string, tell: (error: null, completion: Completion) => void) => {
        listener.complete(line).then((completion) => tell(null, completion));
      },
    });
    this.#listen(listener);
  }

  /** Whether nothing more will come, but for what waits. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  take(): TypedLine | undefined {
    return this.#waiting.shift();
  }

  /** Gives how many lines nobody will take any more. */
  drop(): number {
    return this.#waiting.splice(0).length;
  }

  /** Until there is a line, or none will come, or somebody says so. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    this.#wake();
  }

  /** The next line is the answer to a question. */
  askFor(onAnswer: (text: string) => void): void {
    this.#onAnswer = onAnswer;
  }

  endQuestion(): void {
    this.#onAnswer = undefined;
    this.#echo.muted = true;
  }

  showPrompt(prompt: string): void {
    this.#echo.muted = false;
    this.#lines.setPrompt(prompt);
    // Readline would go up over lines that it believes are its own, but the answer is there.
    Object.assign(this.#lines, { prevRows: 0 });
    this.#lines.prompt(true);
  }

  clearLine(): void {
    this.#echo.muted = true;
    this.#lines.write(null, { ctrl: true, name: 'e' });
    this.#lines.write(null, { ctrl: true, name: 'u' });
  }

  /** Gives why the history is not kept, the first time that it is not. */
  remember(command: string): Error | undefined {
    try {
      this.#history.add(command);
      this.#refreshRecalled();
      return undefined;
    } catch (error) {
      const isNews = this.#historyWorks;
      this.#historyWorks = false;
      return isNews ? (error as Error) : undefined;
    }
  }

  close(): void {
    this.#lines.close();
    this.#echo.destroy();
  }

  #listen(listener: TypingListener): void {
    this.#lines.on('line', (text) => {
      const echoed = !this.#echo.muted;
      this.#echo.muted = true;
      if (this.#onAnswer) {
        this.#onAnswer(text);
        return;
      }
      this.#waiting.push({ text, echoed });
      this.#wake();
    });
    this.#lines.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
    this.#lines.on('SIGINT', () => listener.onInterrupt());
    this.#lines.on('history', (recalled) => {
      this.#recalled = recalled;
      this.#refreshRecalled();
    });
  }

  /** Readline would keep each line as typed; ours are without secrets, and known only after the run. */
  #refreshRecalled(): void {
    this.#recalled.splice(0, this.#recalled.length, ...[...this.#history.entries].reverse());
  }
}
