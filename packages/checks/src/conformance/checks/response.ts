import { acliErrorCodes } from '../../from-cmdgate.js';
import { incompleteLine } from '../arguments.js';
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
import { brief, isObject, isText, isTextList, type JsonObject } from '../json.js';
import type { Probe } from '../probe.js';

const basic = { category: 'response', level: 'standard', severity: 'must' } as const;

/** The format of responses: section 5. The later ones look at every answer of the run, so they come last of all. */
export const responseChecks: readonly Check[] = [
  {
    ...basic,
    id: 'response.parse-error',
    title: 'A line that cannot be parsed is answered with PARSE_ERROR',
    section: '5.2',
    run: ({ session }) => expectCode(session, ["help '", 'help "'], 'PARSE_ERROR'),
  },
  {
    ...basic,
    id: 'response.limit-error',
    title: 'A line over a limit is answered with PARSE_ERROR',
    severity: 'should',
    section: '4.2.2, 5.2',
    run: ({ session }) => expectCode(session, [`help ${'x'.repeat(10_000)}`, `help${' x'.repeat(101)}`], 'PARSE_ERROR'),
  },
  {
    ...basic,
    id: 'response.command-not-found',
    title: 'An unknown command is answered with COMMAND_NOT_FOUND',
    section: '5.2',
    run: ({ session }) => expectCode(session, [unknownName], 'COMMAND_NOT_FOUND'),
  },
  {
    ...basic,
    id: 'response.validation-error',
    title: 'A command without a required argument is answered with VALIDATION_ERROR',
    section: '5.2',
    async run({ session, inventory }) {
      const incomplete = await incompleteLine(session, await inventory());
      if (incomplete === undefined) return notObservable('No command declares a required argument.');
      const probe = await session.ask(incomplete.line);
      if (probe.code === 'PERMISSION_DENIED') return notObservable('The caller may not run the command.');
      const good = probe.outcome === 'failure' && probe.code === 'VALIDATION_ERROR';
      return verdict(good ? [] : [finding(probe, 'the code VALIDATION_ERROR')], 'one line');
    },
  },
  {
    ...basic,
    id: 'response.hints',
    title: 'Errors teach: an unknown command and an unreadable line come with a hint or examples',
    severity: 'should',
    section: '1.2, Appendix B',
    async run({ session }) {
      const findings: Finding[] = [];
      for (const line of [unknownName, "help '"]) {
        const probe = await session.ask(line);
        const error: JsonObject = isObject(probe.response?.error) ? probe.response.error : {};
        const teaches = isText(error.hint) || (isTextList(error.examples) && error.examples.length > 0);
        if (!teaches) findings.push(finding(probe, 'error.hint or error.examples'));
      }
      return verdict(findings, '2 errors');
    },
  },
  {
    ...basic,
    id: 'response.meta-command',
    title: '_meta.command, where it is given, is the line that was sent',
    severity: 'should',
    section: '5.1',
    async run({ session }) {
      const probes = [await session.ask('help'), await session.ask('version'), await session.ask(unknownName)];
      const findings = probes.flatMap((probe) => {
        const meta = probe.response?._meta;
        const wrong = isObject(meta) && meta.command !== probe.command;
        return wrong ? [finding(probe, `_meta.command: ${probe.sent}`)] : [];
      });
      return verdict(findings, '3 answers');
    },
  },
  {
    ...basic,
    id: 'response.content',
    title: 'Every answer is one text content that holds a JSON object',
    section: '5.3',
    run: (context) =>
      forEachAnswer(context, answered, ({ exchange }) => {
        if (exchange.kind !== 'result') return 'a tool result';
        const content = isObject(exchange.result) ? exchange.result.content : undefined;
        if (!Array.isArray(content)) return 'content, an array';
        if (content.length !== 1) return `one content, not ${content.length}`;
        const item: unknown = content[0];
        if (!isObject(item) || item.type !== 'text' || typeof item.text !== 'string') return 'a content of type "text"';
        return isJsonObject(item.text) ? undefined : `a text that is a JSON object, not ${brief(item.text, 80)}`;
      }),
  },
  {
    ...basic,
    id: 'response.success',
    title: 'Every response says whether it is a success',
    section: '5.1',
    run: (context) =>
      forEachAnswer(context, readable, ({ response }) =>
        typeof response?.success === 'boolean' ? undefined : 'success: true or false',
      ),
  },
  {
    ...basic,
    id: 'response.is-error',
    title: 'isError is present and is the opposite of success',
    section: '5.3',
    run: (context) =>
      forEachAnswer(context, readable, ({ response, exchange }) => {
        if (typeof response?.success !== 'boolean') return undefined;
        const isError = exchange.kind === 'result' && isObject(exchange.result) ? exchange.result.isError : undefined;
        const found = isError === undefined ? 'it is missing' : `it is ${brief(isError)}`;
        return isError === !response.success ? undefined : `isError: ${!response.success}; ${found}`;
      }),
  },
  {
    ...basic,
    id: 'response.data',
    title: 'Every success has data',
    section: '5.1.1',
    run: (context) =>
      forEachAnswer(context, succeeded, ({ response = {} }) => ('data' in response ? undefined : 'data')),
  },
  {
    ...basic,
    id: 'response.message',
    title: 'A message beside data, where there is one, is text',
    section: '5.1.1',
    run: (context) =>
      forEachAnswer(context, succeeded, ({ response }) =>
        response?.message === undefined || typeof response.message === 'string' ? undefined : 'message, a text',
      ),
  },
  {
    ...basic,
    id: 'response.error',
    title: 'Every error has a code and a message; hint is text and examples are texts where they are given',
    section: '5.1.2',
    run: (context) =>
      forEachAnswer(context, refused, ({ response }) => {
        const error = response?.error;
        if (!isObject(error)) return 'error, an object';
        if (!isText(error.code)) return 'error.code, a text';
        if (!isText(error.message)) return 'error.message, a text';
        if (error.hint !== undefined && typeof error.hint !== 'string') return 'error.hint, a text';
        return error.examples === undefined || isTextList(error.examples)
          ? undefined
          : 'error.examples, a list of texts';
      }),
  },
  {
    ...basic,
    id: 'response.error-codes',
    title: 'Error codes are those of the table',
    section: '5.2',
    run: (context) =>
      forEachAnswer(context, refused, ({ code }) =>
        code === undefined || (acliErrorCodes as readonly string[]).includes(code)
          ? undefined
          : `one of ${acliErrorCodes.join(', ')}`,
      ),
  },
  {
    ...basic,
    id: 'response.meta',
    title: '_meta, where it is given, has the command, and for a success the duration',
    section: '5.1',
    run: (context) =>
      forEachAnswer(context, readable, ({ response = {}, outcome }) => {
        const meta = response._meta;
        if (meta === undefined) return undefined;
        if (!isObject(meta) || typeof meta.command !== 'string') return '_meta.command, a text';
        const duration = meta.duration_ms;
        if (duration === undefined && outcome === 'failure') return undefined;
        return typeof duration === 'number' && duration >= 0 ? undefined : '_meta.duration_ms, a number from 0 up';
      }),
  },
];

