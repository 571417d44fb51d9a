// Seen where a safe command answers the name of a temporary directory: one that lies in the TMPDIR of the call.
import { existsSync } from 'node:fs';
import { type Check, judge, look } from '../check.js';
import { inTurns } from '../in-turns.js';
import { textsIn } from '../json.js';
import { shared } from '../shared.js';

const noDirectory = 'No safe command returns the name of a temporary directory';

/** Three calls at the same time. */
const callThrice = shared(async ({ target, survey }) => {
  const inTemporary = (data: unknown) => textsIn(data).find((text) => text.startsWith(`${target.temporary}/`));
  const naming = (await survey()).filter(({ data }) => inTemporary(data) !== undefined);
  const looks = await inTurns(naming, async ({ words }) => {
    const answers = await Promise.all([1, 2, 3].map(() => target.call(words)));
    const names = answers.map(({ data }) => inTemporary(data));
    const gone = names.every((name) => name !== undefined && !existsSync(name));
    return answers.map((answer) =>
      look(answer, gone && new Set(names).size === names.length, 'a directory of its own, which is gone afterwards'),
    );
  });
  return judge(looks.flat(), noDirectory);
});

const check = (id: string, how: string): Check => ({ id, how, run: callThrice });

export const temporaryFileChecks: readonly Check[] = [
  check(
    'REQ-F-032',
    'For safe commands that return the name of their temporary directory: a different one in each call, which is gone afterwards',
  ),
  check('REQ-F-043', 'The same directory is gone after each call'),
];
