// A program that fails in the sandbox tells so in its own words, and does not know why.

import type { ProgramResult } from '../../vocabulary/program.js';
import type { NetworkReach } from '../../vocabulary/sandbox.js';

const unreachable =
  /could not resolve|name resolution|not resolve host|ENOTFOUND|EAI_AGAIN|ENETUNREACH|network is unreachable|name or service not known|unknown host/i;

const unwritable = /read-only file system|EROFS|device or resource busy|EBUSY/i;

/** On a line that names something in a repository. */
const inRepository = String.raw`\.git(?![\w-])`;
const repositoryKept = new RegExp(
  `${inRepository}[^\n]*(?:${unwritable.source})|(?:${unwritable.source})[^\n]*${inRepository}`,
  'i',
);

/** In a place that is left out of the sandbox. */
const outside = String.raw`(?<![\w./-])/(?:etc|home|media|mnt|root|run|srv|var)/`;
const noSuchFile = 'no such file|ENOENT|cannot find';
const missing = new RegExp(`${outside}[^\n]*(?:${noSuchFile})|(?:${noSuchFile})[^\n]*${outside}`, 'i');

const socketless = /address family not supported|EAFNOSUPPORT/i;

/** A service that programs talk to by a socket in a directory which is not there. */
const serviceless =
  /(?:connect to|reach) the [\w -]*daemon|(?:no such file|ENOENT|connection refused|ECONNREFUSED)[^\n]*\.sock(?:et)?\b|\.sock(?:et)?\b[^\n]*(?:no such file|ENOENT|connection refused)/i;

/** A server of this machine, which is not the one that the program is on. */
const nobodyHere =
  /(?:ECONNREFUSED|refused|failed to connect|couldn't connect)[^\n]*(?:127\.0\.0\.1|::1|localhost)|(?:127\.0\.0\.1|::1|localhost)[^\n]*(?:ECONNREFUSED|refused)/i;

const unknownAuthor = /please tell me who you are/i;

const withoutNetwork: Readonly<Record<NetworkReach, string | undefined>> = {
  off: 'there is no network',
  listed: 'only hosts that the owner lists or a person approved can be reached, and only through HTTP_PROXY',
  open: undefined,
};

const ownLoopback =
  'localhost is the sandbox itself, and servers on this machine cannot be reached (the owner can list one in "network", such as "localhost:3000")';

const noSockets =
  'Unix sockets of other programs, such as Docker\'s, are not available (the owner can open them with "sockets")';

/** For a program that said nothing: what it may have missed. */
export function adviseSilent(network: NetworkReach, hasSockets: boolean): string | undefined {
  const missing = [
    withoutNetwork[network],
    network === 'open' ? undefined : ownLoopback,
    hasSockets ? undefined : noSockets,
  ];
  const reasons = missing.filter((reason) => reason !== undefined);
  if (reasons.length === 0) return undefined;
  return `It printed nothing. It ran in the sandbox, where ${reasons.join('; ')}. If it needs none of these, check its arguments`;
}

/** Undefined where nothing points to the sandbox. */
export function adviseAboutSandbox({ stdout, stderr }: ProgramResult, network: NetworkReach): string | undefined {
  const said = `${stderr?.text ?? ''}\n${stdout?.text ?? ''}`;
  const reasons = [
    unreachable.test(said) ? withoutNetwork[network] : undefined,
    repositoryKept.test(said)
      ? 'only git itself can change the repository (.git): run git directly, in a call of its own, not from a script or another program (the owner can open it to all programs with ".git" in "writable")'
      : undefined,
    unwritable.test(said) && !repositoryKept.test(said)
      ? 'only the workspace is writable (unless it is read-only), except for .git, the configuration and files that other tools run, such as .vscode'
      : undefined,
    nobodyHere.test(said) && network !== 'open' ? ownLoopback : undefined,
    socketless.test(said) || serviceless.test(said) ? noSockets : undefined,
    unknownAuthor.test(said)
      ? 'git has no user name and e-mail: set them for this repository with "git config user.name" and "git config user.email"'
      : undefined,
    missing.test(said) ? "only the workspace and the system's programs are visible" : undefined,
  ].filter((reason) => reason !== undefined);
  if (reasons.length === 0) return undefined;
  return `It ran in the sandbox, where ${reasons.join('; ')}. The owner can allow more with "sandbox"`;
}
