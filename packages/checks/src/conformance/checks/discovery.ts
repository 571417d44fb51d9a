import { argumentsOf, inputSchemaOf, plainName } from '../arguments.js';
import {
  type Check,
  type CheckContext,
  type Finding,
  finding,
  notObservable,
  type Verdict,
  verdict,
} from '../check.js';
import { unknownName } from '../compare.js';
import type { Inventory, KnownCommand } from '../inventory.js';
import { brief, isObject, isText, isTextList, type JsonObject } from '../json.js';
import { inputSchemaProblems, loadSchemaProblems } from '../schema-problems.js';

const basic = { category: 'discovery', level: 'minimal', severity: 'must' } as const;
const standard = { ...basic, level: 'standard' } as const;

const reserved = ['help', 'schema', 'version'];

/** The check that fails when there is nothing to check. */
export const connectionCheck = 'discovery.connection';

/** The types of section 7.2. */
const argumentTypes = ['string', 'integer', 'number', 'boolean', 'flag', 'datetime', 'array'];

/** The texts of section 3.1. */
const toolText = "Execute CLI command. Run 'help' for available commands.";
const commandText = "CLI command string (e.g., 'calendar events --today')";

const noCommands = 'Help lists no commands.';

/** The tool, and the accuracy of help, schema and version: sections 3, 6, 7 and 9. */
export const discoveryChecks: readonly Check[] = [
  {
    ...basic,
    id: connectionCheck,
    title: 'The server can be reached and completes the MCP handshake',
    section: '2.1',
    // That it is run at all says so; without a connection the run reports it as failed.
    run: () => verdict([], 'connected'),
  },
  {
    ...basic,
    id: 'discovery.tool',
    title: 'tools/list has the tool "cli" with the input schema of the specification',
    section: '3.1',
    async run(context) {
      const { tool, received } = await findTool(context);
      const wrong = (expected: string) => verdict([{ sent: 'tools/list', received, expected }], 'tools/list');
      if (tool === undefined) return wrong('a tool named "cli"');
      if (!isText(tool.description)) return wrong('a description');
      const schema: JsonObject = isObject(tool.inputSchema) ? tool.inputSchema : {};
      const properties: JsonObject = isObject(schema.properties) ? schema.properties : {};
      const command = isObject(properties.command) ? properties.command : undefined;
      if (schema.type !== 'object') return wrong('an inputSchema of type "object"');
      if (command?.type !== 'string') return wrong('a property "command" of type "string"');
      // The definition is given whole: another property is another interface, and costs context in every session.
      if (Object.keys(properties).length > 1) return wrong('"command" as the only property');
      const required = isTextList(schema.required) ? schema.required : [];
      return required.length === 1 && required[0] === 'command'
        ? verdict([], 'the tool "cli"')
        : wrong('required: ["command"]');
    },
  },
  {
    ...basic,
    id: 'discovery.tool-text',
    title: 'The descriptions of the tool and of its property are those of the specification',
    severity: 'should',
    section: '3.1',
    async run(context) {
      const { tool, received } = await findTool(context);
      if (tool === undefined) return notObservable('There is no tool "cli".');
      const schema: JsonObject = isObject(tool.inputSchema) ? tool.inputSchema : {};
      const command = isObject(schema.properties) ? schema.properties.command : undefined;
      const findings: Finding[] = [];
      if (tool.description !== toolText) findings.push({ sent: 'tools/list', received, expected: toolText });
      if (!isObject(command) || command.description !== commandText) {
        findings.push({ sent: 'tools/list', received, expected: commandText });
      }
      return verdict(findings, 'two descriptions');
    },
  },
  {
    ...basic,
    id: 'discovery.help',
    title: '`help` describes the server and lists its commands, each with a name and a description',
    section: '6.1, 6.2.1',
    async run({ inventory }) {
      const { root } = await inventory();
      const wrong = (expected: string) => verdict([finding(root, expected)], 'help');
      if (root.outcome !== 'success') return wrong('a success');
      if (!isObject(root.data) || !isText(root.data.description)) return wrong('data.description, a text');
      const { commands } = root.data;
      if (!Array.isArray(commands)) return wrong('data.commands, an array');
      const odd = commands.find((item: unknown) => !isObject(item) || !isText(item.name) || !isText(item.description));
      return odd === undefined
        ? verdict([], `${commands.length} commands`)
        : wrong(`a name and a description in each of data.commands, not ${brief(odd)}`);
    },
  },
  {
    ...basic,
    id: 'discovery.help-usage',
    title: '`help` also has a usage line and examples',
    severity: 'should',
    section: '6.2.1',
    async run({ inventory }) {
      const { root } = await inventory();
      const data: JsonObject = isObject(root.data) ? root.data : {};
      const findings: Finding[] = [];
      if (!isText(data.usage)) findings.push(finding(root, 'data.usage, a text'));
      if (!isTextList(data.examples)) findings.push(finding(root, 'data.examples, a list of texts'));
      return verdict(findings, 'help');
    },
  },
  {
    ...basic,
    id: 'discovery.help-command',
    title: '`help <command>` answers for every listed command, with its command line and description',
    section: '6.1, 6.2.2',
    run: (context) =>
      forEachCommand(context, 'commands', ({ line, help }) => {
        if (help.outcome !== 'success') return 'a success';
        if (!isObject(help.data)) return 'data, an object';
        if (help.data.command !== line) return `data.command: "${line}"`;
        return isText(help.data.description) ? undefined : 'data.description, a text';
      }),
  },
  {
    ...basic,
    id: 'discovery.help-arguments',
    title: 'Help describes each argument of a command by name and type',
    section: '6.2.2',
    run: (context) =>
      forEachCommand(context, 'leaves', ({ help }) => {
        const given = isObject(help.data) ? help.data.arguments : undefined;
        // A command without arguments may leave the list out; that one was left out wrongly shows against the schema.
        if (given === undefined) return undefined;
        if (!Array.isArray(given)) return 'data.arguments, an array';
        const odd = given.find((item: unknown) => !isObject(item) || !isText(item.name) || !isText(item.type));
        return odd === undefined ? undefined : `a name and a type in each of data.arguments, not ${brief(odd)}`;
      }),
  },
  {
    ...basic,
    id: 'discovery.argument-descriptions',
    title: 'Help describes each argument in words',
    severity: 'should',
    section: '6.2.2, 7.4',
    run: (context) =>
      forEachCommand(context, 'leaves', ({ arguments: given }) => {
        const odd = given.find((item) => isObject(item) && !isText(item.description));
        return odd === undefined ? undefined : `a description in each of data.arguments, not ${brief(odd)}`;
      }),
  },
  {
    ...basic,
    id: 'discovery.argument-types',
    title: 'Argument types are those of the table',
    severity: 'should',
    section: '7.2',
    run: (context) =>
      forEachCommand(context, 'leaves', ({ arguments: given }) => {
        const odd = given.find((item) => isObject(item) && !argumentTypes.includes(String(item.type)));
        return odd === undefined ? undefined : `a type that is one of ${argumentTypes.join(', ')}, not ${brief(odd)}`;
      }),
  },
  {
    ...basic,
    id: 'discovery.examples',
    title: 'Examples in help begin with a listed command',
    severity: 'should',
    section: '6.2',
    async run({ inventory }) {
      const known = await inventory();
      if (known.names.length === 0) return notObservable(noCommands);
      const words = [...known.names, ...reserved];
      const findings = [known.root, ...known.commands.map((command) => command.help)].flatMap((probe) => {
        const examples = isObject(probe.data) && isTextList(probe.data.examples) ? probe.data.examples : [];
        const odd = examples.find((example) => !words.includes(example.trim().split(/\s/)[0] ?? ''));
        return odd === undefined ? [] : [finding(probe, `an example that begins with a listed command, not "${odd}"`)];
      });
      return verdict(findings.slice(0, 5), 'the examples of help');
    },
  },
  {
    ...basic,
    id: 'discovery.help-unknown',
    title: '`help` for an unknown command is answered with COMMAND_NOT_FOUND',
    severity: 'should',
    section: '5.2, 6.1',
    run: ({ session }) => expectNotFound(session, `help ${unknownName}`),
  },
  {
    ...standard,
    id: 'discovery.schema-command',
    title: '`schema <command>` gives an input schema, real JSON Schema, for every command',
    section: '6.1, 6.3',
    async run(context) {
      const schemaProblems = await loadSchemaProblems();
      return forEachSchema(context, (data, line) => {
        if (data.command !== line) return `data.command: "${line}"`;
        const problems = inputSchemaProblems(data.inputSchema, schemaProblems);
        if (problems.length > 0) return `data.inputSchema, a JSON Schema of an object (${problems.join('; ')})`;
        const output = data.outputSchema === undefined ? [] : schemaProblems(data.outputSchema);
        return output.length === 0 ? undefined : `data.outputSchema, a JSON Schema (${output.join('; ')})`;
      });
    },
  },
  {
    ...standard,
    id: 'discovery.schema',
    title: '`schema` answers for all commands',
    section: '6.1',
    async run({ session }) {
      const probe = await session.ask('schema');
      const good = probe.outcome === 'success' && typeof probe.data === 'object' && probe.data !== null;
      return verdict(good ? [] : [finding(probe, 'a success with data, an object or an array')], 'schema');
    },
  },
  {
    ...standard,
    id: 'discovery.schema-complete',
    title: '`schema` names every command that help lists',
    severity: 'should',
    section: '6.1',
    async run({ session, inventory }) {
      const probe = await session.ask('schema');
      const mentioned = new Set(firstWords(probe.data));
      const missing = (await inventory()).names.filter((name) => !mentioned.has(name) && !reserved.includes(name));
      const findings = missing.length === 0 ? [] : [finding(probe, `schemas of ${missing.join(', ')} too`)];
      return verdict(findings, 'the names in schema and in help');
    },
  },
  {
    ...standard,
    id: 'discovery.schema-unknown',
    title: '`schema` for an unknown command is answered with COMMAND_NOT_FOUND',
    severity: 'should',
    section: '5.2, 6.1',
    run: ({ session }) => expectNotFound(session, `schema ${unknownName}`),
  },
  {
    ...standard,
    id: 'discovery.help-and-schema-agree',
    title: 'Help and schema of a command name the same arguments, and the same ones as required',
    section: '6.2.2, 6.3, 11.2',
    run: agree,
  },
  {
    ...standard,
    id: 'discovery.version',
    title: '`version` reports the ACLI version, the implementation and the capabilities',
    section: '6.1, 6.4',
    async run({ session }) {
      const probe = await session.ask('version');
      const wrong = (expected: string) => verdict([finding(probe, expected)], 'version');
      if (probe.outcome !== 'success' || !isObject(probe.data)) return wrong('a success with data, an object');
      const { acli_version: acliVersion, implementation, capabilities } = probe.data;
      if (!isText(acliVersion)) return wrong('data.acli_version, a text');
      if (!isObject(implementation) || !isText(implementation.name) || !isText(implementation.version)) {
        return wrong('data.implementation with name and version');
      }
      if (!isObject(capabilities) || !isTextList(capabilities.commands) || !isTextList(capabilities.extensions)) {
        return wrong('data.capabilities with the lists commands and extensions');
      }
      return verdict([], `ACLI ${acliVersion}`);
    },
  },
  {
    ...standard,
    id: 'discovery.version-accurate',
    title: 'The commands that `version` declares are those that help knows',
    section: '6.4, 11.2',
    run: declaresItsCommands,
  },
  {
    ...basic,
    id: 'discovery.extensions',
    title: 'Commands with the prefix x- are declared as extensions, and declared extensions exist',
    level: 'full',
    section: '9.1, 9.2',
    async run({ session, inventory }) {
      const declared = await declaredBy(session, 'extensions');
      const probe = await session.ask('version');
      if (declared === undefined) return verdict([finding(probe, 'data.capabilities.extensions, a list')], 'version');
      const custom = (await inventory()).names.filter((name) => name.startsWith('x-'));
      const missing = custom.filter((name) => !declared.includes(name));
      const findings = missing.length === 0 ? [] : [finding(probe, `extensions that contain ${missing.join(', ')}`)];
      return verdict([...findings, ...(await unknownTo(session, declared))], `${custom.length} commands with x-`);
    },
  },
];

