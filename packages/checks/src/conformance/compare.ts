import { isDeepStrictEqual } from 'node:util';
import { type Finding, finding, notObservable, type Verdict, verdict } from './check.js';
import type { Probe } from './probe.js';
import type { Session } from './session.js';

/** A name that no server has, in letters that every grammar accepts. */
export const unknownName = 'conformanceprobenosuchcommand';

/** Different ways to write one line must give the answer of the plain way, which has to be a success. */
export async function expectSame(session: Session, plain: string, variants: readonly string[]): Promise<Verdict> {
  const control = await session.ask(plain);
  if (control.outcome !== 'success') return cannotCompare(control);
  // Where help itself is not the same twice (a clock in it, say), only the outcome can be compared.
  const again = await session.send(plain);
  const steady = isDeepStrictEqual(control.data, again.data);
  const findings: Finding[] = [];
  for (const variant of variants) {
    const probe = await session.send(variant);
    const same = probe.outcome === 'success' && (!steady || isDeepStrictEqual(probe.data, control.data));
    if (!same) findings.push(finding(probe, `the same answer as ${control.sent}`));
  }
  return verdict(findings, `${variants.length} ways to write ${control.sent}`);
}

/** Lines that name nothing must be answered as another line that names nothing: same outcome, same code. */
export async function expectUnknown(session: Session, plain: string, variants: readonly string[]): Promise<Verdict> {
  const control = await session.ask(plain);
  if (control.outcome === 'none' || control.outcome === 'unclear') return cannotCompare(control);
  const findings: Finding[] = [];
  for (const variant of variants) {
    const probe = await session.send(variant);
    if (probe.outcome !== control.outcome || probe.code !== control.code) {
      const answer = control.code ?? (control.outcome === 'failure' ? 'an error' : 'a success');
      findings.push(finding(probe, `the kind of answer that ${control.sent} gets: ${answer}`));
    }
  }
  return verdict(findings, `${variants.length} lines that name no command`);
}

/** Every line must be answered with an error; `why` says what is wrong with them. */
export async function expectRefused(session: Session, lines: readonly string[], why: string): Promise<Verdict> {
  const findings: Finding[] = [];
  for (const line of lines) {
    const probe = await session.send(line);
    if (probe.outcome !== 'failure') findings.push(finding(probe, `an error: ${why}`));
  }
  return verdict(findings, `${lines.length} lines that must be refused`);
}

function cannotCompare(control: Probe): Verdict {
  return notObservable(`The comparison is not possible: ${control.sent} was answered with ${control.received}`);
}
