// What runs gave out, as resources. Reading one is the command `runs output`: a caller reads its own runs and no others.

import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import type { GateError } from '../../../vocabulary/gate-error.js';
import { anyParams } from '../any-params.js';
import { pageOf } from '../list-pages.js';
import type { McpServerOptions } from '../server-options.js';
import type { RecentRuns } from './recent-runs.js';
import { type RunUri, readRunUri, runUriTemplate, streams, writeRunUri } from './run-uri.js';

const template = {
  uriTemplate: runUriTemplate,
  name: 'run-output',
  title: 'Output of a run',
  description:
    'What a run printed or returned: stdout, stderr or data; output returns whichever of these exists. At most 64 KiB per read; "from" is the first byte.',
};

/** How many completions the protocol lets an answer have. */
const mostCompletions = 100;

export function serveResources(server: Server, options: McpServerOptions, recent: RecentRuns): void {
  server.setRequestHandler('resources/list', { params: anyParams }, ({ cursor }) => {
    const resources = recent.list().map(({ run, command }) => ({
      uri: writeRunUri({ run, stream: 'output' }),
      name: run,
      title: command,
      mimeType: 'text/plain',
    }));
    const { items, nextCursor } = pageOf(resources, cursor, 'resources');
    return { resources: items, ...(nextCursor !== undefined && { nextCursor }) };
  });

  server.setRequestHandler('resources/templates/list', { params: anyParams }, ({ cursor }) => {
    const { items } = pageOf([template], cursor, 'resource templates');
    return { resourceTemplates: items };
  });

  server.setRequestHandler('resources/read', { params: anyParams }, async ({ uri }, { mcpReq }) => {
    const wanted = typeof uri === 'string' ? readRunUri(uri) : undefined;
    if (wanted === undefined) throw notFound(String(uri).slice(0, 200), `The resources are ${runUriTemplate}.`);
    return { contents: await readOutput(wanted, { ...options, signal: mcpReq.signal }) };
  });

  server.setRequestHandler('completion/complete', { params: anyParams }, ({ ref, argument }) => {
    const { name, value } = readArgument(ref, argument);
    const all = name === 'run' ? recent.list().map(({ run }) => run) : name === 'stream' ? streams : [];
    const values = all.filter((one) => one.startsWith(value));
    return {
      completion: {
        values: values.slice(0, mostCompletions),
        total: values.length,
        hasMore: values.length > mostCompletions,
      },
    };
  });
}

type Reader = McpServerOptions & { readonly signal: AbortSignal };

interface Slice {
  readonly stream: RunUri['stream'];
  readonly text: string;
  readonly to_byte: number;
  readonly total_bytes: number;
  readonly valid_text?: false;
  readonly more: boolean;
}

async function readOutput(wanted: RunUri, options: Reader) {
  const text = await readSlice(wanted, [], options);
  const isText = text.valid_text !== false;
  const slice = isText ? text : await readSlice(wanted, ['--encoding', 'base64'], options);
  const { stream, more, to_byte: next, total_bytes: total } = slice;
  const whole = wanted.from === 0 && !more;
  const content = isText
    ? { mimeType: stream === 'data' && whole ? 'application/json' : 'text/plain', text: slice.text }
    : { mimeType: 'application/octet-stream', blob: slice.text };
  const first = { uri: writeRunUri(wanted), ...content };
  if (!more) return [first];
  const rest = writeRunUri({ ...wanted, stream, from: next });
  return [
    first,
    { uri: rest, mimeType: 'text/plain', text: `[Up to byte ${next} of ${total}. Continue with ${rest}.]` },
  ];
}

async function readSlice(wanted: RunUri, more: readonly string[], options: Reader): Promise<Slice> {
  const { gate, door, caller, session, signal } = options;
  const { run, stream, from } = wanted;
  const named = stream === 'output' ? [] : ['--stream', stream];
  const line = ['runs', 'output', run, ...named, '--from-byte', String(from), ...more];
  const outcome = await gate.run({ line, door, caller, session, signal });
  if (outcome.status === 'failed') throw refused(writeRunUri(wanted), outcome.error);
  return outcome.data as Slice;
}

function readArgument(ref: unknown, argument: unknown): { readonly name: unknown; readonly value: string } {
  const { type, uri } = (ref ?? {}) as { readonly type?: unknown; readonly uri?: unknown };
  const { name, value } = (argument ?? {}) as { readonly name?: unknown; readonly value?: unknown };
  if (type !== 'ref/resource' || uri !== runUriTemplate) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Only the resource template ${runUriTemplate} has completions.`,
    );
  }
  if (typeof value !== 'string') {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The argument needs a name and a value.');
  }
  return { name, value };
}

/** That the gate has no time now does not mean that there is no such run. */
function refused(uri: string, { message, hint, retryAfterMs }: GateError): ProtocolError {
  if (retryAfterMs === undefined) return notFound(uri, `${message}. ${hint}`);
  return new ProtocolError(ProtocolErrorCode.InternalError, `${message}. ${hint}`);
}

function notFound(uri: string, why: string): ProtocolError {
  return new ResourceNotFoundError(uri, `Resource not found: ${uri}. ${why}`);
}
