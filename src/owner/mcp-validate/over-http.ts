import { type Answer, handshakeVersion, type Request, versionIn, type Way } from './message.js';
import type { Target } from './target.js';

/** Streamable HTTP: an answer comes as JSON, or as the last of a stream of events. */
export function overHttp({ url, token }: Extract<Target, { readonly url: URL }>, signal: AbortSignal): Way {
  const common = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  const explain = (error: Error): never => {
    if (signal.aborted) throw new Error('The server did not answer in time');
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new Error(`The server cannot be reached: ${message}`);
  };
  return {
    isOver: false,
    async send(request) {
      const headers = headersFor(request, common);
      const body = JSON.stringify(request);
      const response = await fetch(url, { method: 'POST', headers, body, signal }).catch(explain);
      if (!response.ok) {
        const text = await response.text().catch(explain);
        throw new Error(`HTTP ${response.status}: ${text.slice(0, 1000)}`);
      }
      const session = response.headers.get('mcp-session-id');
      if (session !== null) common.set('mcp-session-id', session);
      if (request.method === 'initialize') common.set('mcp-protocol-version', handshakeVersion);
      if (request.id === undefined) return void (await response.body?.cancel());
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream) return readAnswer(await response.text().catch(explain));
      return await answerIn(response, request).catch(explain);
    },
    async close() {
      // A courtesy to servers that keep sessions; not worth waiting for.
      if (!common.has('mcp-session-id')) return;
      await fetch(url, { method: 'DELETE', headers: common, signal: AbortSignal.timeout(1_000) }).catch(() => {});
    },
  };
}

/** A request of MCP 2026-07-28 repeats in headers what is in it. */
function headersFor(request: Request, common: Headers): Headers {
  const version = versionIn(request);
  if (version === undefined) return common;
  const headers = new Headers(common);
  headers.set('mcp-protocol-version', version);
  headers.set('mcp-method', request.method);
  if (typeof request.params.name === 'string') headers.set('mcp-name', request.params.name);
  return headers;
}

/** Some servers leave the stream open behind the answer, so it is not read to its end. */
async function answerIn({ body }: Response, { id }: Request): Promise<Answer | undefined> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (text + part).split(/\r?\n\r?\n/);
    text = events.pop() ?? '';
    const answer = events.flatMap(answersOf).find((one) => one.id === id);
    if (answer) return answer;
  }
  return answersOf(text).find((one) => one.id === id);
}

function answersOf(event: string): readonly Answer[] {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  const data = lines.map((line) => line.slice('data:'.length)).join('\n');
  return data.trim() === '' ? [] : [readAnswer(data)];
}

function readAnswer(text: string): Answer {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null) return answer;
  } catch {
    // Said below, as for everything else that is no message.
  }
  throw new Error(`The server answers something that is not JSON-RPC: ${JSON.stringify(text.slice(0, 200))}`);
}
