import { type Answer, withoutMeta } from '../answer.js';
import { type Check, type CheckContext, caseCheck, judge, type Look, look, notShown } from '../check.js';
import { examplesOf } from '../declared.js';
import { filesIn } from '../files-in.js';
import { inTurns } from '../in-turns.js';
import { asList, asObject, brief, isObject, isText, textsIn } from '../json.js';
import { unknownOption, unknownWord } from '../probe-words.js';
import { shared } from '../shared.js';
import type { Target } from '../target.js';

/** Whether its own help names the word: what it does not offer is not called. */
async function offers({ basics, declared }: CheckContext, word: string): Promise<boolean> {
  const [help] = await basics();
  return (
    `${help?.stdout}${help?.stderr}`.includes(word) || (await declared()).commands.some(({ name }) => name === word)
  );
}

const notOffered = (word: string) => `Its help names no ${word}`;

const secret = 'tr0ub4dor-of-a-history';

const nothingToRecord = 'It has no safe command of its own, so nothing needs to be recorded';

/** A history is the choice of its author; what does not keep one has to say so. */
const keepsNone = ({ error }: Answer) => error.code === 'NO_HISTORY';
const noHistory = 'Its author turned history off, and it says so';

/** Words that stand like commands in its help, at the beginning of a line, and that its manifest does not have. */
async function commandsBesideManifest(
  target: Target,
  help: Answer,
  names: readonly string[],
): Promise<readonly string[]> {
  const text = `${help.stderr}\n${textsIn(help.data).join('\n')}`;
  const known = names.map((name) => name.replaceAll('.', ' '));
  const lines = [...text.matchAll(/^ {1,8}([a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*)(?= {2}| [[<]|$)/gm)].map(
    ([, line = '']) => line,
  );
  const unknown = [...new Set(lines)].filter(
    (line) => !known.some((name) => name === line || name.startsWith(`${line} `)),
  );
  const offered = await inTurns(unknown.slice(0, 30), async (line) => {
    const schema = await target.call([...target.wordsOf(line.split(' ')), '--schema']);
    return schema.ok && isObject(schema.data) && 'danger_level' in schema.data ? [line] : [];
  });
  return offered.flat();
}

async function hasOwnCommand({ declared }: CheckContext): Promise<boolean> {
  return (await declared()).safe.some(({ builtIn }) => !builtIn);
}

interface Skills {
  readonly answer: Answer;
  readonly files: ReadonlyMap<string, string>;
}

/** Written into an empty directory of ours. */
const writeSkills = shared(async (context): Promise<Skills | undefined> => {
  if (!(await offers(context, 'generate-skills'))) return undefined;
  const cwd = context.target.newDirectory();
  const answer = await context.target.call(['generate-skills', '--output-dir', 'skills'], { cwd });
  return { answer, files: filesIn(cwd) };
});

const isSkill = (path: string) => /SKILL[^/]*\.md$/.test(path);
const agentsOf = ({ files }: Skills) => [...files].find(([path]) => path.endsWith('AGENTS.md'))?.[1] ?? '';

async function ownVersion({ basics }: CheckContext): Promise<string> {
  const [, version] = await basics();
  return String(asObject(version?.data).version ?? '');
}

/** Every example of a safe command, read and not run. */
async function understandExamples({ target, declared }: CheckContext): Promise<readonly Look[]> {
  const { safe, standardFlags } = await declared();
  if (!standardFlags.has('validate-only')) return [];
  const lines = safe.flatMap(({ entry, path }) => examplesOf(entry, path)).slice(0, 30);
  return await inTurns(lines, async (line) => {
    const answer = await target.call([...target.wordsOf(line), '--validate-only']);
    return look(answer, answer.code !== 2, 'an example that is understood');
  });
}

export const builtInChecks: readonly Check[] = [
  {
    id: 'REQ-O-041',
    how: 'One call of manifest returns all commands that help names, and the same twice; its etag returns data null and not_modified, a different etag the manifest; safe commands can be called from it alone, and each of their examples parses',
    run: async (context) => {
      const { target, declared, survey } = context;
      const { answer, manifest, commands } = await declared();
      const twice = await target.call(['manifest']);
      const unmodified = await target.call(['manifest', '--etag', String(manifest.etag)]);
      const other = await target.call(['manifest', '--etag', unknownWord]);
      const [help] = await context.basics();
      const beside = help
        ? await commandsBesideManifest(
            target,
            help,
            commands.map(({ name }) => name),
          )
        : [];
      const made = new Set(commands.flatMap((command) => (command.made ? [command.call?.join(' ')] : [])));
      const callable = (await survey())
        .filter(({ words }) => !made.has(words.join(' ')))
        .map((one) => look(one, one.error.code !== 'COMMAND_NOT_FOUND' && one.code !== 2, 'a call that is understood'));
      const examples = await understandExamples(context);
      return judge([
        look(answer, answer.ok && commands.length > 0 && isText(manifest.etag), 'commands and etag'),
        look(twice, withoutMeta(twice) === withoutMeta(answer), 'the same manifest'),
        look(other, other.ok && isObject(other.data), 'the manifest, for an etag that it does not have'),
        look(answer, beside.length === 0, 'every command that help names', `not there: ${brief(beside.join(', '))}`),
        look(
          unmodified,
          unmodified.code === 0 && unmodified.data === null && unmodified.meta.not_modified === true,
          'data null and meta.not_modified',
        ),
        ...callable,
        ...examples,
      ]);
    },
  },
  {
    id: 'REQ-O-026',
    how: 'doctor lists its checks; exit code 0 when all pass, else 4',
    run: async ({ target }) => {
      const answer = await target.call(['doctor']);
      const report = asObject(answer.data ?? answer.error.result);
      const listed = Object.values(report).some((value) => Array.isArray(value) && value.some(isObject));
      return judge([look(answer, listed && [0, 4].includes(answer.code ?? -1), 'a list of checks, and 0 or 4')]);
    },
  },
  {
    id: 'REQ-O-030',
    how: 'After a call of a safe command, audit-log shows it, and can filter by command and time',
    run: async (context) => {
      const { target } = context;
      if (!(await hasOwnCommand(context))) return notShown(nothingToRecord);
      await target.call(await context.sample());
      const plain = await target.call(['audit-log', 'list']);
      const answer = plain.ok ? plain : await target.call(['audit-log']);
      if (keepsNone(answer)) return notShown(noHistory);
      const since = await target.call([...answer.words, '--since', '2000-01-01T00:00:00Z']);
      const later = await target.call([...answer.words, '--since', '2999-01-01T00:00:00Z']);
      return judge([
        look(answer, answer.ok && entriesOf(answer).length > 0, 'entries'),
        look(since, since.ok && entriesOf(since).length > 0, 'exit code 0, and entries'),
        look(later, later.ok && entriesOf(later).length === 0, 'no entry of the year 2999'),
      ]);
    },
  },
  {
    id: 'REQ-F-026',
    how: 'After a good and a wrong call audit-log has an entry for both',
    run: async (context) => {
      const { target } = context;
      if (!(await offers(context, 'audit'))) return notShown(notOffered('audit-log'));
      if (!(await hasOwnCommand(context))) return notShown(nothingToRecord);
      const words = await context.sample();
      const first = await target.call(['audit-log', 'list']);
      if (keepsNone(first)) return notShown(noHistory);
      const before = entriesOf(first).length;
      await target.call(words);
      await target.call([...words, unknownOption]);
      const answer = await target.call(['audit-log', 'list']);
      const after = entriesOf(answer).length;
      // A list has an end: a full one need not grow.
      return judge([
        look(
          answer,
          answer.ok && (after >= before + 2 || (before > 15 && after >= before)),
          `two more entries than ${before}`,
          `${after} entries: ${brief(answer.stdout, 120)}`,
        ),
      ]);
    },
  },
  caseCheck(
    'F-026',
    'secret',
    'after a call with the secret audit-log has an entry for it, and not the secret',
    async ({ call, option }, context) => {
      if (!(await offers(context, 'audit'))) return [];
      const { target } = context;
      const place = target.newPlace();
      const environment = { CONTRACT_SECRET: secret };
      await target.call([...call, `${option}-from-env`, 'CONTRACT_SECRET'], { ...place, environment });
      const log = await target.call(['audit-log', 'list'], place);
      return [look(log, entriesOf(log).length > 0 && !log.stdout.includes(secret), 'an entry without the secret')];
    },
  ),
  {
    id: 'REQ-O-034',
    how: 'generate-skills writes CONTEXT and a SKILL with front matter and three examples for each command, into an empty directory',
    run: async (context) => {
      const skills = await writeSkills(context);
      if (!skills) return notShown(notOffered('generate-skills'));
      const { answer, files } = skills;
      const own = (await context.declared()).commands.filter(({ builtIn }) => !builtIn);
      const written = [...files].filter(([path]) => isSkill(path));
      const poor = written
        .filter(([, text]) => !text.startsWith('---\n') || exampleCount(text) < 3)
        .map(([path]) => path);
      return judge([
        look(
          answer,
          answer.ok && [...files.keys()].some((path) => path.endsWith('CONTEXT.md')) && written.length >= own.length,
          `CONTEXT.md and ${own.length} skills`,
          `${written.length} skills`,
        ),
        look(answer, poor.length === 0, 'front matter and three examples in each skill', brief(poor.join(', '))),
      ]);
    },
  },
  {
    id: 'REQ-O-043',
    how: 'The AGENTS.md of generate-skills has four sections and the version that --version prints',
    run: async (context) => {
      const skills = await writeSkills(context);
      if (!skills) return notShown(notOffered('generate-skills'));
      const text = agentsOf(skills);
      const sections = [...text.matchAll(/^## /gm)].length;
      const told = text.split('\n', 1)[0]?.includes(await ownVersion(context)) === true;
      return judge([
        look(skills.answer, sections >= 4 && told, 'four sections, and the version in the first line', brief(text)),
      ]);
    },
  },
  {
    id: 'REQ-O-045',
    how: '--version, the manifest, meta, AGENTS.md and the skills have the same version',
    run: async (context) => {
      const skills = await writeSkills(context);
      if (!skills) return notShown(notOffered('generate-skills'));
      const { answer, manifest } = await context.declared();
      const version = await ownVersion(context);
      const stale = [...skills.files]
        .filter(([path, text]) => (isSkill(path) || path.endsWith('AGENTS.md')) && !text.includes(version))
        .map(([path]) => path);
      return judge([
        look(
          answer,
          manifest.version === version && answer.meta.tool_version === version,
          `version ${version}`,
          `manifest ${String(manifest.version)}, meta ${String(answer.meta.tool_version)}, --version ${version}`,
        ),
        look(skills.answer, stale.length === 0, `version ${version} in every file`, brief(stale.join(', '))),
      ]);
    },
  },
  {
    id: 'REQ-O-035',
    how: 'mcp-validate finds no difference between its MCP server and its manifest',
    run: async (context) => {
      if (!(await offers(context, 'mcp-validate'))) return notShown(notOffered('mcp-validate'));
      const answer = await context.target.call(['mcp-validate']);
      return judge([
        look(answer, answer.ok && asList(asObject(answer.data).drift).length === 0, 'exit code 0 and no drift'),
      ]);
    },
  },
  {
    id: 'REQ-O-047',
    how: 'check-permissions reports, and --for a command gives required and active scopes',
    run: async ({ target, declared }) => {
      const [command] = (await declared()).safe;
      const all = await target.call(['check-permissions']);
      const one = await target.call(['check-permissions', '--for', command?.path.join(' ') ?? 'help']);
      const { required_scopes: required, active_scopes: active } = asObject(one.data);
      return judge([
        look(all, all.ok, 'exit code 0'),
        look(one, one.ok && Array.isArray(required) && active !== undefined, 'required_scopes and active_scopes'),
      ]);
    },
  },
];

/** The list of objects in an answer; one of names beside it is no entry. */
function entriesOf({ data }: Answer): readonly unknown[] {
  const lists = [data, ...Object.values(asObject(data))].map(asList);
  return lists.find((list) => list.some(isObject)) ?? [];
}

function exampleCount(skill: string): number {
  const [, examples = ''] = skill.split(/^## Examples$/m);
  return examples.split('\n').filter((line) => /^\S/.test(line) && !/^(?:```|#)/.test(line)).length;
}
