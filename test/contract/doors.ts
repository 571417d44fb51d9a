// Every way into the gate, behind one interface: a request goes in, the text of its ACLI response comes out.

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createAcli } from 'cmdgate';
import { quoteWords } from '../../src/command-line/quote.js';
import { baseEnvironment, bin, cmdgate, startCmdgate } from '../cli/process.js';
import { commands } from '../fixtures/contract/commands/office.js';
import special from '../fixtures/contract/commands/x-special.js';
import type { Case } from './cases.js';

export interface Door {
  /** Resolves to the text of the response; `undefined` where the door cannot say such a request. */
  ask(request: Case['request']): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface DoorOptions {
  readonly workspace: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The name of the file in the workspace. */
  readonly file: string;
  readonly caller?: { readonly name: string; readonly may: readonly string[]; readonly token: string };
}

type OpenDoor = (options: DoorOptions) => Promise<Door>;

const textOf = (request: Case['request']) => (typeof request === 'string' ? request : quoteWords(request));

const named = ({ file, caller }: DoorOptions) => ['--config', file, ...(caller ? ['--caller', caller.name] : [])];

const environmentOf = ({ caller }: DoorOptions): Record<string, string> =>
  caller ? { READER_TOKEN: caller.token } : {};

const library: OpenDoor = async ({ workspace, configuration, caller }) => {
  const { name, version, description, deny, limits, audit } = configuration as {
    name: string;
    version: string;
    description: string;
    deny: string[];
    limits: { responseBytes: number; rate?: { perMinute: number } };
    audit?: { file: string };
  };
  const acli = createAcli(
    { ...commands, 'x-special': special },
    {
      name,
      version,
      description,
      deny,
      workspace,
      limits,
      ...(audit && { audit: { file: `${workspace}/${audit.file}` } }),
    },
  );
  return {
    ask: async (request) => {
      const result = await acli.execute({ command: textOf(request) }, caller ? { caller } : {});
      return result.content[0].text;
    },
    close: () => acli.close(),
  };
};

/** One process a request, which is what a person's shell does. */
const commandLine: OpenDoor = async (options) => ({
  ask: async (request) => {
    if (typeof request === 'string') return undefined;
    const words = ['run', ...named(options), '--format', 'acli', ...request];
    const { stdout } = await cmdgate(words, { cwd: options.workspace, environment: environmentOf(options) });
    return stdout;
  },
  close: async () => undefined,
});

const repl: OpenDoor = async (options) => {
  const child = startCmdgate(['repl', '--stdin', '--format', 'acli', ...named(options)], {
    cwd: options.workspace,
    environment: environmentOf(options),
  });
  child.stderr.resume();
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (request) => {
      child.stdin.write(`${textOf(request)}\n`);
      return (await lines.next()).value as string;
    },
    close: async () => {
      const ended = once(child, 'close');
      child.stdin.end();
      await ended;
    },
  };
};

type Generation = '2025-11-25' | '2026-07-28';

function newClient(generation: Generation): Client {
  return new Client(
    { name: 'contract', version: '1.0.0' },
    generation === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
}

function askThrough(client: Client, generation: Generation): Door['ask'] {
  return async (request) => {
    if (client.getNegotiatedProtocolVersion() !== generation) throw new Error('Another generation was negotiated.');
    const { content, isError } = await client.callTool({ name: 'cli', arguments: { command: textOf(request) } });
    const [only, ...others] = content;
    // An answer that was cut has a link to all of it behind its text.
    const areLinks = others.every(({ type }) => type === 'resource_link');
    if (only?.type !== 'text' || !areLinks) throw new Error('A result has exactly one text.');
    if (isError !== (JSON.parse(only.text).success === false)) throw new Error('isError contradicts the response.');
    return only.text;
  };
}

const mcpStdio =
  (generation: Generation): OpenDoor =>
  async (options) => {
    const client = newClient(generation);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [bin, 'serve', ...named(options)],
      cwd: options.workspace,
      env: { ...baseEnvironment(), ...environmentOf(options) },
      stderr: 'ignore',
    });
    await client.connect(transport);
    return { ask: askThrough(client, generation), close: () => client.close() };
  };

const mcpHttp =
  (generation: Generation): OpenDoor =>
  async (options) => {
    const { file, caller } = options;
    const child = startCmdgate(['serve', '--http', '--port', '0', '--config', file], {
      cwd: options.workspace,
      environment: environmentOf(options),
    });
    child.stderr.resume();
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { endpoint } = JSON.parse(line) as { endpoint: string };
    const client = newClient(generation);
    const headers: Record<string, string> = caller ? { authorization: `Bearer ${caller.token}` } : {};
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }));
    return {
      ask: askThrough(client, generation),
      close: async () => {
        await client.close();
        const ended = once(child, 'close');
        child.kill('SIGTERM');
        await ended;
      },
    };
  };

/** The first one is what the others are compared with. */
export const doors = {
  library,
  'command line': commandLine,
  REPL: repl,
  'MCP stdio, 2025-11-25': mcpStdio('2025-11-25'),
  'MCP stdio, 2026-07-28': mcpStdio('2026-07-28'),
  'MCP HTTP, 2025-11-25': mcpHttp('2025-11-25'),
  'MCP HTTP, 2026-07-28': mcpHttp('2026-07-28'),
} as const satisfies Readonly<Record<string, OpenDoor>>;
