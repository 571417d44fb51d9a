import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { argumentsOf, incompleteLine } from '../arguments.js';
import { entriesFor, newEntriesFor, problemsOf } from '../audit-log.js';
import {
  type Check,
  type CheckContext,
  type Finding,
  finding,
  notObservable,
  type Verdict,
  verdict,
} from '../check.js';
import { expectRefused, expectSame, expectUnknown, unknownName } from '../compare.js';
import { brief } from '../json.js';

const basic = { category: 'security', level: 'minimal', severity: 'must' } as const;

const longest = 10_000;
const mostArguments = 100;

/** Programs that every machine has and that do nothing when they are started without arguments. */
const harmlessPrograms = ['true', 'pwd', 'whoami'];
const inheritedNames = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
const noAudit = 'MCP does not expose the audit log; pass its file with --audit-file.';

/** A line that is stretched to a length by the spaces between its words, which mean nothing. */
function stretch(words: readonly string[], length: number): string {
  const [first = '', ...rest] = words;
  const tail = rest.length === 0 ? '' : rest.join(' ');
  return first + ' '.repeat(length - first.length - tail.length) + tail;
}

/** Shell-less execution, limits, the list of commands, and the audit log: sections 4.2 and 8. */
export const securityChecks: readonly Check[] = [
  {
    ...basic,
    id: 'security.unknown-commands',
    title: 'Anything but a listed command is refused, including programs of the machine',
    section: '2.2, 8.2',
    async run({ session, inventory }) {
      const { names } = await inventory();
      const lines = [unknownName, ...harmlessPrograms].filter((name) => !names.includes(name));
      return expectRefused(session, lines, 'no such command is listed');
    },
  },
  {
    ...basic,
    id: 'security.shell-operators',
    title: 'Shell operators join, redirect and separate nothing',
    section: '4.2.1',
    run: ({ session }) =>
      expectUnknown(
        session,
        `help ${unknownName}`,
        ['; version', '&& version', '| version', '|| version', '& version', '> /dev/null', '< /dev/null'].map(
          (operator) => `help ${unknownName} ${operator}`,
        ),
      ),
  },
  {
    ...basic,
    id: 'security.glued-operators',
    title: 'An operator attached to a command is part of its name',
    section: '4.2.1',
    run: ({ session }) =>
      expectRefused(
        session,
        ['help; version', 'help&&version', 'help|version', 'help>/dev/null', 'version&'],
        'no command has such a name',
      ),
  },
  {
    ...basic,
    id: 'security.no-expansion',
    title: 'Variables and substitutions are not expanded',
    section: '4.2.1',
    run: ({ session }) =>
      expectUnknown(session, `help ${unknownName}`, [
        // An unset variable expands to nothing, and `help` with nothing succeeds.
        'help $CONFORMANCE_UNSET_VARIABLE',
        `help \${CONFORMANCE_UNSET_VARIABLE}`,
        'help $(true)',
        'help `true`',
        'help "$(true)"',
      ]),
  },
  {
    ...basic,
    id: 'security.inherited-names',
    title: 'Names that every JavaScript object inherits are ordinary unknown commands',
    section: '8.2',
    async run({ session, inventory }) {
      const { names } = await inventory();
      const probes = inheritedNames.filter((name) => !names.includes(name));
      const asCommand = await expectUnknown(session, unknownName, probes);
      const asTopic = await expectUnknown(
        session,
        `help ${unknownName}`,
        probes.map((name) => `help ${name}`),
      );
      const findings = [...asCommand.evidence.findings, ...asTopic.evidence.findings];
      return verdict(findings, `${probes.length} names, as a command and after help`);
    },
  },
  {
    ...basic,
    id: 'security.survives-nonsense',
    title: 'Control characters, broken Unicode and deep quoting get an answer, and the server still serves',
    section: '1.2',
    async run({ session, inventory }) {
      const plain = (await inventory()).sample.join(' ');
      const lines = [
        'help \u0000',
        '\u0000',
        'help \ud800',
        '\udfff\ud800',
        'help \u001b[2J\u0007\u0008\u007f',
        'help \u202e\u200b\ufeff',
        `help ${'🙂'.repeat(500)}`,
        `help ${`"'`.repeat(2000)}`,
        `help ${'\\'.repeat(4001)}x`,
        `help ${'{['.repeat(2000)}`,
      ];
      const findings: Finding[] = [];
      for (const line of lines) {
        const probe = await session.send(line);
        if (probe.outcome === 'none') findings.push(finding(probe, 'an answer, whichever it is'));
      }
      const after = await expectSame(session, plain, [plain]);
      return verdict([...findings, ...after.evidence.findings], `${lines.length} lines of nonsense`);
    },
  },
  {
    ...basic,
    id: 'security.tool-arguments',
    title: 'A call whose arguments do not fit the tool is refused',
    section: '3.1',
    async run({ session }) {
      const findings: Finding[] = [];
      for (const input of [
        {},
        { command: 5 },
        { command: null },
        { command: ['help'] },
        { command: { text: 'help' } },
      ]) {
        const exchange = await session.request('tools/call', { name: 'cli', arguments: input });
        const refused = exchange.kind === 'refused' || (exchange.kind === 'result' && isErrorResult(exchange.result));
        if (refused) continue;
        const received = exchange.kind === 'result' ? brief(exchange.result) : `no answer: ${exchange.reason}`;
        findings.push({
          sent: `arguments ${brief(input)}`,
          received,
          expected: 'an error: `command` is a required string',
        });
      }
      return verdict(findings, '5 calls without a command string');
    },
  },
  {
    ...basic,
    id: 'security.length-limit',
    title: `A line of more than ${longest} characters is refused`,
    section: '4.2.2',
    async run({ session, inventory }) {
      const { sample } = await inventory();
      const line = stretch(sample, longest + 1);
      return expectRefused(session, [line.endsWith(' ') ? `${line.slice(0, -1)}''` : line], `the limit is ${longest}`);
    },
  },
  {
    ...basic,
    id: 'security.length-allowed',
    title: `A line of exactly ${longest} characters is accepted`,
    section: '4.2.2',
    async run({ session, inventory }) {
      const { sample } = await inventory();
      return expectSame(session, sample.join(' '), [stretch(sample, longest)]);
    },
  },
  {
    ...basic,
    id: 'security.argument-limit',
    title: `More than ${mostArguments} arguments are refused`,
    section: '4.2.2',
    run: limitsArguments,
  },
  {
    ...basic,
    id: 'security.arguments-allowed',
    title: `A line of exactly ${mostArguments} words is accepted`,
    section: '4.2.2',
    run: ({ session }) => expectUnknown(session, 'version x x', [`version${' x'.repeat(mostArguments - 1)}`]),
  },
  {
    ...basic,
    id: 'security.argument-validation',
    title: 'A command without a required argument is refused, and not run',
    section: '2.2, 7.4',
    run: refusesMissingArguments,
  },
  {
    ...basic,
    id: 'security.path-traversal',
    title: 'A path that leads upwards is answered with PATH_TRAVERSAL_BLOCKED',
    severity: 'should',
    section: '4.2.3',
    run: blocksTraversal,
  },
  {
    ...basic,
    id: 'security.audit-log',
    title: 'A run command has one entry in the audit log, with the fields of the specification',
    level: 'full',
    section: '8.3',
    mustBeObserved: true,
    async run({ session, inventory, auditFile }) {
      if (auditFile === undefined) return notObservable(noAudit);
      const line = (await inventory()).sample.join(' ');
      return expectEntry({ session, auditFile, line, success: true });
    },
  },
  {
    ...basic,
    id: 'security.audit-refusals',
    title: 'A refused command has one entry in the audit log, with its error code',
    level: 'full',
    severity: 'should',
    section: '8.3',
    async run({ session, auditFile }) {
      if (auditFile === undefined) return notObservable(noAudit);
      const mark = randomUUID().replaceAll('-', '').slice(0, 12);
      const unknown = await expectEntry({ session, auditFile, line: `${unknownName}${mark}`, success: false });
      const unread = await expectEntry({ session, auditFile, line: `help '${mark}`, success: false });
      return verdict([...unknown.evidence.findings, ...unread.evidence.findings], 'an unknown command, an open quote');
    },
  },
  {
    ...basic,
    id: 'security.no-shell',
    title: 'No line makes a shell run anything: files that only a shell would create do not appear',
    section: '4.2.1',
    run: hatchesNothing,
  },
];

