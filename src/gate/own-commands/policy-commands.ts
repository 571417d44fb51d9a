// policy check, test and explain: what would be decided, whether the rules do what they say, and why a run was let
// through or not.

import { nearestOf } from '../../command-line/nearest.js';
import { defineCommand } from '../../sources/typescript/define-command.js';
import { readDefinitions } from '../../sources/typescript/read-definitions.js';
import type { CommandSet } from '../../vocabulary/command.js';
import type { Context } from '../../vocabulary/context.js';
import type { Judgement } from '../../vocabulary/decision.js';
import { CommandError, GateError } from '../../vocabulary/gate-error.js';
import { type Door, doors } from '../../vocabulary/request.js';
import type { Judge } from '../judging/judge.js';
import { describeDecision } from '../recording/audit-entry.js';
import type { RunFinder } from '../runs/find-runs.js';

/** What a request would meet. */
export interface Checked {
  readonly judgement: Judgement;
  readonly command: string;
  /** Of a program: which one, with which arguments, where. */
  readonly would_run: unknown;
}

export interface PolicyHost {
  readonly judge: Judge;
  readonly runs: RunFinder;
  /** Judges the words as if they were sent; an error where they could not even be judged. */
  check(words: readonly string[], door: Door, context: Context): Checked | GateError | Promise<Checked | GateError>;
}

export function policyCommands(host: PolicyHost): CommandSet {
  const check = defineCommand({
    description: 'Show what the policy would decide, and why; nothing is run',
    danger: 'safe',
    arguments: [
      {
        name: 'words',
        type: 'string',
        required: true,
        variadic: true,
        path: false,
        examples: ['git', 'push'],
        description: 'A program with its arguments, or a command of the gate',
      },
      {
        name: '--door',
        type: 'string',
        enum: doors,
        default: 'mcp-stdio',
        description: 'The interface the request would come in by; put it before the words',
      },
    ],
    examples: ['policy check git push', 'policy check rm -r build'],
    handler: async ({ words, door }, context) => {
      const checked = await host.check(words, door, context);
      if (checked instanceof GateError) throw checked;
      const { judgement, command, would_run } = checked;
      const { instead } = judgement;
      const { decision, reason, ...grounds } = describeDecision(judgement);
      // The answer comes last: it is what a terminal still shows after a long list.
      return {
        command,
        ...(would_run !== undefined && { would_run }),
        ...grounds,
        reason,
        ...(instead !== undefined && { instead }),
        decision,
      };
    },
  });

  const test = defineCommand({
    description: 'Run the examples of every rule',
    danger: 'safe',
    handler: () => {
      const examples = host.judge.tryExamples();
      const failed = examples.filter(({ passed }) => !passed);
      if (failed.length === 0) return { passed: examples.length, failed: 0, examples };
      throw new CommandError('POLICY_EXAMPLES_FAILED', `${failed.length} of ${examples.length} examples fail`, {
        hint: 'Fix the rules or their examples',
        details: failed.map(({ rule, example, kind, why }) => ({
          code: 'EXAMPLE_FAILED',
          field: rule,
          message: `${kind} "${example}": ${why ?? 'it does not'}`,
        })),
      });
    },
  });

  const explain = defineCommand({
    description: 'Explain why a run was allowed, asked about or denied',
    danger: 'safe',
    arguments: [
      {
        name: 'run',
        type: 'string',
        required: true,
        path: false,
        examples: ['run_1'],
        description: 'The id of the run, as its answer and the audit log show it',
      },
    ],
    handler: async ({ run: id }, { caller }) => {
      // What others ran is theirs: the owner asks for it under their name, with --caller.
      const found = await host.runs.find(caller, id);
      const decision = found && (await found.details()).decision;
      if (found && decision) return { run: id, command: found.summary().command, ...decision };
      const nearest = nearestOf(id, await host.runs.someIds(caller));
      throw new GateError('VALIDATION_ERROR', `Invalid argument: run (unknown run '${id.slice(0, 100)}')`, {
        hint: `${nearest ? `Did you mean '${nearest}'? ` : ''}Run 'runs list' to list the known runs`,
        examples: ['runs list'],
      });
    },
  });

  const { commands, groups } = readDefinitions({
    policy: {
      description: 'What may run, what needs approval and what is denied',
      subcommands: { check, test, explain },
    },
  });
  return {
    commands: commands.map((command) => ({
      ...command,
      builtIn: true,
      // `policy check rm -r build`: what follows is somebody else's, options included.
      parameters: command.parameters.map((parameter) =>
        parameter.key === 'words' ? { ...parameter, endsOptions: true as const } : parameter,
      ),
    })),
    groups: groups.map((group) => ({ ...group, builtIn: true })),
  };
}
