// The tools that the official conformance suite calls, by the names that it fixes.
import { setTimeout as delay } from 'node:timers/promises';
import { acceptedContent, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { audio, image, resource, text } from './content.mjs';

const nothing = z.object({});
const answer = (...content) => ({ content });

/** Each: name, description, schema of its arguments, what it does. */
function plainTools(notify) {
  return [
    ['test_simple_text', nothing, () => answer(text('This is a simple text response for testing.'))],
    ['test_image_content', nothing, () => answer(image)],
    ['test_audio_content', nothing, () => answer(audio)],
    [
      'test_embedded_resource',
      nothing,
      () => answer(resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
    ],
    [
      'test_multiple_content_types',
      nothing,
      () =>
        answer(
          text('Multiple content types test:'),
          image,
          resource('test://mixed-content-resource', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
        ),
    ],
    [
      'test_tool_with_logging',
      nothing,
      async (_, { mcpReq }) => {
        for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
          await mcpReq.log('info', message);
          await delay(50);
        }
        return answer(text('Logged three messages.'));
      },
    ],
    [
      'test_tool_with_progress',
      nothing,
      async (_, { mcpReq }) => {
        const { progressToken } = mcpReq._meta ?? {};
        for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
          await delay(50);
        }
        return answer(text('Reported progress.'));
      },
    ],
    [
      'test_error_handling',
      nothing,
      () => {
        throw new Error('This tool intentionally returns an error for testing');
      },
    ],
    [
      'test_logging_tool',
      nothing,
      async (_, { mcpReq }) => {
        await mcpReq.log('info', 'Only for those who asked for it');
        return answer(text('Logged.'));
      },
    ],
    [
      'test_trigger_tool_change',
      nothing,
      () => {
        notify().toolsChanged();
        return answer(text('Told those who listen.'));
      },
    ],
    [
      'test_trigger_prompt_change',
      nothing,
      () => {
        notify().promptsChanged();
        return answer(text('Told those who listen.'));
      },
    ],
  ];
}

const abilities = (mcpReq) => mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};

/** Of MCP 2025-11-25: the server asks while it answers. */
const askingTools = [
  [
    'test_sampling',
    z.object({ prompt: z.string() }),
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user', content: text(prompt) }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
      return answer(text(`LLM response: ${content.text}`));
    },
  ],
  [
    'test_elicitation',
    z.object({ message: z.string() }),
    async ({ message }, { mcpReq }) => {
      const response = { type: 'string', description: "User's response" };
      return elicited(await mcpReq.elicitInput(form(message, { response }, ['response'])));
    },
  ],
  [
    'test_elicitation_sep1034_defaults',
    nothing,
    async (_, { mcpReq }) =>
      elicited(
        await mcpReq.elicitInput(
          form('Check these values', {
            name: { type: 'string', default: 'John Doe' },
            age: { type: 'integer', default: 30 },
            score: { type: 'number', default: 95.5 },
            status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
            verified: { type: 'boolean', default: true },
          }),
        ),
      ),
  ],
  [
    'test_elicitation_sep1330_enums',
    nothing,
    async (_, { mcpReq }) => {
      const names = ['option1', 'option2', 'option3'];
      const titled = ['First', 'Second', 'Third'].map((title, at) => ({ const: `value${at + 1}`, title }));
      return elicited(
        await mcpReq.elicitInput(
          form('Choose', {
            untitledSingle: { type: 'string', enum: names },
            titledSingle: { type: 'string', oneOf: titled },
            legacyEnum: {
              type: 'string',
              enum: ['opt1', 'opt2', 'opt3'],
              enumNames: ['Option One', 'Option Two', 'Option Three'],
            },
            untitledMulti: { type: 'array', items: { type: 'string', enum: names } },
            titledMulti: { type: 'array', items: { anyOf: titled } },
          }),
        ),
      );
    },
  ],
];

const form = (message, properties, required = []) => ({
  mode: 'form',
  message,
  requestedSchema: { type: 'object', properties, required },
});

