// @ts-check
// Runs inside of the sandbox, as the parent of the program: it listens where programs expect a proxy, and hands every
// connection on to the socket of the gate, which is all that leads out. It decides nothing, and holds nothing that the
// program may not have.

import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';

const [port, path = '', prefix = '', handedOn = '', program = '', ...args] = process.argv.slice(2);

/** What the program's starter reads and writes, and by what a line is told what to start: in their order. */
const control = handedOn === '' ? [] : handedOn.split(',').map(Number);

const signalBase = 128;
const couldNotStart = { ENOENT: 127, other: 126 };

// The program gets them as well, and how it ends is its own business.
for (const name of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'])) {
  process.on(name, () => undefined);
}

createServer({ allowHalfOpen: true }, handOn).on('error', fail).listen(Number(port), '127.0.0.1', start);

/** @param {import('node:net').Socket} connection */
function handOn(connection) {
  const gate = connect({ path, allowHalfOpen: true });
  pass(connection, gate);
  pass(gate, connection);
}

/**
 * @param {import('node:net').Socket} from
 * @param {import('node:net').Socket} to
 */
function pass(from, to) {
  from.on('error', () => to.destroy());
  from.on('close', () => (from.readableEnded && from.writableFinished ? undefined : to.destroy()));
  from.pipe(to);
}

function start() {
  const child = spawn(program, args, { argv0: program, env: ownVariables(), stdio: streams() });
  child.on('error', fail);
  child.on('exit', (code, signal) => process.exit(code ?? signalBase + constants.signals[signal ?? 'SIGKILL']));
  if (child.pid !== undefined) letGo();
}

/** @returns {('inherit' | 'ignore' | number)[]} */
function streams() {
  /** @type {('inherit' | 'ignore' | number)[]} */
  const all = ['inherit', 'inherit', 'inherit'];
  for (const descriptor of control) {
    while (all.length < descriptor) all.push('ignore');
    all.push(descriptor);
  }
  return all;
}

/** Variables that Node itself would have read, under the names that they are meant to have. */
function ownVariables() {
  return Object.fromEntries(
    Object.entries(process.env).map(([name, value]) => [
      name.startsWith(prefix) ? name.slice(prefix.length) : name,
      value,
    ]),
  );
}

/** Whoever reads what the program prints has to see its end when the program closes it. */
function letGo() {
  for (const descriptor of [0, 1, 2]) {
    closeSync(descriptor);
    openSync('/dev/null', 'r+');
  }
  for (const descriptor of control) closeSync(descriptor);
}

/** @param {NodeJS.ErrnoException} error */
function fail(error) {
  process.stderr.write(`cmdgate: the program was not started (${error.code}).\n`);
  process.exit(error.code === 'ENOENT' ? couldNotStart.ENOENT : couldNotStart.other);
}
