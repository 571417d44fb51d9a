// What programs get that a command starts. Seen where a safe command answers the environment of such a program: an object
// that has PATH beside the variables in question.
import type { Answer } from '../answer.js';
import { type Check, type CheckContext, judge, look } from '../check.js';
import { inTurns } from '../in-turns.js';
import { isText, type JsonObject, objectsIn, parseJson, textsIn } from '../json.js';
import { traceId } from '../probe-words.js';
import { shared } from '../shared.js';

const noEnvironment = 'No safe command returns the environment of a program it starts';

/** Objects in the answer, and those that it has as text, which is how a program's output comes. */
export function environmentsOf({ data }: Answer): readonly JsonObject[] {
  const printed = textsIn(data).flatMap((text) => objectsIn(parseJson(text)));
  return [...objectsIn(data), ...printed].filter(
    (one) => typeof one.PATH === 'string' && Object.values(one).every((value) => typeof value === 'string'),
  );
}

/** What a program must not get as it is here, but for the trace. */
const environment = {
  TOOL_TRACE_ID: traceId,
  ...{ PAGER: 'less', MANPAGER: 'less', EDITOR: 'vi', VISUAL: 'vi', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
};

/** One call shows all of it. */
const environments = shared(async ({ target, survey }: CheckContext) => {
  const dumping = (await survey()).filter((answer) => environmentsOf(answer).length > 0);
  return await inTurns(dumping, async ({ words }) => {
    const answer = await target.call(words, { environment });
    return { answer, found: environmentsOf(answer) };
  });
});

const check = (id: string, wanted: Readonly<Record<string, string>>): Check => {
  const list = Object.entries(wanted)
    .map(([name, value]) => (value === '*' ? name : `${name}=${value}`))
    .join(', ');
  return {
    id,
    how: `For safe commands that return the environment of programs they start: ${list}`,
    run: async (context) =>
      judge(
        (await environments(context)).map(({ answer, found }) =>
          look(answer, found.length > 0 && found.every((one) => has(one, wanted)), list),
        ),
        noEnvironment,
      ),
  };
};

/** `*` is any text, and `or` stands between texts that will do. */
function has(environment: JsonObject, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) =>
    value === '*' ? isText(environment[name]) : value.split(' or ').includes(String(environment[name])),
  );
}

export const childChecks: readonly Check[] = [
  check('REQ-F-008', { NO_COLOR: '1' }),
  {
    ...check('REQ-F-025', { TOOL_TRACE_ID: traceId }),
    how: 'For safe commands that return the environment of programs they start: TOOL_TRACE_ID is the one of the call',
  },
  check('REQ-F-010', { PAGER: 'cat', GIT_PAGER: 'cat' }),
  check('REQ-F-046', { PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat', LESS: '*', MORE: '*' }),
  check('REQ-F-050', { CI: '1', NO_UPDATE_NOTIFIER: '1' }),
  check('REQ-F-055', { EDITOR: 'true', VISUAL: 'true' }),
  check('REQ-F-066', { LC_ALL: 'C or C.UTF-8' }),
];
