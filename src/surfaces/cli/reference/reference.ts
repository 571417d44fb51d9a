// `reference man` and `reference markdown`: every command with its arguments, as a document that goes with the program.

import { localCaller } from '../../../gate/session.js';
import type { OwnerCall } from '../../../owner/owner-command.js';
import { childrenOf } from '../../../registry/describe-help.js';
import type { RegistryNode } from '../../../registry/registry.js';
import type { Command } from '../../../vocabulary/command.js';
import { ownRegistry } from '../names-at-door.js';
import { printDocument } from '../print-document.js';
import { toManPage } from './to-man-page.js';
import { toMarkdown } from './to-markdown.js';

/** What both documents say. */
export interface Reference {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** What stands before a command at a shell. */
  readonly prefix: string;
  /** In the order of the tree, each group before what is in it. */
  readonly nodes: readonly RegistryNode[];
}

/** Resolves to the exit code. */
export async function reference(call: OwnerCall): Promise<number> {
  const { program, input } = call;
  const gate = program.lookAt?.();
  const visible = (command: Command) => gate?.mayRun(localCaller, command) ?? true;
  const root = gate ? gate.registry.root : ownRegistry(false).root;
  const { name, version, description } = program;
  const nodes = below(root, visible, gate ? undefined : 'own too');
  const write = input.form === 'man' ? toManPage : toMarkdown;
  const text = write({ name, version, description, prefix: name, nodes });
  return await printDocument(text, { ...call, command: 'reference' });
}

function below(node: RegistryNode, visible: (command: Command) => boolean, own: 'own too' | undefined): RegistryNode[] {
  return childrenOf(node, visible, own).flatMap((child) => [child, ...below(child, visible, own)]);
}
