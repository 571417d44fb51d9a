// OAuth: the HTTP door as a protected resource, with a real authorization server on loopback.
import {
  Client,
  type OAuthClientInformationFull,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Gate } from '../../src/gate/gate.js';
import type { OAuthOptions } from '../../src/surfaces/mcp/oauth/oauth-options.js';
import { type HttpServerHandle, type ServeHttpOptions, serveHttp } from '../../src/surfaces/mcp/serve-http.js';
import { type AuthorizationServer, startAuthorizationServer } from '../fixtures/authorization-server.mjs';
import { jsonHeaders, rawHttp } from './fixtures/raw-http.js';
import { openTestGate } from './fixtures/test-gate.js';

let gate: Gate;
let login: AuthorizationServer;
const servers: HttpServerHandle[] = [];

const resource = 'http://localhost:1/mcp';

beforeAll(async () => {
  gate = await openTestGate();
  login = await startAuthorizationServer();
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

afterAll(async () => {
  await login.close();
  await gate.close();
});

async function serve(oauth: Partial<OAuthOptions> = {}, options: Partial<ServeHttpOptions> = {}): Promise<string> {
  const server = await serveHttp({
    gate,
    ...options,
    oauth: {
      issuers: [login.issuer],
      resource,
      requiredScopes: ['notes:read'],
      callers: [
        { caller: { name: 'writer', may: 'everything' }, scopes: ['notes:write'] },
        { caller: { name: 'staff', may: ['whoami'] }, claims: { groups: 'staff' } },
        { caller: { name: 'reader', may: ['whoami', 'echo'] } },
      ],
      ...oauth,
    },
  });
  servers.push(server);
  return server.url;
}

const discover = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

const post = (url: string, token?: string) => {
  const headers = { ...jsonHeaders, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return rawHttp(url, { method: 'POST', headers }, discover);
};

/** What a command says to whoever has the token. */
async function call(url: string, token: string, command: string): Promise<unknown> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const { content } = await client.callTool({ name: 'cli', arguments: { command } });
  await client.close();
  const [first] = content as { text: string }[];
  const { data, error } = JSON.parse(first?.text ?? '{}');
  return error?.code ?? data;
}

const good = { sub: 'alice', client_id: 'editor', scope: 'notes:read', aud: resource };
const challenge = (more: string) =>
  `Bearer realm="cmdgate", resource_metadata="http://localhost:1/.well-known/oauth-protected-resource/mcp", ${more}`;

test('a client that has no token learns where to log in', async () => {
  const url = await serve();
  const refused = await post(url);
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, challenge('scope="notes:read"')]);
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const { status, body } = await rawHttp(new URL(path, url).href);
    expect([status, JSON.parse(body)]).toEqual([
      200,
      {
        resource,
        authorization_servers: [login.issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['notes:read', 'notes:write'],
      },
    ]);
  }
});

test('scopes and claims say who somebody is, and each has a name of its own', async () => {
  const url = await serve();
  expect(await call(url, await login.sign(good), 'whoami')).toBe('reader:alice@editor');
  expect(await call(url, await login.sign({ ...good, sub: 'bob', groups: ['staff', 'all'] }), 'whoami')).toBe(
    'staff:bob@editor',
  );
  expect(await call(url, await login.sign({ ...good, groups: 'staff' }), 'echo hello')).toBe('PERMISSION_DENIED');
  const writer = await login.sign({ ...good, scope: 'notes:read notes:write', sub: 'a b\u001b[31m' });
  expect(await call(url, writer, 'whoami')).toMatch(/^writer:a_b_31m~[0-9a-f]{12}@editor$/);
});

