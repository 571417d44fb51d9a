// A view of the system → the arguments with which bubblewrap makes it.

import { inOrder, type Mount } from '../mounts.js';
import { starterInside } from './starter/starter.js';

export interface View {
  readonly mounts: readonly Mount[];
  readonly network: boolean;
  /** Whether there is a list of calls to the kernel that are refused. */
  readonly filtersCalls?: boolean;
  /** Whether what starts the program has to be put there. */
  readonly hasStarter?: boolean;
  /** Where the program starts. */
  readonly directory: string;
  /** Variables that bubblewrap itself must not get. They stand in its arguments, where others can read them. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What fits into one private directory. It is memory. */
const privateBytes = 512 * 1024 * 1024;

/** On this descriptor bubblewrap tells how far it came. */
export const statusDescriptor = 3;

/** From this one it reads which calls to the kernel are refused. */
export const filterDescriptor = 4;

/** From this one the starter reads what to do. */
export const controlDescriptor = 5;

/** And from this one bubblewrap takes the starter itself. */
export const starterDescriptor = 6;

/** By this one the programs of a line are told of. */
export const channelDescriptor = 7;

/**
 * A session of its own, so that the program has a process group that bubblewrap is not in: bubblewrap ends at once when
 * it gets SIGTERM, and takes everything with it. Run by root, it would leave the program all rights of root.
 */
const isolation = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'];

export function bubblewrapArguments(view: View, program: string, args: readonly string[]): string[] {
  return [
    ...isolation,
    ...(view.network ? ['--share-net'] : []),
    ...['--json-status-fd', String(statusDescriptor)],
    ...(view.filtersCalls ? ['--seccomp', String(filterDescriptor)] : []),
    ...inOrder([...surroundings, ...view.mounts]).flatMap(toArguments),
    ...(view.hasStarter ? ['--perms', '0555', '--file', String(starterDescriptor), starterInside] : []),
    // Only now, because every mount needs a place to be made at.
    ...['--remount-ro', '/'],
    ...['--chdir', view.directory],
    ...Object.entries(view.variables).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--', program, ...args],
  ];
}

const surroundings: readonly Mount[] = [
  { kind: 'private', path: '/tmp' },
  { kind: 'private', path: '/proc' },
  { kind: 'private', path: '/dev' },
];

function toArguments(mount: Mount): readonly string[] {
  const { path } = mount;
  switch (mount.kind) {
    case 'link':
      return ['--symlink', mount.target, path];
    case 'readable':
      return ['--ro-bind', mount.source ?? path, path];
    case 'protected':
      return ['--ro-bind', mount.source ?? path, path];
    case 'writable':
      return ['--bind', mount.source ?? path, path];
    case 'pinned':
      return ['--bind', path, path];
    case 'empty':
      return ['--tmpfs', path, '--remount-ro', path];
    case 'private':
      return privately(path);
  }
}

function privately(path: string): readonly string[] {
  const memory = (place: string) => ['--size', String(privateBytes), '--tmpfs', place];
  if (path === '/proc') return ['--proc', path];
  if (path === '/dev') return ['--dev', path, ...memory('/dev/shm'), '--remount-ro', path];
  return memory(path);
}
