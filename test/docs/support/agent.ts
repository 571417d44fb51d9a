import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Workspace } from './workspace.js';

/** A real MCP client of `cmdgate serve` in a workspace. */
export async function connectAgent(workspace: Workspace): Promise<Client> {
  const client = new Client({ name: 'documentation', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: 'cmdgate',
      args: ['serve'],
      cwd: workspace.directory,
      env: { ...workspace.environment },
      stderr: 'ignore',
    }),
  );
  return client;
}

/** Calls the one tool, as a model would. */
export async function ask(
  client: Client,
  command: string,
): Promise<{ readonly text: string; readonly isError: unknown }> {
  const { content, isError } = await client.callTool({ name: 'cli', arguments: { command } });
  const [first] = content;
  if (first?.type !== 'text') throw new Error('The answer has no text.');
  return { text: first.text, isError };
}
