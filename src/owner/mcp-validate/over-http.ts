import { type Answer, protocolVersion, type Way } from './message.js';
import type { Target } from './target.js';

/** Streamable HTTP: an answer comes as JSON, or as the last of a stream of events. */
export function overHttp({ url, token }: Extract<Target, { readonly url: URL }>, signal: AbortSignal): Way {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  return {
    async send(request) {
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request), signal }).catch(
        (error: Error) => {
          const { message } = error.cause instanceof Error ? error.cause : error;
          throw new Error(`The server cannot be reached: ${message}`);
        },
      );
      const text = await response.text();
      if (!response.ok) throw new Error(`HTTP ${response.status}: ${text.slice(0, 1000)}`);
      const session = response.headers.get('mcp-session-id');
      if (session !== null) headers.set('mcp-session-id', session);
      headers.set('mcp-protocol-version', protocolVersion);
      if (request.id === undefined) return undefined;
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      const answers = (isStream ? dataOfEvents(text) : [text]).map((one) => JSON.parse(one) as Answer);
      return answers.find(({ id }) => id === request.id);
    },
    async close() {
      // A courtesy to servers that keep sessions; not worth waiting for.
      if (!headers.has('mcp-session-id')) return;
      await fetch(url, { method: 'DELETE', headers, signal: AbortSignal.timeout(1_000) }).catch(() => {});
    },
  };
}

function dataOfEvents(text: string): readonly string[] {
  const isData = (line: string) => line.startsWith('data:');
  return text
    .split(/\r?\n\r?\n/)
    .map((event) => event.split(/\r?\n/).filter(isData))
    .map((lines) => lines.map((line) => line.slice('data:'.length)).join('\n'))
    .filter((data) => data.trim() !== '');
}