/** Some servers refuse surplus words anyway: there the limit shows only in that it is refused as something else. */
async function limitsArguments({ session }: CheckContext): Promise<Verdict> {
  const expected = `an error: the limit is ${mostArguments}`;
  const findings: Finding[] = [];
  for (const first of ['version', unknownName]) {
    const control = await session.ask(`${first} x x`);
    const probe = await session.send(`${first}${' x'.repeat(mostArguments + 1)}`);
    if (probe.outcome !== 'failure') return verdict([finding(probe, expected)], 'one line');
    if (control.outcome !== 'failure' || control.code !== probe.code)
      return verdict([], `compared with ${control.sent}`);
    findings.push(finding(probe, `${expected}, and not the answer that ${control.sent} gets`));
  }
  return verdict(findings, 'two lines, compared with shorter ones');
}

function isErrorResult(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'isError' in result && result.isError === true;
}

async function refusesMissingArguments({ session, inventory }: CheckContext): Promise<Verdict> {
  const incomplete = await incompleteLine(session, await inventory());
  if (incomplete === undefined) return notObservable('No command declares a required argument.');
  const { line, required } = incomplete;
  return expectRefused(
    session,
    [line, `${line} --conformance-no-such-option`],
    `${required.join(', ')} ${required.length === 1 ? 'is' : 'are'} required`,
  );
}