type Session = CheckContext['session'];

async function findTool({ session }: CheckContext): Promise<{ tool: JsonObject | undefined; received: string }> {
  const exchange = await session.request('tools/list', {});
  if (exchange.kind !== 'result') return { tool: undefined, received: exchange.reason };
  const tools = isObject(exchange.result) && Array.isArray(exchange.result.tools) ? exchange.result.tools : [];
  const tool = tools.filter(isObject).find((candidate) => candidate.name === 'cli');
  return { tool, received: brief(tool ?? exchange.result, 400) };
}

/** `wrong` says what was expected, or nothing when the command is as it should be. */
async function forEachCommand(
  { inventory }: CheckContext,
  which: 'commands' | 'leaves',
  wrong: (command: KnownCommand) => string | undefined,
): Promise<Verdict> {
  const known: Inventory = await inventory();
  if (known.commands.length === 0) return notObservable(noCommands);
  const findings = known[which].flatMap((command) => {
    const expected = wrong(command);
    return expected === undefined ? [] : [finding(command.help, expected)];
  });
  return verdict(
    findings.slice(0, 5),
    `${known[which].length} commands${known.cut ? ', the rest was not looked at' : ''}`,
  );
}

async function forEachSchema(
  { session, inventory }: CheckContext,
  wrong: (data: JsonObject, line: string) => string | undefined,
): Promise<Verdict> {
  const { leaves } = await inventory();
  if (leaves.length === 0) return notObservable(noCommands);
  const findings: Finding[] = [];
  for (const { line } of leaves) {
    const probe = await session.ask(`schema ${line}`);
    const good = probe.outcome === 'success' && isObject(probe.data);
    const expected = good ? wrong(probe.data as JsonObject, line) : 'a success with data, an object';
    if (expected !== undefined) findings.push(finding(probe, expected));
  }
  return verdict(findings.slice(0, 5), `${leaves.length} commands`);
}

