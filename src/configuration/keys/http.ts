// `http`: the HTTP door.

import { integer, object, text } from '../../shape/shape.js';
import { listOf, secretReference } from './texts.js';

export const defaultHost = '127.0.0.1';

/** Easy to remember and to paste; another is taken when it is busy and nobody asked for this one. */
export const usualPort = 8420;

export const http = object(
  {
    host: text({
      what: 'a host name or an address',
      maxLength: 255,
      pattern: '^[A-Za-z0-9._:%-]+$',
      example: '127.0.0.1',
      default: defaultHost,
      description: 'The address to listen on. Any other than loopback needs a token.',
    }),
    port: integer(
      0,
      65_535,
      `${usualPort}, or a free one where that is taken`,
      'The port to listen on; 0 is a free one.',
    ),
    requests: integer(
      2,
      100_000,
      200,
      'Calls that are answered at the same time. One caller has at most half of them, several share them. The commands of the gate itself (`help`, `runs`, `policy`) do not count.',
    ),
    connections: integer(2, 100_000, 512, 'Open connections of all clients.'),
    token: secretReference({
      default: 'none',
      description: 'The bearer token of a caller that has no name of its own.',
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
      'Web pages that may call the gate (the `Origin` header).',
    ),
  },
  { description: 'The HTTP door (`cmdgate serve --http`).' },
);
