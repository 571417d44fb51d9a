// The rules of who may import whom, as a function over a list of modules: so that a test can break them on purpose.
import { posix } from 'node:path';

export interface Module {
  /** Relative to src/, as in `gate/gate.ts`. */
  readonly path: string;
  /** What it imports, as written: `../vocabulary/command.js`, `node:fs`, `yaml`. */
  readonly imports: readonly string[];
}

/** Higher may use lower; equals do not know each other. */
export const ranks: Readonly<Record<string, number>> = {
  surfaces: 7,
  owner: 6,
  terminal: 5.5,
  completion: 5.25,
  renderings: 5,
  gate: 4,
  configuration: 3,
  sources: 2.5,
  planning: 2.25,
  registry: 2,
  policy: 2,
  execution: 2,
  ledger: 2,
  shape: 1.5,
  'command-line': 1,
  documents: 1,
  'tool-form': 1,
  'shell-language': 1,
  machine: 0.5,
  patterns: 0.5,
  vocabulary: 0,
};

/** Files of src/ itself. */
const ranksOfFiles: Readonly<Record<string, number>> = { 'index.ts': 8, 'version.ts': -1 };

/** The door that others use, and the doors that the command line opens. */
const sharedByDoors = ['surfaces/exec'];
const openedByCli = ['surfaces/mcp', 'surfaces/repl', 'surfaces/hook'];

/** One sentence for each import that is not allowed. */
export function findForbiddenImports(modules: readonly Module[]): string[] {
  return modules.flatMap((module) =>
    module.imports.flatMap((specifier) => {
      const reason = specifier.startsWith('.')
        ? whyNotOwn(module.path, resolveOwn(module.path, specifier))
        : whyNotPackage(module.path, specifier);
      return reason === undefined ? [] : [`${module.path} imports ${specifier}: ${reason}`];
    }),
  );
}

function resolveOwn(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
}

function whyNotOwn(from: string, to: string): string | undefined {
  if (to.startsWith('..')) return 'it leaves src/';
  const own = folderOf(from);
  const other = folderOf(to);
  if (own === other) return whyNotBeside(from, to);
  const rank = rankOf(from);
  const otherRank = rankOf(to);
  if (rank === undefined) return `${own} has no rank`;
  if (otherRank === undefined) return `${other} has no rank`;
  if (otherRank < rank) return undefined;
  return otherRank === rank ? `${own} and ${other} have the same rank` : `${other} stands above ${own}`;
}

function whyNotBeside(from: string, to: string): string | undefined {
  if (folderOf(from) === 'surfaces') return whyNotDoor(from, to);
  return folderOf(from) === 'owner' ? whyNotCommand(from, to) : undefined;
}

/** The table loads them; each is a file of its own, and what several need is beside the table. */
function whyNotCommand(from: string, to: string): string | undefined {
  const [own, other] = [doorOf(from), doorOf(to)];
  if (own === other || own.endsWith('.ts') || other.endsWith('.ts')) return undefined;
  return `${own} and ${other} are two commands`;
}

function whyNotDoor(from: string, to: string): string | undefined {
  const own = doorOf(from);
  const other = doorOf(to);
  if (own === other || sharedByDoors.includes(other)) return undefined;
  if (own === 'surfaces/cli' && openedByCli.includes(other)) return undefined;
  return `${own} and ${other} are two doors`;
}

function whyNotPackage(from: string, specifier: string): string | undefined {
  if (specifier === 'cmdgate-checks') return folderOf(from) === 'owner' ? undefined : 'only the owner checks';
  if (specifier === 'zod' || specifier.startsWith('zod/')) return 'schemas are the authors’, cmdgate brings none';
  if (!specifier.startsWith('@modelcontextprotocol/')) return undefined;
  return doorOf(from) === 'surfaces/mcp' ? undefined : 'only the MCP door imports the MCP SDK';
}

function folderOf(path: string): string {
  return path.split('/', 1)[0] ?? path;
}

/** `surfaces/mcp`, `owner/audit`. */
function doorOf(path: string): string {
  return path.split('/', 2).join('/');
}

function rankOf(path: string): number | undefined {
  const folder = folderOf(path);
  return path.includes('/') ? ranks[folder] : ranksOfFiles[folder];
}