const answered = (probe: Probe) => probe.exchange.kind !== 'silence';
const readable = (probe: Probe) => probe.response !== undefined;
const succeeded = (probe: Probe) => readable(probe) && probe.outcome === 'success';
const refused = (probe: Probe) => readable(probe) && probe.outcome === 'failure';

/** `wrong` says what was expected of an answer, or nothing. Calls without an answer fail the checks that made them. */
function forEachAnswer(
  { session }: CheckContext,
  counts: (probe: Probe) => boolean,
  wrong: (probe: Probe) => string | undefined,
): Verdict {
  const probes = session.transcript.filter(counts);
  if (probes.length === 0) return notObservable('There was no such answer.');
  const findings = probes.flatMap((probe) => {
    const expected = wrong(probe);
    return expected === undefined ? [] : [finding(probe, expected)];
  });
  const summary = findings.length === 0 ? `${probes.length} answers` : `${findings.length} of ${probes.length} answers`;
  return verdict(findings.slice(0, 5), summary);
}

async function expectCode(session: CheckContext['session'], lines: readonly string[], code: string): Promise<Verdict> {
  const findings: Finding[] = [];
  for (const line of lines) {
    const probe = await session.ask(line);
    if (probe.outcome !== 'failure' || probe.code !== code) findings.push(finding(probe, `the code ${code}`));
  }
  return verdict(findings, `${lines.length} lines`);
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
