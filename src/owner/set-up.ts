// Commands of the owner do not know each other. What sets up a gate needs three of them, and brings them together here.

import type { OwnerCall } from './owner-command.js';

/** `init`, which can connect a client at its end. */
export async function initAndConnect(call: OwnerCall): Promise<number> {
  const [{ init }, { clients }] = await Promise.all([import('./init/init.js'), import('./connect/clients.js')]);
  const list = clients.map(({ name, title }) => ({ name, label: title }));
  const input = { print: false, remove: false, hook: false, 'close-shell': false };
  return await init(call, { list, connect: (client) => connectTried({ ...call, input: { ...input, client } }) });
}

/** `connect`, which starts the server that it writes down. */
export async function connectTried(call: OwnerCall): Promise<number> {
  const [{ connect }, { trySeen }] = await Promise.all([
    import('./connect/connect.js'),
    import('./mcp-validate/try-seen.js'),
  ]);
  return await connect(call, trySeen);
}
