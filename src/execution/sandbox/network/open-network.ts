// The network of one program: a proxy that knows its list, and a way from the sandbox to the proxy.

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { GateError, type Problem } from '../../../vocabulary/gate-error.js';
import type { Mount } from '../mounts.js';
import { Denials } from './denials.js';
import { type HostEntry, HostList, readHostEntry } from './host-list.js';
import { proxyVariables } from './proxy-variables.js';
import { relayMounts, startByRelay, variablesForRelay } from './relay/start-by-relay.js';
import { SandboxProxy } from './sandbox-proxy.js';

type Variables = Readonly<Record<string, string>>;

export interface OpenNetwork {
  readonly mounts: readonly Mount[];
  /** What the program gets instead of its variables. */
  variables(variables: Variables): Variables;
  /** What is started in the sandbox instead of the program. */
  start(program: string, args: readonly string[]): { readonly program: string; readonly args: readonly string[] };
  /** Ends every connection. */
  close(): void;
}

export interface NetworkSettings {
  /** As the owner writes them. */
  readonly hosts: readonly string[];
  /** Of the gate, where nobody else can write. */
  readonly directory: string;
  onDenied(message: string): void;
}

/** Rejects when nothing can be listened to. */
export async function openNetwork({ hosts, directory, onDenied }: NetworkSettings): Promise<OpenNetwork | GateError> {
  const entries = readEntries(hosts);
  if (entries instanceof GateError) return entries;
  const list = new HostList(entries);
  const proxy = new SandboxProxy(list, new Denials(onDenied));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // One for each program: who asks is known by the door that he comes through.
  const socket = join(directory, `${randomBytes(8).toString('hex')}.socket`);
  await proxy.listen(socket);
  return {
    mounts: relayMounts(socket),
    variables: (variables) => variablesForRelay(proxyVariables(variables, list.namesLoopback)),
    start: startByRelay,
    close: () => {
      proxy.close();
      rmSync(socket, { force: true });
    },
  };
}

function readEntries(hosts: readonly string[]): readonly HostEntry[] | GateError {
  const read = hosts.map((text) => ({ text, read: readHostEntry(text) }));
  const problems = read.flatMap(({ text, read }): Problem[] =>
    read.ok ? [] : [{ code: 'UNAVAILABLE', message: `${JSON.stringify(text)}: ${read.message}`, hint: read.fix }],
  );
  const [first] = problems;
  if (!first) return read.flatMap(({ read }) => (read.ok ? [read.entry] : []));
  return new GateError('UNAVAILABLE', `The network of the sandbox cannot be made: ${first.message}`, {
    hint: `Tell the owner: ${first.hint}`,
    details: problems,
  });
}
