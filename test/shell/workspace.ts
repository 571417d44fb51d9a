// A throw-away workspace with a shell in it.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createShell, type Shell, type ShellEvent, type ShellOptions } from '../../src/index.js';

export interface Files {
  readonly [path: string]: string | { readonly text: string; readonly mode: number };
}

export function newWorkspace(files: Files = {}): string {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'shell-')));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    const { text, mode } = typeof content === 'string' ? { text: content, mode: 0o644 } : content;
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text, { mode });
  }
  return workspace;
}

/** Without a sandbox, which has tests of its own: what is checked must hold alone. Closed when the test ends. */
export function openShell(options: Partial<ShellOptions> = {}, files: Files = {}): Shell {
  const shell = createShell({ workspace: newWorkspace(files), sandbox: 'off', ...options });
  onTestFinished(() => shell.close());
  return shell;
}

/** A policy under which programs that run code run, too. */
export const lenient = {
  default: 'ask',
  rules: [
    {
      id: 'scripts',
      decision: 'allow',
      reason: 'The tests run scripts.',
      program: ['sh', 'node', 'sleep', 'env', 'printenv', './assistant', './codex'],
      match: ['node x.js'],
      not_match: ['npm test'],
    },
  ],
};

/** Collects events, and waits for one. */
export class Heard {
  readonly events: ShellEvent[] = [];
  readonly #waiting: (() => void)[] = [];

  readonly listen = (event: ShellEvent): void => {
    this.events.push(event);
    for (const tell of this.#waiting.splice(0)) tell();
  };

  async until<T extends ShellEvent>(isIt: (event: ShellEvent) => event is T): Promise<T>;
  async until(isIt: (event: ShellEvent) => boolean): Promise<ShellEvent>;
  async until(isIt: (event: ShellEvent) => boolean): Promise<ShellEvent> {
    for (;;) {
      const found = this.events.find(isIt);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  get states(): readonly string[] {
    return this.events.flatMap((event) => (event.type === 'run-state' ? event.state : []));
  }
}
