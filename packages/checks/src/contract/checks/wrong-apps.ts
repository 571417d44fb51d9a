// Applications that are wrong on purpose, and have to be told so before they do anything.
import { readAnswer } from '../answer.js';
import type { CaseName } from '../cases/case-kinds.js';
import { type Check, caseCheck, look } from '../check.js';
import type { Target } from '../target.js';

type AppCase = Extract<CaseName, `app-${string}`>;

async function startApp(target: Target, executable: readonly string[]) {
  const started = target.start([...executable, 'manifest'], target.newPlace());
  started.child.stdin?.end();
  return readAnswer(['manifest'], [...executable, 'manifest'].join(' '), await started.ended);
}

const refused = (id: string, name: AppCase): Check =>
  caseCheck(
    id,
    name,
    'it does not start: an exit code that is not 0, and says why',
    async ({ executable, says }, { target }) => {
      const answer = await startApp(target, executable);
      const told = `${answer.stdout}${answer.stderr}`.includes(says);
      return [look(answer, answer.code !== 0 && !answer.overtime && told, `not 0, and the text ${says}`)];
    },
  );

export const wrongAppChecks: readonly Check[] = [
  refused('C-001', 'app-without-exit-codes'),
  refused('C-001', 'app-without-success'),
  refused('C-001', 'app-retrying-changes'),
  refused('C-002', 'app-without-danger'),
  refused('C-004', 'app-without-dry-run'),
  refused('C-016', 'app-with-plain-secret'),
  refused('C-029', 'app-without-scopes'),
  refused('F-044', 'app-with-shell'),
  caseCheck('F-021', 'app-with-clock', 'it is warned on stderr', async ({ executable, says }, { target }) => {
    const answer = await startApp(target, executable);
    return [look(answer, answer.stderr.includes(says), `the text ${says} on stderr`)];
  }),
];
