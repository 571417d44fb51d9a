// The tasks of one door: runs whose call was answered while they went on.

import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import type { KnownRun } from '../../../gate/run/run-book.js';
import { type CallToolResult, toCallToolResult } from '../../../renderings/mcp-result.js';
import type { Approval } from '../../../vocabulary/approval.js';
import type { Outcome } from '../../../vocabulary/outcome.js';
import { questionFor } from '../approval-question.js';
import { createdTask } from './describe-task.js';
import type { CreatedTask } from './task.js';

type Render = (outcome: Outcome) => CallToolResult;

/** A question that waits until the client asks how the task is. */
export interface OpenForm {
  readonly params: ElicitRequestFormParams;
  /** What was asked. */
  readonly approval: Approval;
  /** Nobody will answer it here. */
  close(): void;
}

/** Shared by the servers of one door: over HTTP each request has a server of its own. */
export class Tasks {
  // Weakly: a task lives exactly as long as its run is remembered.
  readonly #renderings = new WeakMap<KnownRun, Render>();
  /** By the approval. */
  readonly #forms = new Map<string, OpenForm>();

  open(known: KnownRun, render: Render): CreatedTask {
    this.#renderings.set(known, render);
    return createdTask(known);
  }

  renderingOf(known: KnownRun): Render {
    return this.#renderings.get(known) ?? toCallToolResult;
  }

  /** Resolves when nobody will answer here. An answer goes to where the approval is kept, which ends the question. */
  hold(approval: Approval, signal: AbortSignal): Promise<undefined> {
    // Written once: a client that sees two texts under one key cannot know which one its person has answered.
    const params = questionFor(approval, Date.now());
    if (params === undefined || signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const close = () => {
        this.#forms.delete(approval.id);
        signal.removeEventListener('abort', close);
        resolve(undefined);
      };
      signal.addEventListener('abort', close, { once: true });
      this.#forms.set(approval.id, { params, approval, close });
    });
  }

  formOf({ approvalId }: KnownRun): OpenForm | undefined {
    return approvalId === undefined ? undefined : this.#forms.get(approvalId);
  }
}
