// Takes over changes of the configuration while a server runs, and tells the owner at the terminal what came of each.

import type { Reloaded, Reloader } from '../../gate/reloading/reloader.js';
import { FileWatch } from '../../gate/reloading/watch-files.js';
import { type Colors, colors, wantsColor } from '../../renderings/text/colors.js';
import { formatError } from '../../renderings/text/format-error.js';
import type { Io } from '../../terminal/io.js';
import { ownerLine } from '../../terminal/owner-line.js';

export class Reloading {
  readonly #reloader: Reloader;
  readonly #watch: FileWatch;
  readonly #stderr: Io['stderr'];
  readonly #paint: Colors;
  #lastRefusal = '';

  constructor(reloader: Reloader, { stderr, environment }: Io) {
    this.#reloader = reloader;
    this.#stderr = stderr;
    this.#paint = colors(wantsColor(stderr, environment));
    this.#watch = new FileWatch(
      () => void this.#reload(true),
      (problem) => this.#warn(`Changes of the configuration are not noticed: ${problem}. Send SIGHUP after a change.`),
    );
    this.#watch.follow(reloader.watched);
    // What changed since the start is seen by nobody else.
    void this.#reload(true);
  }

  /** Whether or not anything seems to have changed. */
  reload(): Promise<void> {
    return this.#reload(false);
  }

  close(): void {
    this.#watch.close();
  }

  async #reload(ifChanged: boolean): Promise<void> {
    const result = await this.#reloader.reload(ifChanged);
    this.#watch.follow(this.#reloader.watched);
    this.#tell(result, ifChanged);
  }

  #tell(result: Reloaded, ifChanged: boolean): void {
    switch (result.status) {
      case 'unchanged':
        this.#lastRefusal = '';
        return;
      case 'reloaded': {
        this.#lastRefusal = '';
        const changes = [...named('new', result.added), ...named('removed', result.removed)];
        this.#write(`${this.#paint.dim('info:')} ${['The configuration was reloaded', ...changes].join('; ')}.`);
        for (const warning of result.warnings) this.#warn(warning);
        return;
      }
      case 'refused': {
        const lines = formatError(result.error, this.#paint).flatMap((line) => line.split('\n'));
        // An event for a file that was told about already is no news.
        if (ifChanged && lines.join('\n') === this.#lastRefusal) return;
        this.#lastRefusal = lines.join('\n');
        this.#warn('The configuration was not reloaded, and the server continues with the one it has:');
        // Indented, so that no line of theirs passes for one of ours.
        for (const line of lines) this.#write(`  ${line}`);
        return;
      }
      default:
        result satisfies never;
    }
  }

  #warn(text: string): void {
    this.#write(`${this.#paint.yellow('warning:')} ${ownerLine(text)}`);
  }

  #write(line: string): void {
    this.#stderr.write(`${line}\n`);
  }
}

const mostNames = 10;

function named(what: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return [`${what}: ${names.slice(0, mostNames).map(ownerLine).join(', ')}${more}`];
}