async function agree({ session, inventory }: CheckContext): Promise<Verdict> {
  const findings: Finding[] = [];
  let compared = 0;
  for (const command of (await inventory()).leaves) {
    const schema = await inputSchemaOf(session, command);
    if (schema === undefined || command.help.outcome !== 'success') continue;
    compared += 1;
    const properties = Object.keys(isObject(schema.properties) ? schema.properties : {}).map(plainName);
    const named = (await argumentsOf(session, command)).map((argument) => plainName(argument.name));
    const required = (isTextList(schema.required) ? schema.required : []).map(plainName);
    const expected = [
      ...properties.filter((name) => !named.includes(name)).map((name) => `"${name}" in help, as in schema`),
      ...named.filter((name) => !properties.includes(name)).map((name) => `"${name}" in schema, as in help`),
      ...command.arguments.filter(isObject).flatMap((argument) => {
        if (typeof argument.required !== 'boolean' || !isText(argument.name)) return [];
        const inSchema = required.includes(plainName(argument.name));
        return inSchema === argument.required ? [] : [`"${argument.name}" required in both or in neither`];
      }),
    ];
    if (expected.length > 0) findings.push(finding(command.help, expected.join('; ')));
  }
  if (compared === 0) return notObservable('No command has both help and a schema.');
  return verdict(findings.slice(0, 5), `${compared} commands`);
}

