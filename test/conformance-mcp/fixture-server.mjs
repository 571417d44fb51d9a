// The server that the official conformance suite tests: fixtures of the MCP SDK's own server behind the HTTP door of
// this package. Prints its address, and ends with its input.
import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  completable,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { createAcli } from '../../dist/index.js';
import { serveHttp } from '../../dist/mcp.js';
import { image, pixel, resource, text } from './content.mjs';
import { registerTools } from './tools.mjs';

const state = createRequestStateCodec({ key: randomBytes(32) });
const user = (content) => ({ role: 'user', content });

function createServer({ era }) {
  const server = new McpServer(
    { name: 'conformance-fixture', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: state.verify },
    },
  );
  registerTools(server, { era, state, notify: () => http.notify });
  registerResources(server);
  registerPrompts(server);
  if (era === 'legacy') {
    for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
      server.server.setRequestHandler(method, () => ({}));
    }
  }
  return server;
}

function registerResources(server) {
  const describe = (mimeType) => ({ description: `For the conformance suite, ${mimeType}`, mimeType });
  for (const [name, value] of [
    ['static-text', 'This is the content of the static text resource.'],
    ['watched-resource', 'Watched resource content'],
  ]) {
    server.registerResource(name, `test://${name}`, describe('text/plain'), ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text: value }],
    }));
  }
  server.registerResource('static-binary', 'test://static-binary', describe('image/png'), ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: pixel }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, describe('application/json'), ({ href }, { id }) => {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri: href, mimeType: 'application/json', text: data }] };
  });
}

function registerPrompts(server) {
  const prompt = (name, argsSchema, give) =>
    server.registerPrompt(
      name,
      { description: `For the conformance suite: ${name}`, ...(argsSchema && { argsSchema }) },
      give,
    );
  prompt('test_simple_prompt', undefined, () => ({ messages: [user(text('This is a simple prompt for testing.'))] }));
  const arg1 = completable(z.string(), (begun) => ['paris', 'park', 'party'].filter((word) => word.startsWith(begun)));
  prompt('test_prompt_with_arguments', z.object({ arg1, arg2: z.string() }), (given) => ({
    messages: [user(text(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`))],
  }));
  prompt('test_prompt_with_embedded_resource', z.object({ resourceUri: z.string() }), ({ resourceUri }) => ({
    messages: [
      user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  }));
  prompt('test_prompt_with_image', undefined, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }));
  prompt('test_input_required_result_prompt', undefined, ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_context');
    if (given) return { messages: [user(text(`Use this context: ${given.context}`))] };
    const requestedSchema = { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] };
    const user_context = inputRequired.elicit({ message: 'What context should the prompt use?', requestedSchema });
    return inputRequired({ inputRequests: { user_context } });
  });
}

const { gate, close } = createAcli({}, { name: 'conformance', audit: false });
const http = await serveHttp({ gate, createServer, onError: (error) => console.error(error.message) });
process.stdout.write(`${http.url}\n`);
process.stdin.resume().on('end', async () => {
  await http.close();
  await close();
});
