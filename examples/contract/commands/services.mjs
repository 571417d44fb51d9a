// What talks to a service, and signs in to it.
import { authErrorOf, CommandError } from 'cmdgate';
import { mutating, safe } from '../declare.mjs';

const url = { name: 'url', type: 'string', required: true, path: false, description: 'Where the service is' };
const variables = ['CONTRACT_TOOL_TOKEN'];

/** As somebody signed in long ago has it. */
const session = { token: 'session-of-long-ago', expiresAt: '2026-01-01T00:00:00Z' };

async function ask(address, token, { fetch, external }, facts) {
  const response = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const refused = authErrorOf(response, { refreshCommand: 'sign-in', ...facts });
  if (refused) throw refused;
  if (!response.ok) throw new CommandError('UNAVAILABLE', `The service answered ${response.status}.`);
  return external(await response.json(), 'the service');
}

export const services = {
  service: {
    description: 'A service',
    subcommands: {
      get: safe({
        description: 'What it answers to anybody',
        arguments: [url],
        fails: [7, 8, 12],
        handler: (input, context) => ask(input.url, undefined, context),
      }),
      account: safe({
        description: 'What it answers to whoever has a token',
        auth: { variables, login: 'sign-in' },
        arguments: [url],
        fails: [7, 8, 12],
        handler: (input, context) => ask(input.url, context.token(), context),
      }),
      session: safe({
        description: 'What it answers to whoever signed in long ago',
        arguments: [url],
        fails: [7, 8, 12],
        handler: (input, context) => ask(input.url, session.token, context, { expiresAt: session.expiresAt }),
      }),
    },
  },
  'sign-in': mutating({
    description: 'Signs in',
    auth: { variables },
    fails: [4],
    handler: async (_, context) => {
      const token = context.token() ?? (await context.prompt('Token:', '--token-env-var'));
      await context.writeFile('session.json', JSON.stringify({ token }), { mode: 0o600 });
      return { effect: 'updated', signed_in: true };
    },
  }),
};
