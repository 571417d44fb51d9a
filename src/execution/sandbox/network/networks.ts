// The networks of programs. Each has a proxy that knows its list, and a way from the sandbox to it.

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { GateError, type Problem } from '../../../vocabulary/gate-error.js';
import type { Mount } from '../mounts.js';
import type { SandboxSettings } from '../sandbox-settings.js';
import type { ProxyDoor } from '../session-network/session-networks.js';
import { Denials, type OnDenied } from './denials.js';
import { type HostEntry, HostList, readHostEntry } from './host-list.js';
import { Interceptions } from './interceptions.js';
import { proxyVariables } from './proxy-variables.js';
import { relayMounts, startByRelay, variablesForRelay } from './relay/start-by-relay.js';
import { SandboxProxy } from './sandbox-proxy.js';

type Variables = Readonly<Record<string, string>>;

export interface OpenNetwork {
  readonly mounts: readonly Mount[];
  /** What the program must not print, should it ever come to know it. */
  readonly secrets: readonly string[];
  /** What the program gets instead of its variables. */
  variables(variables: Variables): Variables;
  /** What is started in the sandbox instead of the program, which gets these descriptors beside the usual ones. */
  start(
    program: string,
    args: readonly string[],
    handedOn: readonly number[],
  ): { readonly program: string; readonly args: readonly string[] };
  /** Ends every connection. */
  close(): void;
}

export interface NetworkRequest extends Pick<SandboxSettings, 'hosts' | 'credentials'> {
  /** Of the gate, where nobody else can write. */
  readonly directory: string;
  readonly onDenied: OnDenied;
  /** Where others share its network. */
  readonly door?: ProxyDoor | undefined;
}

export class Networks {
  readonly #interceptions: Interceptions;

  /** `environment` is the gate's own. */
  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#interceptions = new Interceptions(environment);
  }

  /** Rejects when nothing can be written or listened to. */
  async open(request: NetworkRequest): Promise<OpenNetwork | GateError> {
    const { hosts, credentials, directory, door } = request;
    const entries = readEntries(hosts);
    if (entries instanceof GateError) return entries;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const interception = this.#interceptions.open(credentials, directory);
    if (interception instanceof GateError) return interception;
    const list = new HostList(entries);
    const proxy = new SandboxProxy(list, new Denials(request.onDenied), interception, undefined, door?.password);
    // One for each program: who asks is known by the door that he comes through.
    const socket = join(directory, `${randomBytes(8).toString('hex')}.socket`);
    const mounts = [...relayMounts(socket), ...(interception?.mounts ?? [])];
    await proxy.listen(socket);
    return {
      mounts,
      // Whoever reads what it prints could be another run.
      secrets: [...(interception?.masks.secrets ?? []), ...(door ? [door.password] : [])],
      variables: (variables) => {
        const masked = interception?.variables(variables) ?? variables;
        return variablesForRelay(proxyVariables(masked, (host) => list.names(host), door));
      },
      start: (program, args, handedOn) => startByRelay(program, args, handedOn, door?.port),
      close: () => {
        proxy.close();
        rmSync(socket, { force: true });
      },
    };
  }
}

function readEntries(hosts: readonly string[]): readonly HostEntry[] | GateError {
  const read = hosts.map((text) => ({ text, read: readHostEntry(text) }));
  const problems = read.flatMap(({ text, read }): Problem[] =>
    read.ok ? [] : [{ code: 'UNAVAILABLE', message: `${JSON.stringify(text)}: ${read.message}`, hint: read.fix }],
  );
  const [first] = problems;
  if (!first) return read.flatMap(({ read }) => (read.ok ? [read.entry] : []));
  return new GateError('UNAVAILABLE', `The sandbox's network cannot be set up: ${first.message}`, {
    hint: `Tell the owner: ${first.hint}`,
    details: problems,
  });
}
