// A URL as a program would take it → the host and the port that it wants.

const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443' };

/** What curl would make several hosts of, and what no host is called, cannot be told. */
const isHost = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** As `host:port`. Nothing where a proxy for HTTP could not lead there, or where it cannot be told. */
export function addressOf(text: string, usual: 'http' | undefined = undefined): string | undefined {
  const written = hasScheme.test(text) || usual === undefined ? text : `${usual}://${text}`;
  if (!URL.canParse(written)) return undefined;
  const { protocol, hostname, port } = new URL(written);
  const usualPort = Object.hasOwn(ports, protocol) ? ports[protocol] : undefined;
  return usualPort === undefined || !isHost.test(hostname) ? undefined : `${hostname}:${port || usualPort}`;
}

export function hasUrlScheme(text: string): boolean {
  return hasScheme.test(text);
}
