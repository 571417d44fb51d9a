// What a client hears of the gate before it calls anything.

import type { Implementation } from '@modelcontextprotocol/server';
import type { Gate } from '../../gate/gate.js';
import { instructionsFor } from '../../renderings/tools/instructions.js';
import type { Caller } from '../../vocabulary/request.js';
import type { McpServerOptions } from './server-options.js';
import type { ToolOffer } from './tools.js';

type IntroducedGate = McpServerOptions['gate'];

const longestDescription = 300;

export function serverInfoOf({ name, ownVersion, description, introduction }: IntroducedGate): Implementation {
  const { title, website, icons } = introduction;
  return {
    name,
    // That of the commands: it is their owner's server.
    version: ownVersion,
    // Every answer of 2026-07-28 carries all of this.
    description: description.slice(0, longestDescription),
    ...(title !== undefined && { title }),
    ...(website !== undefined && { websiteUrl: website }),
    ...(icons !== undefined && icons.length > 0 && { icons: icons as unknown as NonNullable<Implementation['icons']> }),
  };
}

const known = new WeakMap<Caller, { readonly registry: Gate['registry']; readonly each: boolean; text: string }>();

/** Over HTTP each request has a server of its own, and most have nothing to do with what is written here. */
export function instructionsOf(caller: Caller, gate: IntroducedGate, { offersShell, each }: ToolOffer): string {
  const last = known.get(caller);
  if (last?.registry === gate.registry && last.each === each) return last.text;
  const text = instructionsFor(caller, gate, { shell: offersShell, each });
  known.set(caller, { registry: gate.registry, each, text });
  return text;
}
