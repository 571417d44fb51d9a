// What lies around the executable: its installation, and the programs that it needs.
import { readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readAnswer } from '../answer.js';
import { type Check, caseCheck, look } from '../check.js';
import { fillIn } from '../fill-in.js';
import { brief, isObject, objectsIn } from '../json.js';
import type { Place, Target } from '../target.js';

/** A directory with every program of PATH but one. */
function pathWithout(program: string, target: Target): string {
  const directory = target.newDirectory();
  for (const place of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of namesIn(place)) {
      if (name === program) continue;
      try {
        symlinkSync(join(place, name), join(directory, name));
      } catch {
        // The first one of a name counts, as on PATH.
      }
    }
  }
  return directory;
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

async function run(target: Target, argv: readonly string[], place: Place) {
  const started = target.start(argv, place);
  started.child.stdin?.end();
  return readAnswer(argv, argv.join(' '), await started.ended);
}

export const aroundChecks: readonly Check[] = [
  caseCheck(
    'O-026',
    'depends',
    'with the program it ends with 0; with a PATH that lacks it, with 4, and a failed check names it and has a fix',
    async ({ program }, { target }) => {
      const fine = await target.call(['doctor'], target.newPlace());
      const PATH = pathWithout(program, target);
      const poor = await target.call(['doctor'], { ...target.newPlace(), environment: { PATH } });
      const found = objectsIn([poor.data, poor.error.result]).find(
        (one) => JSON.stringify(one).includes(program) && ('fix' in one || 'hint' in one || 'fix_command' in one),
      );
      return [
        look(fine, fine.code === 0, 'exit code 0'),
        look(poor, poor.code === 4 && isObject(found), `exit code 4, ${program} and a fix`, brief(poor.stdout, 300)),
      ];
    },
  ),
  caseCheck(
    'O-044',
    'installs',
    'the install line runs twice with a closed stdin and ends with 0; the installed program prints a version',
    async ({ install, version }, { target }) => {
      const place = target.newPlace();
      const here = (words: readonly string[]) => run(target, fillIn(words, { directory: place.cwd }), place);
      const [first, second] = [await here(install), await here(install)];
      const told = await here(version);
      return [
        look(first, first.code === 0, 'exit code 0'),
        look(second, second.code === 0, 'exit code 0, the second time'),
        look(told, told.code === 0 && /\d+\.\d+\.\d+/.test(told.stdout), 'a version'),
      ];
    },
  ),
];
