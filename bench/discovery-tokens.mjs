// What an agent reads before it can start, in tokens: the one tool and root help, beside one tool per command.
import { encode } from 'gpt-tokenizer';
import { flat, inLevels } from './registries.mjs';
import { withAcli } from './with-acli.mjs';

export default [
  tokens('tool + root help of 1,000, 2 levels', inLevels),
  tokens('tool + root help of 1,000, flat', flat),
];

function tokens(name, registry) {
  const measure = () =>
    withAcli(registry(1000), false, async (acli) => {
      const { content } = await acli.execute({ command: 'help' });
      const { name: tool, description, inputSchema } = acli;
      const one = count(JSON.stringify({ name: tool, description, inputSchema })) + count(content[0].text);
      const many = count(JSON.stringify(toolPerCommand()));
      return {
        baseline: { name: 'one MCP tool per command', value: many, unit: 'tokens' },
        measured: { value: one, unit: 'tokens' },
        ratio: { median: one / many, p10: one / many, p90: one / many },
      };
    });
  return { name, configuration: 'as shipped', target: { tokensBelow: 2000 }, measure };
}

/** The same commands as a server without a gate would list them. */
function toolPerCommand() {
  return Object.entries(flat(1000)).map(([name, { description, arguments: given }]) => ({
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        given.map(({ name: option, type, description: text }) => [option.slice(2), { type, description: text }]),
      ),
    },
  }));
}

function count(text) {
  return encode(text).length;
}
