import type { Inventory, KnownCommand } from './inventory.js';
import { isObject, isText, isTextList, type JsonObject } from './json.js';
import type { Session } from './session.js';

/** One argument of a command, from its help and its schema together. */
export interface KnownArgument {
  /** As help writes it: `--max`, `fileId`. */
  readonly name: string;
  readonly option: boolean;
  readonly required: boolean;
  readonly path: boolean;
}

/** The name as a schema would have it, so far that `--dry-run`, `dry_run` and `dryRun` are the same. */
export function plainName(name: string): string {
  return name.replace(/^-+/, '').replace(/[-_]/g, '').toLowerCase();
}

/** The `inputSchema` that the server gives for a command. */
export async function inputSchemaOf(session: Session, command: KnownCommand): Promise<JsonObject | undefined> {
  const { data } = await session.ask(`schema ${command.line}`);
  return isObject(data) && isObject(data.inputSchema) ? data.inputSchema : undefined;
}

/** What is known about the arguments of a command; those that cannot be read are left out. */
export async function argumentsOf(session: Session, command: KnownCommand): Promise<readonly KnownArgument[]> {
  const schema = await inputSchemaOf(session, command);
  const properties = Object.entries(isObject(schema?.properties) ? schema.properties : {});
  const required = new Set((isTextList(schema?.required) ? schema.required : []).map(plainName));
  return command.arguments
    .filter(isObject)
    .filter((argument): argument is JsonObject & { name: string } => isText(argument.name))
    .map((argument) => {
      const plain = plainName(argument.name);
      const property = properties.find(([name]) => plainName(name) === plain)?.[1];
      const format = isObject(property) ? property.format : undefined;
      return {
        name: argument.name,
        option: argument.name.startsWith('-'),
        required: argument.required === true || required.has(plain),
        path: plain === 'path' || format === 'path' || argument.type === 'path',
      };
    });
}

/** A command that a server has to refuse when it is sent alone, because arguments of it are required. */
export interface IncompleteLine {
  readonly line: string;
  readonly required: readonly string[];
}

/**
 * The command with the most required arguments. It is the only command of the server that is ever sent
 * without a traversal in it, and it is sent without any of them: nothing runs unless nothing is checked.
 */
export async function incompleteLine(session: Session, inventory: Inventory): Promise<IncompleteLine | undefined> {
  let best: IncompleteLine | undefined;
  for (const command of inventory.leaves) {
    const required = (await argumentsOf(session, command)).filter((argument) => argument.required);
    if (required.length <= (best?.required.length ?? 0)) continue;
    best = { line: command.line, required: required.map((argument) => argument.name) };
  }
  return best;
}
