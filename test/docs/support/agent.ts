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

interface Answer {
  readonly text: string;
  readonly isError: unknown;
}

/** Calls the one tool, as a model would. */
export function ask(client: Client, command: string): Promise<Answer> {
  return call(client, 'cli', { command });
}

/** Calls the tool that runs any program. */
export function askShell(client: Client, payload: Record<string, unknown>): Promise<Answer> {
  return call(client, 'shell_cmd', payload);
}

async function call(client: Client, name: string, given: Record<string, unknown>): Promise<Answer> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [first] = content;
  if (first?.type !== 'text') throw new Error('The answer has no text.');
  return { text: first.text, isError };
}
