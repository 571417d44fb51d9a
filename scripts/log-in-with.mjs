// A client that logs in by OAuth: a gate that is a protected resource, an authorization server on loopback, and in place of
// a person a program that opens the address which the client prints.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startAuthorizationServer } from '../test/fixtures/authorization-server.mjs';

const longestMs = 60_000;

/** Serves these commands to whoever has logged in, as long as `work` takes. */
export async function withProtectedGate({ directory, serve }, work) {
  const login = await startAuthorizationServer();
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const oauth = {
    ...{ issuers: [login.issuer], resource, requiredScopes: ['notes:read'] },
    callers: { reader: { may: ['greet'] } },
  };
  const config = join(directory, 'protected.config.json');
  writeFileSync(config, JSON.stringify({ name: 'greeter', commands: ['commands.mjs'], audit: false, http: { oauth } }));
  const [program, ...words] = serve(config, String(port));
  const server = spawn(program, words, {
    cwd: directory,
    stdio: ['ignore', 'pipe', process.env.SHOW ? 'inherit' : 'ignore'],
  });
  const ended = once(server, 'exit');
  try {
    await Promise.race([once(server.stdout, 'data'), ended]);
    const { status } = await fetch(resource, { method: 'POST' });
    if (status !== 401) throw new Error(`Without a token the gate answers ${status}, and should answer 401.`);
    return await work({ resource, login });
  } finally {
    server.kill('SIGINT');
    await ended;
    await login.close();
  }
}

/** Runs a client to its end, opens what it wants to have opened, and tells what it printed. */
export async function runAsPerson([program, ...words], { directory, environment, issuer }) {
  const child = spawn(program, words, { cwd: directory, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const impatient = setTimeout(() => child.kill('SIGKILL'), longestMs);
  const opened = new Set();
  const printed = { stdout: '', stderr: '' };
  const look = (stream, chunk) => {
    printed[stream] += chunk;
    // Only whole words: a printed address may come in two parts.
    const text = printed[stream];
    for (const [, address] of text.matchAll(/(https?:\/\/\S+)\s/g)) {
      if (!address.startsWith(`${issuer}/authorize`) || opened.has(address)) continue;
      opened.add(address);
      fetch(address).catch(() => {});
    }
  };
  child.stdout.on('data', (chunk) => look('stdout', chunk));
  child.stderr.on('data', (chunk) => look('stderr', chunk));
  await closed;
  clearTimeout(impatient);
  return { ...printed, opened: opened.size };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
