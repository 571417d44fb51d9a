// `cmdgate doctor`: what is enforced here and what is not, for the owner.

import { areas, type Check } from '../../gate/doctor/check.js';
import { examine } from '../../gate/doctor/examine.js';
import { wrapAfter } from '../../registry/wrap-text.js';
import type { Colors } from '../../renderings/text/colors.js';
import { giveReport, type Report } from '../../terminal/give-report.js';
import { terminalSafe } from '../../vocabulary/terminal-safe.js';
import type { OwnerCall } from '../owner-command.js';
import { examineCommands } from './examine-commands.js';
import { examineProgram } from './examine-program.js';
import { findSubject } from './find-subject.js';

/** Exits with 0 where there is no problem; warnings are none. */
export async function doctor({ program, choice, io, standard }: OwnerCall): Promise<number> {
  const examined = program.direct
    ? { checks: await examineProgram(program, choice, io), isConfigured: true }
    : await examineConfigured();
  return await giveReport(toReport(examined), standard, program, io);

  async function examineConfigured(): Promise<Examined> {
    const subject = await findSubject(choice, io);
    const checks = await examine(subject);
    const isConfigured = subject.file !== undefined;
    // Commands are programs: what others can write is not run, and without a configuration there are none.
    const isExposed = checks.some(({ area, status }) => area === 'permissions' && status === 'problem');
    if (!subject.configuration || isExposed) return { checks, isConfigured };
    return { checks: [...checks, ...(await examineCommands(program, choice, io))], isConfigured };
  }
}

interface Examined {
  readonly checks: readonly Check[];
  /** Without a configuration, "0 problems" alone would sound as if something was guarded. */
  readonly isConfigured: boolean;
}

function toReport({ checks, isConfigured }: Examined): Report {
  const problems = checks.filter(({ status }) => status === 'problem').length;
  const warnings = checks.filter(({ status }) => status === 'warning').length;
  const found = `${count(problems, 'problem')} and ${count(warnings, 'warning')}`;
  return {
    command: 'doctor',
    data: { problems, warnings, checks },
    failure:
      problems === 0
        ? undefined
        : {
            code: 'NOT_WELL',
            exitCode: 4,
            message: `doctor found ${found}`,
            hint: 'Each check that is not ok has a fix that says what to do',
          },
    toLines: (colors, width) => [
      ...toLines(checks, colors, width),
      problems === 0 ? colors.green(`${found}.`) : colors.red(`${found}.`),
      ...(isConfigured ? [] : [colors.yellow("Nothing is guarded here yet. Run 'npx cmdgate init' to set it up.")]),
    ],
  };
}

function toLines(checks: readonly Check[], colors: Colors, width: number): readonly string[] {
  return areas.flatMap((area) => {
    const ofArea = checks.filter((check) => check.area === area);
    return ofArea.length === 0
      ? []
      : [colors.bold(area), ...ofArea.flatMap((check) => checkLines(check, colors, width)), ''];
  });
}

const indent = ' '.repeat(11);

function checkLines({ status, message, fix }: Check, colors: Colors, width: number): readonly string[] {
  const paint = { ok: colors.green, warning: colors.yellow, problem: colors.red }[status];
  const below = (text: string) => wrapAfter(indent, terminalSafe(text), width);
  const text = below(message).slice(indent.length);
  const mend = fix === undefined ? [] : [below(fix.replaceAll('\n', ' '))];
  return [`  ${paint(status)}${' '.repeat(9 - status.length)}${text}`, ...mend];
}

function count(number: number, what: string): string {
  return `${number} ${number === 1 ? what : `${what}s`}`;
}