/** Sent only where another required argument can be left out, and with a path that exists nowhere. */
async function blocksTraversal({ session, inventory }: CheckContext): Promise<Verdict> {
  const path = `../../../../../../conformance-${randomUUID()}/none`;
  const other: string[] = [];
  for (const command of (await inventory()).leaves) {
    const known = await argumentsOf(session, command);
    const argument = known.find((candidate) => candidate.path);
    if (argument === undefined) continue;
    const missing = known.some((candidate) => candidate.required && candidate !== argument);
    const first = known.find((candidate) => !candidate.option) === argument;
    if (!missing || !(argument.option || first)) continue;
    const probe = await session.send(`${command.line} ${argument.option ? `${argument.name} ` : ''}${path}`);
    if (probe.code === 'PATH_TRAVERSAL_BLOCKED') return verdict([], `${command.line} ${argument.name}`);
    if (probe.outcome !== 'failure') return verdict([finding(probe, 'PATH_TRAVERSAL_BLOCKED')], command.line);
    other.push(`${command.line}: ${probe.code ?? probe.received}`);
  }
  return notObservable(
    other.length === 0
      ? 'No command takes a path beside a required argument that can be left out, so none can be asked safely.'
      : `Refused because a required argument was left out, which hides the rest (${other.slice(0, 3).join('; ')}).`,
  );
}

async function expectEntry(options: {
  readonly session: CheckContext['session'];
  readonly auditFile: string;
  readonly line: string;
  readonly success: boolean;
}): Promise<Verdict> {
  const { session, auditFile, line, success } = options;
  const before = (await entriesFor(auditFile, line)).length;
  const probe = await session.send(line);
  const entries = await newEntriesFor(auditFile, line, before);
  const [entry] = entries;
  const wrong = (received: string, expected: string) =>
    verdict([{ sent: probe.sent, received, expected }], 'one call, and the entries that the file gained by it');
  if (entry === undefined) return wrong('no entry for this command in the audit file', 'one entry');
  if (entries.length > 1) return wrong(`${entries.length} entries for one call`, 'one entry');
  const problems = [...problemsOf(entry)];
  if (entry.success !== success) problems.push(`success is not ${success}`);
  if (!success && typeof entry.error_code !== 'string') problems.push('error_code is missing');
  return problems.length === 0 ? verdict([], 'one call, one entry') : wrong(brief(entry), problems.join('; '));
}

async function hatchesNothing({ session, inventory, canaries }: CheckContext): Promise<Verdict> {
  if (canaries === undefined) return notObservable('The files of a server behind a URL cannot be checked.');
  const { names } = await inventory();
  const touch = (name: string) => `touch ${canaries.path(name)}`;
  const lines = new Map([
    ['substitution', `help $(${touch('substitution')})`],
    ['backticks', `help \`${touch('backticks')}\``],
    ['quoted', `help "$(${touch('quoted')})"`],
    ['semicolon', `help; ${touch('semicolon')}`],
    ['and', `help && ${touch('and')}`],
    ['or', `${unknownName} || ${touch('or')}`],
    ['pipe', `help | ${touch('pipe')}`],
    ['background', `help & ${touch('background')}`],
    ['redirect', `help > ${canaries.path('redirect')}`],
    ['newline', `help\n${touch('newline')}`],
    ['escape', `help '; ${touch('escape')}; '`],
  ]);
  if (!names.includes('touch')) lines.set('program', touch('program'));
  const received = new Map<string, Finding>();
  for (const [name, line] of lines) {
    const { sent, received: answer } = await session.send(line);
    received.set(name, { sent, received: `the file appeared; ${answer}`, expected: 'ordinary words: no file appears' });
  }
  // A server that does not wait for what it started gets a moment.
  await delay(200);
  const findings = (await canaries.hatched()).map(
    (name): Finding =>
      received.get(name) ?? { sent: 'one of the lines', received: `the file ${name}`, expected: 'no file' },
  );
  return verdict(findings, `${lines.size} lines that would create a file if a shell read them`);
}
