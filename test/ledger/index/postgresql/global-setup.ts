// One server for all tests of a run, started when the first of them asks for it.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type PostgresqlServer, startPostgresqlServer } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whoever connects to this port is told the address of the server. */
    readonly postgresqlPort: number;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresqlServer> | undefined;
  const door = createServer((connection) => {
    server ??= startPostgresqlServer();
    server.then(
      ({ url }) => connection.end(url),
      (error: Error) => connection.end(`failed: ${error.message}`),
    );
  });
  door.listen(0, '127.0.0.1').unref();
  await once(door, 'listening');
  project.provide('postgresqlPort', (door.address() as AddressInfo).port);
  return async () => {
    door.close();
    await server?.then(
      ({ stop }) => stop(),
      () => {},
    );
  };
}
