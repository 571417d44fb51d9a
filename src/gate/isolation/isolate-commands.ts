import type { Command, CommandSet } from '../../vocabulary/command.js';
import { HandlerHosts, type HandlerHostsOptions } from './handler-hosts.js';

export interface IsolationChoice {
  hasOwn(command: Command): boolean;
  /** Whether all others are in one process beside this one. */
  readonly sharesOne: boolean;
}

/** The same commands, whose handlers run where they should. */
export function isolateCommands(
  set: CommandSet,
  options: HandlerHostsOptions,
  { hasOwn, sharesOne }: IsolationChoice,
): CommandSet & { readonly hosts: HandlerHosts } {
  const hosts = new HandlerHosts(options);
  const commands = set.commands.map((command) => {
    if (command.plan) return command;
    if (hasOwn(command)) return hosts.isolate(command, 'own');
    return sharesOne ? hosts.isolate(command, 'shared') : command;
  });
  if (sharesOne) hosts.warm();
  return { ...set, commands, hosts };
}
