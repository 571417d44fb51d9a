import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

/** Undefined where the host cannot prove that it is the one. `certificates`: instead of those that Node trusts. */
export function startTls(
  socket: Socket,
  host: string,
  certificates: readonly string[] | undefined,
): Promise<TLSSocket | undefined> {
  return new Promise((resolve) => {
    const secure = connect({
      ...{ socket, host, ALPNProtocols: ['http/1.1'], rejectUnauthorized: true },
      ...(isIP(host) === 0 && { servername: host }),
      ...(certificates && { ca: [...certificates] }),
    });
    const fail = () => {
      secure.destroy();
      resolve(undefined);
    };
    secure.on('error', fail).on('close', fail);
    secure.once('secureConnect', () => {
      // From here on, whoever uses it listens.
      secure.off('error', fail).off('close', fail);
      resolve(secure);
    });
  });
}