test('what is wrong with a token is said, and nothing is let in', async () => {
  const url = await serve();
  const stranger = await login.newKey();
  const secret = { secret: new TextEncoder().encode('a shared secret that is long enough for it') };
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...good, iss: login.issuer, exp: 4e9 }))}.`;
  const cases: [string, string, string][] = [
    ['another server', await login.sign({ ...good, aud: 'https://other.example/mcp' }), 'another server (aud)'],
    ['no audience', await login.sign({ ...good, aud: undefined }), 'aud'],
    ['expired', await login.sign(good, { expiresIn: -60 }), 'expired'],
    ['no end', await login.sign(good, { expiresIn: null }), 'exp'],
    ['not yet', await login.sign({ ...good, nbf: Math.floor(Date.now() / 1000) + 600 }), 'not valid yet'],
    ['another issuer', await login.sign(good, { iss: 'https://evil.example' }), 'authorization server'],
    ['another key', await login.sign(good, { with: stranger }), 'signature'],
    ['a shared secret', await login.sign(good, { with: secret, alg: 'HS256' }), 'signed with an algorithm'],
    ['no signature', unsigned.replaceAll('=', ''), 'signed'],
    ['no subject', await login.sign({ ...good, sub: undefined }), 'sub'],
    ['no token', 'not-a-token', 'not a signed token'],
    ['too long', 'x'.repeat(10_000), 'too long'],
  ];
  for (const [name, token, reason] of cases) {
    const { status, headers, body } = await post(url, token);
    expect([name, status, headers['www-authenticate'], JSON.parse(body).error.message]).toEqual([
      name,
      401,
      expect.stringContaining('error="invalid_token"'),
      expect.stringContaining(reason),
    ]);
    expect(body).not.toContain(token);
  }
});

test('a token that is not enough gets 403 with the scope that is missing', async () => {
  const url = await serve();
  const { status, headers } = await post(url, await login.sign({ ...good, scope: 'mail' }));
  expect([status, headers['www-authenticate']]).toEqual([
    403,
    challenge('scope="notes:read", error="insufficient_scope"'),
  ]);
  const nobody = await serve({
    callers: [{ caller: { name: 'admin', may: 'everything' }, claims: { role: 'admin' } }],
  });
  expect((await post(nobody, await login.sign(good))).status).toBe(403);
});

test('static tokens work beside it, and one that is neither is told how to log in', async () => {
  const url = await serve({}, { token: 'static-token' });
  expect(await call(url, 'static-token', 'whoami')).toBe('local');
  expect(await call(url, await login.sign(good), 'whoami')).toBe('reader:alice@editor');
  expect(String((await post(url, 'wrong')).headers['www-authenticate'])).toContain('resource_metadata=');
});

test('keys are fetched once, and again when a token has a new one', async () => {
  const other = await startAuthorizationServer();
  try {
    const url = await serve({ issuers: [other.issuer] });
    for (const sub of ['a', 'b', 'c']) expect((await post(url, await other.sign({ ...good, sub }))).status).toBe(200);
    expect(other.asked.filter((path) => path === '/jwks')).toHaveLength(1);
    await other.rotate();
    const renewed = await other.sign(good);
    await expect.poll(async () => (await post(url, renewed)).status, { timeout: 10_000, interval: 300 }).toBe(200);
    expect(other.asked.filter((path) => path === '/jwks')).toHaveLength(2);
  } finally {
    await other.close();
  }
});

test("an authorization server that does not answer is nobody else's fault", async () => {
  const gone = await startAuthorizationServer();
  const errors: string[] = [];
  const url = await serve({ issuers: [gone.issuer] }, { onError: (error) => errors.push(error.message) });
  const token = await gone.sign(good);
  await gone.close();
  const { status, headers } = await post(url, token);
  expect([status, headers['retry-after']]).toEqual([503, '10']);
  expect(errors).toEqual([expect.stringContaining(`The keys of ${gone.issuer} could not be fetched`)]);
  expect(errors.join()).not.toContain(token);
});

test('options that protect nothing are refused, before it listens', async () => {
  await expect(serve({ issuers: [] })).rejects.toThrow(/oauth.issuers is empty/);
  await expect(serve({ callers: [] })).rejects.toThrow(/oauth.callers is empty/);
  await expect(serve({ issuers: ['http://login.example'] })).rejects.toThrow(/does not begin with https/);
  await expect(serve({ resource: 'gate.example' })).rejects.toThrow(/is not a/);
});

test('other machines may come with OAuth alone', async () => {
  expect(await serve({}, { host: '0.0.0.0' })).toMatch(/^http:/);
});

/** The client's half of a login: a browser that follows where it is sent, and a page that hears the code. */
class Login implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:1/callback';
  readonly clientMetadata = { client_name: 'test', redirect_uris: [this.redirectUrl] };
  code = '';
  #client: OAuthClientInformationFull | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  clientInformation = () => this.#client;
  saveClientInformation = (client: unknown) => {
    this.#client = client as OAuthClientInformationFull;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => {
    this.#tokens = tokens;
  };
  codeVerifier = () => this.#verifier;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  discoveryState = () => this.#discovered;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovered = state;
  };
  redirectToAuthorization = async (url: URL) => {
    const { location } = (await rawHttp(url.href)).headers;
    this.code = new URL(location ?? '').searchParams.get('code') ?? '';
  };
}

test('the client of the MCP SDK finds the authorization server, logs in and calls', async () => {
  // The resource has to be the address that the client uses, which is known only when somebody listens.
  const probe = await serveHttp({ gate });
  const { port } = new URL(probe.url);
  await probe.close();
  const url = await serve({ resource: `http://127.0.0.1:${port}/mcp` }, { port: Number(port) });
  const provider = new Login();
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
    return { client, transport, connected: client.connect(transport) };
  };
  const first = await connect();
  await expect(first.connected).rejects.toThrow(/Unauthorized/i);
  await first.transport.finishAuth(new URLSearchParams({ code: provider.code, iss: login.issuer }));
  const second = await connect();
  await second.connected;
  const { content } = await second.client.callTool({ name: 'cli', arguments: { command: 'whoami' } });
  expect(content).toMatchObject([{ text: expect.stringContaining('reader:alice@') }]);
  await second.client.close();
});