async function declaresItsCommands({ session, inventory }: CheckContext): Promise<Verdict> {
  const declared = await declaredBy(session, 'commands');
  if (declared === undefined) return notObservable('Version declares no list of commands.');
  const extensions = (await declaredBy(session, 'extensions')) ?? [];
  const { names } = await inventory();
  const missing = names.filter((name) => ![...declared, ...extensions, ...reserved].includes(name));
  const probe = await session.ask('version');
  const findings = missing.length === 0 ? [] : [finding(probe, `commands that contain ${missing.join(', ')}`)];
  const unlisted = declared.filter((name) => !names.includes(name) && !reserved.includes(name));
  return verdict([...findings, ...(await unknownTo(session, unlisted))], `${names.length} commands`);
}

async function declaredBy(session: Session, key: 'commands' | 'extensions'): Promise<readonly string[] | undefined> {
  const { data } = await session.ask('version');
  const capabilities = isObject(data) ? data.capabilities : undefined;
  const names = isObject(capabilities) ? capabilities[key] : undefined;
  return isTextList(names) ? names : undefined;
}

/** Findings for names, declared but not listed by root help, that `help <name>` does not know either. */
async function unknownTo(session: Session, names: readonly string[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const name of names.slice(0, 50)) {
    if (!/^[\w.:@/-]+$/u.test(name)) continue;
    const probe = await session.ask(`help ${name}`);
    if (probe.outcome !== 'success') findings.push(finding(probe, `help, because version declares "${name}"`));
  }
  return findings.slice(0, 5);
}

async function expectNotFound(session: Session, line: string): Promise<Verdict> {
  const probe = await session.ask(line);
  const good = probe.outcome === 'failure' && probe.code === 'COMMAND_NOT_FOUND';
  return verdict(good ? [] : [finding(probe, 'an error with the code COMMAND_NOT_FOUND')], 'one line');
}

/** The first words of everything in a value that can be the name of a command: keys, and texts under name or command. */
function firstWords(value: unknown, depth = 0): readonly string[] {
  if (depth > 6 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const named = (key === 'name' || key === 'command' || Array.isArray(value)) && typeof inner === 'string';
    return [key, ...(named ? [String(inner)] : []), ...firstWords(inner, depth + 1)].map(
      (text) => text.split(' ')[0] ?? '',
    );
  });
}
