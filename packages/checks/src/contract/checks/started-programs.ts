// What becomes of programs that a command starts. Only the owner knows a command that starts one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, type CheckContext, caseCheck, judge, look } from '../check.js';
import { fillIn } from '../fill-in.js';
import { isRunning } from '../is-running.js';
import { asList, asObject, isObject, textsIn } from '../json.js';
import { readText } from '../read-text.js';
import { startedAt } from '../started-at.js';
import { until } from '../until.js';
import { environmentsOf } from './children.js';

interface WithChild {
  readonly words: readonly string[];
  /** The file with the process id of its program. */
  readonly file: string;
  readonly signal?: NodeJS.Signals;
  /** How long after the exit of the executable its program may still run. */
  readonly graceMs?: number;
}

/** A call that starts a program, and whether that was gone when the executable had ended. */
async function withChild({ target }: CheckContext, { words, file, signal, graceMs = 0 }: WithChild) {
  const place = target.newPlace();
  const child = () => Number(readText(place.cwd, file) ?? 0);
  let gone = false;
  const afterExit = async () => {
    gone = child() > 0 && (await until(() => !isRunning(child()), graceMs));
  };
  const begun = target.begin(words, { ...place, afterExit }, signal);
  const since = startedAt(begun.child.pid);
  await Promise.race([until(() => child() > 0), begun.ended]);
  if (signal) begun.child.kill(signal);
  const answer = await begun.answer;
  endLost(child(), since);
  return { place, answer, gone };
}

/** It is in no process group of ours. A file may name any process: one that was there before is somebody else's. */
function endLost(pid: number, since = Number.POSITIVE_INFINITY): void {
  if (!((startedAt(pid) ?? -1) >= since)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

export const startedProgramChecks: readonly Check[] = [
  caseCheck(
    'F-030',
    'child-left',
    'when the command has answered, its program does not run any more',
    async ({ call, pid }, context) => {
      const { answer, gone } = await withChild(context, { words: call, file: pid });
      return [look(answer, gone, 'no process left at the exit')];
    },
  ),
  caseCheck(
    'F-030',
    'child',
    'nor does it after a timeout, nor ten seconds after SIGKILL of the executable',
    async ({ call, pid }, context) => {
      const late = await withChild(context, { words: [...call, '--timeout', '2s'], file: pid });
      const killed = await withChild(context, { words: call, file: pid, signal: 'SIGKILL', graceMs: 10_000 });
      return [
        look(late.answer, late.answer.code === 10 && late.gone, 'exit code 10 and no process left'),
        look(killed.answer, killed.gone, 'no process left'),
      ];
    },
  ),
  caseCheck(
    'F-031',
    'child',
    'SIGTERM for the executable: its program gets SIGTERM first, is gone when the executable exits, and there is one CANCELLED document with 143',
    async ({ call, pid, terminated }, context) => {
      const { answer, gone, place } = await withChild(context, { words: call, file: pid, signal: 'SIGTERM' });
      const asked = readText(place.cwd, terminated) !== undefined;
      const canceled = answer.code === 143 && /^CANCELL?ED$/.test(String(answer.error.code));
      return [
        look(answer, asked, `the file ${terminated}, which its program makes at SIGTERM`),
        look(answer, gone, 'no process left at the exit'),
        look(answer, canceled, 'CANCELLED and exit code 143'),
      ];
    },
  ),
  caseCheck(
    'F-062',
    'child-words',
    '"a b", *.json beside two such files, and $HOME reach the program as they are',
    async ({ call }, { target }) => {
      const place = target.newPlace();
      for (const name of ['a.json', 'b.json']) writeFileSync(join(place.cwd, name), '{}');
      return await Promise.all(
        ['a b', '*.json', '$HOME'].map(async (value) => {
          const answer = await target.call(fillIn(call, { value }), place);
          return look(answer, answer.ok && textsIn(answer.data).includes(value), `the argument ${value}`);
        }),
      );
    },
  ),
  caseCheck(
    'F-044',
    'child-words',
    'the same text in the arguments of a program runs nothing; control characters either reach it as they are or are refused with 2',
    async ({ call }, { target }) => {
      const place = target.newPlace();
      const values = ['; touch pwned', '$(touch pwned)', '`touch pwned`', 'a\ntouch pwned'];
      const answers = await Promise.all(
        values.map(async (value) => ({ value, answer: await target.call(fillIn(call, { value }), place) })),
      );
      const pwned = readText(place.cwd, 'pwned') !== undefined;
      return answers.map(({ value, answer }) =>
        look(
          answer,
          !pwned && (answer.code === 2 || textsIn(answer.data).includes(value)),
          'the text as it is or exit code 2, and no file pwned',
        ),
      );
    },
  ),
  {
    id: 'REQ-F-044',
    how: 'Where a command names the program that it starts and its arguments: a newline in these is refused with 2',
    run: async ({ target, declared }) => {
      const starting = (await declared()).safe.filter(({ entry }) => isObject(entry.subprocess));
      const answers = await Promise.all(
        starting.map(async ({ path, entry, flags }) => {
          const [name = ''] = asList(asObject(entry.subprocess).arguments).map(String);
          const words = [...target.wordsOf(path), ...(name in flags ? [`--${name}`] : []), 'a\nb'];
          return await target.call(words);
        }),
      );
      return judge(
        answers.map((answer) => look(answer, answer.code === 2, 'exit code 2')),
        'No safe command declares a program that it starts',
      );
    },
  },
  caseCheck(
    'F-065',
    'pipeline',
    'it fails, and the error names the stage that failed',
    async ({ call, stage }, { target }) => {
      const answer = await target.call(call, target.newPlace());
      const told = JSON.stringify([answer.error, answer.data]).includes(stage);
      return [look(answer, answer.code !== 0 && told, `an exit code that is not 0, and ${stage} in the answer`)];
    },
  ),
  caseCheck(
    'F-066',
    'child-locale',
    'with LANG=de_DE.UTF-8 a program that keeps the locale has it',
    async ({ call }, { target }) => {
      const answer = await target.call(call, { ...target.newPlace(), environment: { LANG: 'de_DE.UTF-8' } });
      const kept = environmentsOf(answer).some(({ LANG, LC_ALL }) => [LANG, LC_ALL].includes('de_DE.UTF-8'));
      return [look(answer, kept, 'de_DE.UTF-8 in the environment of the program')];
    },
  ),
];
