// `http`: the HTTP door.

import { integer, named, object, text } from '../../shape/shape.js';
import { pattern } from './callers.js';
import { listOf, ownNames, secretReference } from './texts.js';

export const defaultHost = '127.0.0.1';

/** Easy to remember and to paste; another is taken when it is busy and nobody asked for this one. */
export const usualPort = 8420;

const secureAddress =
  '^(?:https://[^\\s/?#@]+|http://(?:localhost|127[.]0[.]0[.]1|\\[::1\\])(?::[0-9]{1,5})?)(?:/[^\\s?#]*)?$';

const address = (example: string, more: { readonly description: string; readonly default?: string }) =>
  text({
    what: 'an address that begins with https:// (or http:// on loopback)',
    maxLength: 2_000,
    pattern: secureAddress,
    example,
    ...more,
  });

const oauthScope = text({
  what: 'the name of an OAuth scope',
  maxLength: 200,
  pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
  example: 'notes:read',
  description: 'The name of an OAuth scope.',
});

const oauth = object(
  {
    issuers: listOf(
      address('https://login.example.com', { description: 'The issuer identifier of an authorization server.' }),
      'required',
      'The authorization servers whose access tokens are accepted.',
    ),
    resource: address('https://gate.example.com/mcp', {
      default: 'required',
      description: 'The address of this server as clients know it. Access tokens must name it in `aud`.',
    }),
    audience: listOf(
      text({
        what: 'one line of text',
        maxLength: 2_000,
        pattern: '^\\S+$',
        example: 'api://gate',
        description: 'A value of `aud`.',
      }),
      'none',
      'Further accepted values of `aud`, for authorization servers without resource indicators (RFC 8707).',
    ),
    requiredScopes: listOf(oauthScope, 'none', 'Scopes that every access token needs.'),
    callers: named(
      ownNames,
      object(
        {
          scopes: listOf(oauthScope, 'none', 'Scopes that the access token must have.'),
          claims: named(
            { pattern: '^[A-Za-z][A-Za-z0-9_.:/-]*$', maxLength: 200 },
            text({
              what: 'one line of text',
              maxLength: 1_000,
              pattern: '^.+$',
              example: 'staff',
              description: 'The value, or one of a list.',
            }),
            { default: 'none', description: 'Claims that the access token must have.' },
          ),
          may: listOf(pattern, 'everything', 'Command patterns that this caller may run, within `allow` and `deny`.'),
        },
        { description: 'One kind of caller.' },
      ),
      {
        default: 'required',
        description:
          'Maps the user of an access token to a caller: the first matching entry applies. Policy rules use these names.',
      },
    ),
  },
  {
    description: 'OAuth: callers are identified by access tokens (JWTs) of an authorization server.',
    required: ['issuers', 'resource', 'callers'],
  },
);

export const http = object(
  {
    host: text({
      what: 'a host name or an address',
      maxLength: 255,
      pattern: '^[A-Za-z0-9._:%-]+$',
      example: '127.0.0.1',
      default: defaultHost,
      description: 'The address to listen on. Any address except loopback requires a token.',
    }),
    port: integer(
      0,
      65_535,
      `${usualPort}, or a free port if that is taken`,
      'The port to listen on; 0 picks a free one.',
    ),
    requests: integer(
      2,
      100_000,
      200,
      'Calls that run at the same time. One caller can use at most half of them; several callers share them. Built-in commands (`help`, `runs`, `policy`) do not count.',
    ),
    connections: integer(2, 100_000, 512, 'Open connections of all clients.'),
    token: secretReference({
      default: 'none',
      description: 'A bearer token for a caller without a name of its own.',
    }),
    allowedHosts: listOf(
      text({
        what: 'a host name, with an optional port',
        maxLength: 255,
        pattern: '^(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?$',
        example: 'gate.example.com',
        description: 'A host name, with an optional port.',
      }),
      'loopback names',
      'Names by which clients may address the gate (the `Host` header).',
    ),
    allowedOrigins: listOf(
      text({
        what: 'an origin: scheme and host, with an optional port and no path',
        maxLength: 255,
        pattern: '^[a-z][a-z0-9+.-]*://[^/?#\\s]+$',
        example: 'https://app.example.com',
        description: 'Scheme and host, with an optional port.',
      }),
      'none',
      'Web pages that may call the gate (the `Origin` header) and read its answers (CORS).',
    ),
    oauth,
  },
  { description: 'The HTTP server (`cmdgate serve --http`).' },
);
