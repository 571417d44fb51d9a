// A model on loopback that asks for one tool call and then stops: enough for a real client to run its tools, its hooks and
// its MCP servers without an account. It speaks as much of three protocols as Claude Code, Codex and Gemini CLI need.
import { createServer } from 'node:http';

/** Listens on loopback. `heard` is what the client answered to the calls. */
export async function startModel() {
  const state = { wanted: undefined, heard: [], requests: [] };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const speak = protocols.find(({ path }) => path.test(request.url ?? ''));
    if (!speak || request.method !== 'POST' || /countTokens|count_tokens/.test(request.url)) {
      response.writeHead(request.method === 'HEAD' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const body = JSON.parse(text);
    state.requests.push(body);
    const answers = speak.answersIn(body);
    const tool = answers.length > 0 ? undefined : speak.toolIn(body, state.wanted);
    if (answers.length > 0) state.heard = answers;
    const isStream = speak.isStream(request, body);
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(speak.say(tool, isStream));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    state,
    /**
     * The next conversation calls a tool whose name matches, with this input. Some clients list the tools of servers only
     * when they are searched for: `unlisted` is called where none matches.
     */
    wants(name, input, unlisted) {
      Object.assign(state, { wanted: { name, input, unlisted }, heard: [], requests: [] });
    },
    close: () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()),
  };
}

const events = (list, named) =>
  list.map((data) => `${named ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`).join('');

const find = (names, wanted) => wanted && names.find((name) => wanted.name.test(name));

const said = 'Done.';

const anthropic = {
  path: /^\/v1\/messages/,
  isStream: (_, body) => body.stream === true,
  answersIn: ({ messages }) =>
    messages
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textOf(content)),
  toolIn: ({ tools = [] }, wanted) => {
    const name = find(
      tools.map((tool) => tool.name),
      wanted,
    );
    return name && { name, input: wanted.input };
  },
  say(tool, isStream) {
    const block = tool
      ? { type: 'tool_use', id: 'toolu_fixture', name: tool.name, input: tool.input }
      : { type: 'text', text: said };
    const stop_reason = tool ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: 'msg_fixture', type: 'message', role: 'assistant', model: 'fixture', usage };
    if (!isStream) return JSON.stringify({ ...message, content: [block], stop_reason, stop_sequence: null });
    const delta = tool
      ? { type: 'input_json_delta', partial_json: JSON.stringify(tool.input) }
      : { type: 'text_delta', text: said };
    return events(
      [
        { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
        {
          type: 'content_block_start',
          index: 0,
          content_block: tool ? { ...block, input: {} } : { ...block, text: '' },
        },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
        { type: 'message_stop' },
      ],
      true,
    );
  },
};

const responses = {
  path: /^\/v1\/responses/,
  isStream: () => true,
  answersIn: ({ input }) =>
    input.filter(({ type }) => type === 'function_call_output').map(({ output }) => textOf(output)),
  toolIn: ({ tools = [] }, wanted) => {
    const own = find(
      tools.map((tool) => tool.name),
      wanted,
    );
    if (own) return { name: own, input: wanted.input };
    for (const space of tools.filter(({ type }) => type === 'namespace')) {
      const name = find(
        space.tools.map((tool) => `${space.name}${tool.name}`),
        wanted,
      );
      const inner = space.tools.find((tool) => `${space.name}${tool.name}` === name);
      if (inner) return { name: inner.name, namespace: space.name, input: wanted.input };
    }
    return wanted?.unlisted && { ...wanted.unlisted, input: wanted.input };
  },
  say(tool) {
    const item = tool
      ? {
          ...{ type: 'function_call', id: 'fc_fixture', call_id: 'call_fixture', name: tool.name },
          ...(tool.namespace && { namespace: tool.namespace }),
          arguments: JSON.stringify(tool.input),
        }
      : {
          ...{ type: 'message', role: 'assistant', id: 'msg_fixture' },
          content: [{ type: 'output_text', text: said, annotations: [] }],
        };
    const response = { id: 'resp_fixture', object: 'response', status: 'completed', output: [item] };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return events(
      [
        { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { ...response, usage } },
      ],
      true,
    );
  },
};

const google = {
  path: /:(?:streamG|g)enerateContent/,
  isStream: ({ url }) => url.includes('streamGenerateContent'),
  answersIn: ({ contents }) =>
    contents
      .flatMap(({ parts }) => parts)
      .filter(({ functionResponse }) => functionResponse)
      .map(({ functionResponse }) => JSON.stringify(functionResponse.response)),
  toolIn: ({ tools = [] }, wanted) => {
    const name = find(
      tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map((one) => one.name)),
      wanted,
    );
    return name && { name, input: wanted.input };
  },
  say(tool, isStream) {
    const part = tool ? { functionCall: { name: tool.name, args: tool.input } } : { text: said };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const document = { candidates: [candidate], usageMetadata, modelVersion: 'fixture' };
    return isStream ? events([document], false) : JSON.stringify(document);
  },
};

const protocols = [anthropic, responses, google];

function textOf(content) {
  if (typeof content === 'string') return content;
  return (Array.isArray(content) ? content : [content]).map((part) => part?.text ?? JSON.stringify(part)).join('\n');
}
