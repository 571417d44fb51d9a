// @ts-check
// Runs in the network of a session, outside of its sandboxes: it gets connections that somebody made to a published port
// of the machine, and joins each to whoever listens on the same port here. It decides nothing, and ends with the gate.

import { connect, Socket } from 'node:net';

/** Servers that listen on one of them alone are found as well. */
const addresses = ['127.0.0.1', '::1'];

const mostConnections = 512;

let connections = 0;

process.on('disconnect', () => process.exit());
process.on('message', take);

/**
 * @param {unknown} message
 * @param {unknown} socket
 */
function take(message, socket) {
  if (!(socket instanceof Socket)) return;
  socket.on('error', () => undefined);
  socket.allowHalfOpen = true;
  if (connections >= mostConnections) {
    socket.destroy();
    return;
  }
  connections++;
  socket.on('close', () => connections--);
  reach(socket, /** @type {{ port: number }} */ (message).port, addresses);
}

/**
 * @param {Socket} socket
 * @param {number} port
 * @param {readonly string[]} hosts
 */
function reach(socket, port, [host, ...others]) {
  if (host === undefined) {
    socket.destroy();
    return;
  }
  const server = connect({ port, host, allowHalfOpen: true });
  const next = () => reach(socket, port, others);
  server.once('error', next);
  server.once('connect', () => {
    server.off('error', next);
    pass(socket, server);
    pass(server, socket);
  });
}

/**
 * @param {Socket} from
 * @param {Socket} to
 */
function pass(from, to) {
  from.on('error', () => to.destroy());
  from.on('close', () => (from.readableEnded && from.writableFinished ? undefined : to.destroy()));
  from.pipe(to);
}
