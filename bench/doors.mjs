// A call through each MCP door beside the same call of a bare server of the MCP SDK, 64 at once: over HTTP 64 clients
// with a connection each, over stdio 64 calls of one client, since a server there has no second one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compare } from './compare.mjs';
import { httpClients, stdioClient } from './door-clients.mjs';
import { inOffice } from './office.mjs';
import { executable } from './package-root.mjs';
import { inMebibytes, inMicroseconds } from './units.mjs';

const bareServer = fileURLToPath(new URL('bare-server.mjs', import.meta.url));
const atOnce = 64;
const longestMs = 120_000;
const doors = ['http', 'stdio'].flatMap((door) => ['2026-07-28', '2025-11-25'].map((version) => ({ door, version })));

const nameOf = ({ door, version }) => `MCP ${version} over ${door === 'http' ? 'HTTP' : 'stdio'}`;

export default [
  ...doors.flatMap((about) => [speed(about, true), speed(about, false)]),
  ...doors.map((about) => memory(about)),
];

function speed(about, remembers) {
  const measure = () =>
    inOffice(async (directory) => {
      if (!remembers) switchAuditOff(directory);
      const bare = await open([bareServer, about.door], directory, about);
      const gate = await open(gateArguments(about), directory, about);
      try {
        const result = await compare({ baseline: bare.run, subject: gate.run, rounds: 40, roundMs: 100 });
        return {
          baseline: { name: 'a bare server of the MCP SDK', ...inMicroseconds(result.baselineMs) },
          measured: inMicroseconds(result.subjectMs),
          ratio: result.ratio,
        };
      } finally {
        await Promise.all([bare.close(), gate.close()]);
      }
    });
  return {
    name: `${nameOf(about)}, ${atOnce} at once`,
    configuration: remembers ? 'as shipped (office)' : 'audit off',
    target: remembers ? { ratioAtMost: 1.3 } : undefined,
    longestMs,
    measure,
  };
}

/** What is held some seconds after 60,000 calls, over what was held after the first 64. */
function memory(about) {
  const measure = () =>
    inOffice(async (directory) => {
      const gate = await open(gateArguments(about), directory, about);
      try {
        await gate.run(64);
        await delay(1_000);
        const before = residentBytes(gate.pid);
        await gate.run(60_000);
        gate.leave?.();
        await delay(10_000);
        const after = residentBytes(gate.pid);
        const ratio = after / before;
        return {
          baseline: { name: 'after 64 calls', ...inMebibytes(before) },
          measured: inMebibytes(after - before),
          ratio: { median: ratio, p10: ratio, p90: ratio },
        };
      } finally {
        await gate.close();
      }
    });
  return {
    name: `memory 10 s after 60,000 calls, ${nameOf(about)}`,
    configuration: 'as shipped (office)',
    target: { mebibytesAtMost: 64 },
    longestMs,
    measure,
  };
}

const gateArguments = ({ door }) => [executable, 'serve', ...(door === 'http' ? ['--http', '--port', '0'] : [])];

function switchAuditOff(directory) {
  const file = join(directory, 'cmdgate.config.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), audit: false }));
}

async function open(words, directory, { door, version }) {
  const server = spawn(process.execPath, words, { cwd: directory, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(server, 'exit');
  const end = async () => {
    server.kill('SIGTERM');
    await ended;
  };
  if (door === 'stdio') return { pid: server.pid, run: await stdioClient(server, version, atOnce), close: end };
  const [said] = await once(server.stdout, 'data');
  const { run, close: leave } = await httpClients(JSON.parse(said).endpoint, version, atOnce);
  const close = async () => {
    leave();
    await end();
  };
  return { pid: server.pid, run, leave, close };
}

function residentBytes(pid) {
  const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kibibytes) * 1024;
}