const elicited = ({ action, content }) =>
  answer(text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`));

const question = (message, field, type = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] },
  });

const sampling = (prompt, maxTokens) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(prompt) }], maxTokens });

/** Of MCP 2026-07-28: the answer asks, and the next request brings what was asked for. */
function roundTripTools(state) {
  const confirm = async (context, done) => {
    const { mcpReq } = context;
    if (mcpReq.requestState()?.for === 'confirm' && acceptedContent(mcpReq.inputResponses, 'confirm')) return done();
    const requestState = await state.mint({ for: 'confirm' }, context);
    return inputRequired({ inputRequests: { confirm: question('Please confirm', 'ok', 'boolean') }, requestState });
  };
  const named = z.object({ name: z.string() });
  return [
    [
      'test_input_required_result_elicitation',
      nothing,
      (_, { mcpReq }) => {
        const given = acceptedContent(mcpReq.inputResponses, 'user_name', named);
        if (given) return answer(text(`Hello, ${given.name}!`));
        return inputRequired({ inputRequests: { user_name: question('What is your name?', 'name') } });
      },
    ],
    [
      'test_input_required_result_sampling',
      nothing,
      (_, { mcpReq }) => {
        const given = inputResponse(mcpReq.inputResponses, 'capital_question');
        if (given.kind === 'sampling') return answer(text(given.result.content.text));
        return inputRequired({ inputRequests: { capital_question: sampling('What is the capital of France?', 100) } });
      },
    ],
    [
      'test_input_required_result_list_roots',
      nothing,
      (_, { mcpReq }) => {
        const given = inputResponse(mcpReq.inputResponses, 'client_roots');
        if (given.kind === 'roots') return answer(text(given.roots.map(({ uri }) => uri).join('\n')));
        return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
      },
    ],
    [
      'test_input_required_result_request_state',
      nothing,
      (_, context) => confirm(context, () => answer(text('state-ok'))),
    ],
    [
      'test_input_required_result_tampered_state',
      nothing,
      (_, context) => confirm(context, () => answer(text('state-ok'))),
    ],
    [
      'test_input_required_result_multiple_inputs',
      nothing,
      async (_, context) => {
        const { inputResponses, requestState } = context.mcpReq;
        const keys = ['user_name', 'greeting', 'client_roots'];
        const all = keys.every((key) => inputResponse(inputResponses, key).kind !== 'missing');
        if (all && requestState()?.for === 'several') return answer(text('All three are here.'));
        return inputRequired({
          inputRequests: {
            user_name: question('What is your name?', 'name'),
            greeting: sampling('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await state.mint({ for: 'several' }, context),
        });
      },
    ],
    [
      'test_input_required_result_multi_round',
      nothing,
      async (_, context) => {
        const { inputResponses, requestState } = context.mcpReq;
        const known = requestState();
        const color = acceptedContent(inputResponses, 'step2')?.color;
        if (known?.step === 2 && color) return answer(text(`${known.name} likes ${color}.`));
        const name = acceptedContent(inputResponses, 'step1')?.name;
        if (known?.step === 1 && name) {
          return inputRequired({
            inputRequests: { step2: question('Step 2: What is your favorite color?', 'color') },
            requestState: await state.mint({ step: 2, name }, context),
          });
        }
        return inputRequired({
          inputRequests: { step1: question('Step 1: What is your name?', 'name') },
          requestState: await state.mint({ step: 1 }, context),
        });
      },
    ],
    [
      'test_input_required_result_capabilities',
      nothing,
      (_, { mcpReq }) => {
        const can = abilities(mcpReq);
        const inputRequests = {
          ...(can.sampling && { capital_question: sampling('What is the capital of France?', 100) }),
          ...(can.elicitation && { user_name: question('What is your name?', 'name') }),
        };
        return Object.keys(inputRequests).length > 0
          ? inputRequired({ inputRequests })
          : answer(text('This client can be asked nothing.'));
      },
    ],
    [
      'test_missing_capability',
      nothing,
      // The SDK refuses this for a client that cannot sample.
      () => inputRequired({ inputRequests: { capital_question: sampling('What is the capital of France?', 100) } }),
    ],
    [
      'test_streaming_elicitation',
      nothing,
      async (_, { mcpReq }) => {
        const progressToken = mcpReq._meta?.progressToken ?? 'stream';
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
        return inputRequired({ inputRequests: { user_name: question('What is your name?', 'name') } });
      },
    ],
  ];
}

export function registerTools(server, { era, state, notify }) {
  const tools = [...plainTools(notify), ...(era === 'modern' ? roundTripTools(state) : askingTools)];
  for (const [name, inputSchema, run] of tools) {
    server.registerTool(name, { description: `For the conformance suite: ${name}`, inputSchema }, run);
  }
}
