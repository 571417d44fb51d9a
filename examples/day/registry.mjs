// A registry of npm with one package in it, so that the day needs no other network than this machine's.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const manifest = { name: 'rounding', version: '1.0.0', type: 'module', exports: './index.js' };
const code = 'export const toCents = (amount) => Math.round(amount * 100) / 100;\n';

/** `directory` is where the package is packed. */
export async function startRegistry(directory) {
  const packed = pack(directory);
  const server = createServer((request, response) => {
    const { port } = server.address();
    if (request.url === '/rounding.tgz') response.end(packed);
    else if (request.url === '/rounding') response.end(JSON.stringify(describe(packed, port)));
    else response.writeHead(404).end('{}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${server.address().port}`, close: () => server.close() };
}

function pack(directory) {
  const folder = join(directory, 'package');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'index.js'), code);
  const file = join(directory, 'rounding.tgz');
  execFileSync('tar', ['-czf', file, '-C', directory, 'package']);
  return readFileSync(file);
}

function describe(packed, port) {
  const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
  const dist = { tarball: `http://127.0.0.1:${port}/rounding.tgz`, integrity };
  return {
    name: manifest.name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist } },
  };
}
