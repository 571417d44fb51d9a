// Clients of the 2026 generation are asked by the answer to a call: they send it again with what their user said.

import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Gate } from '../../gate/gate.js';
import type { Approval } from '../../vocabulary/approval.js';
import type { Caller, Session } from '../../vocabulary/request.js';
import { questionFor, readAnswer } from './approval-question.js';

/** What travels through the client between the two calls. It can read it, but not change it. */
interface Asked {
  readonly approval: string;
  readonly always: boolean;
  readonly session: boolean;
  readonly similar: boolean;
}

/** What the repeated call says of the question before it. */
export type EarlierQuestion =
  | { readonly status: 'none' }
  /** The approval has an answer: of this person, or of whoever was faster. */
  | { readonly status: 'answered'; readonly approval: string; readonly answer: 'approve' | 'deny' }
  /** The form was closed. */
  | { readonly status: 'unanswered' };

/** One for the process: what another one has asked cannot be answered here. */
const key = randomBytes(32);

/** Longer than anybody waits for an answer; the approval itself ends earlier. */
const ttlSeconds = 24 * 60 * 60;

const field = 'approval';

export interface AskBetweenCallsOptions {
  readonly gate: Pick<Gate, 'approvals'>;
  readonly caller: Caller;
  readonly session: Session;
}

export class AskBetweenCalls {
  readonly #options: AskBetweenCallsOptions;
  #codec: RequestStateCodec<Asked> | undefined;

  constructor(options: AskBetweenCallsOptions) {
    this.#options = options;
  }

  /** Rejects what was not made here, for this caller and this session. */
  readonly verify = (state: string, context: ServerContext): Promise<Asked> => this.#sealed.verify(state, context);

  /** The answer that asks; `undefined` where the question cannot be shown. */
  async ask(approval: Approval, context: ServerContext): Promise<InputRequiredResult | undefined> {
    const question = questionFor(approval, Date.now());
    if (question === undefined) return undefined;
    const asked: Asked = {
      approval: approval.id,
      always: approval.always !== null,
      session: approval.session_means !== undefined,
      similar: approval.similar !== undefined,
    };
    return inputRequired({
      inputRequests: { [field]: inputRequired.elicit(question) },
      requestState: await this.#sealed.mint(asked, context),
    });
  }

  /** Hands on what the person said to the question of the call before. */
  async hear({ mcpReq }: ServerContext): Promise<EarlierQuestion> {
    const asked = mcpReq.requestState<Asked>();
    if (asked === undefined) return { status: 'none' };
    const response = inputResponse(mcpReq.inputResponses, field);
    // Not even closed: the client has not shown it yet.
    if (response.kind !== 'elicit') return { status: 'none' };
    const answer = readAnswer(response, asked.always, asked.session, asked.similar);
    if (answer === undefined) return { status: 'unanswered' };
    const { gate, caller } = this.#options;
    const approvals = await gate.approvals();
    await approvals.answer(asked.approval, answer, caller);
    return { status: 'answered', approval: asked.approval, answer: answer.answer };
  }

  get #sealed(): RequestStateCodec<Asked> {
    const { caller, session } = this.#options;
    this.#codec ??= createRequestStateCodec<Asked>({
      key,
      ttlSeconds,
      bind: () => JSON.stringify([caller.name, session.id]),
    });
    return this.#codec;
  }
}
