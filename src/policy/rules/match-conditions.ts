// Whether what a rule asks for holds. Compiled once, asked often; why it does not hold is worked out only when somebody
// wants to know.

import { covers, matches, readPattern } from '../command-pattern.js';
import { type Certainty, type Condition, orList } from './condition.js';
import { directoryOf } from './directory-of.js';
import { pathGlob } from './glob.js';
import type { JudgedCall } from './judged-call.js';
import { isThisCall } from './match-call.js';
import { matchStep } from './match-step.js';
import { type Conditions, type Finding, isAboutHeld, isAboutProgram, type RequestFacts } from './rule.js';

export class Matcher {
  readonly isAboutProgram: boolean;
  readonly #request: readonly Condition<RequestFacts>[];
  readonly #program: readonly Condition<JudgedCall>[];

  constructor(conditions: Conditions, certainty: Certainty) {
    this.isAboutProgram = isAboutProgram(conditions);
    this.#request = requestConditions(conditions, certainty);
    this.#program = programConditions(conditions, certainty);
  }

  matchesRequest(request: RequestFacts): boolean {
    return this.#request.every((condition) => condition.holds(request));
  }

  matchesProgram(call: JudgedCall | undefined): boolean {
    if (!this.isAboutProgram) return true;
    return call !== undefined && this.#program.every((condition) => condition.holds(call));
  }

  differs(request: RequestFacts, call: JudgedCall | undefined): string | undefined {
    const first = this.#request.find((condition) => !condition.holds(request));
    if (first) return first.differs(request);
    if (!this.isAboutProgram) return undefined;
    if (!call) return 'it does not run a program';
    return this.#program.find((condition) => !condition.holds(call))?.differs(call);
  }
}

function requestConditions(conditions: Conditions, certainty: Certainty): Condition<RequestFacts>[] {
  const { command, danger, callers, doors, when, network } = conditions;
  const found: Condition<RequestFacts>[] = [];
  if (command) found.push(commandIs(command, certainty));
  if (danger) found.push(isOneOf('its danger is', danger, (facts) => facts.danger));
  if (callers) found.push(isOneOf('the caller is', callers, (facts) => facts.caller));
  if (doors) found.push(isOneOf('the interface is', doors, (facts) => facts.door));
  if (when) found.push(isOneOf('it is', [when], ({ sandboxed }) => (sandboxed ? 'sandboxed' : 'unsandboxed')));
  if (network) found.push(isOneOf('the network is', network, (facts) => facts.network));
  return found;
}

function commandIs(texts: readonly string[], certainty: Certainty): Condition<RequestFacts> {
  const patterns = texts.map(readPattern).filter((pattern) => typeof pattern !== 'string');
  // To forbid a name forbids what is under it.
  const means = certainty === 'surely' ? matches : covers;
  return {
    holds: ({ command }) => patterns.some((pattern) => means(pattern, command)),
    differs: ({ command }) => `the command is "${command.join(' ')}", not ${orList(texts)}`,
  };
}

function isOneOf(
  what: string,
  wanted: readonly string[],
  of: (facts: RequestFacts) => string,
): Condition<RequestFacts> {
  return {
    holds: (facts) => wanted.includes(of(facts)),
    differs: (facts) => `${what} ${of(facts)}, not ${orList(wanted)}`,
  };
}

function programConditions(conditions: Conditions, certainty: Certainty): Condition<JudgedCall>[] {
  const { effects, onlyEffects, noEffects, understood, directory, exactly } = conditions;
  const found: Condition<JudgedCall>[] = [];
  if (exactly) found.push(isThisCall(exactly, certainty));
  if (directory) found.push(startsIn(directory));
  if (conditions.program || conditions.arguments || conditions.has) found.push(matchStep(conditions, certainty));
  if (understood !== undefined) {
    found.push({
      holds: (call) => call.understanding.understood === understood,
      differs: () => `it is ${understood ? 'not understood' : 'understood'}`,
    });
  }
  if (effects) {
    found.push({
      holds: (call) =>
        effects.some((finding) => call.has(finding)) || (certainty === 'may' && !call.understanding.understood),
      differs: (call) => `${doesWhat(call)}, and none of ${effects.join(', ')} was found`,
    });
  }
  if (onlyEffects) found.push(doesOnly(onlyEffects, certainty));
  if (certainty === 'surely' && restsOnTable(conditions)) found.push(isInCore);
  if (noEffects) found.push(doesNot(noEffects, certainty, isAboutHeld(conditions)));
  return found;
}

function startsIn(patterns: readonly string[]): Condition<JudgedCall> {
  // The workspace itself has no name that `*` could stand for.
  const meansWorkspace = patterns.includes('.') || patterns.includes('**');
  const globs = patterns.map(pathGlob);
  return {
    holds: ({ facts }) => {
      const directory = directoryOf(facts);
      return directory === '.' ? meansWorkspace : globs.some((glob) => glob(directory));
    },
    differs: ({ facts }) => `the directory is ${directoryOf(facts)}, not ${orList(patterns)}`,
  };
}

function doesOnly(wanted: readonly string[], certainty: Certainty): Condition<JudgedCall> {
  const holds = ({ understanding: { understood, effects, evidence } }: JudgedCall) =>
    understood && [...effects].every((effect) => wanted.includes(effect)) && !evidence.some(isDoubt);
  return {
    holds: (call) => holds(call) || (certainty === 'may' && !call.understanding.understood),
    differs: (call) =>
      call.understanding.understood ? `${doesWhat(call)}, not only ${wanted.join(', ')}` : 'it is not understood',
  };
}

/** What is not understood could do anything, and is let through only where the system holds it. */
function doesNot(unwanted: readonly Finding[], certainty: Certainty, isHeld: boolean): Condition<JudgedCall> {
  const found = (call: JudgedCall) => unwanted.filter((finding) => call.has(finding));
  const isClear = ({ understanding }: JudgedCall) => certainty !== 'surely' || isHeld || understanding.understood;
  return {
    holds: (call) =>
      (found(call).length === 0 && isClear(call)) || (certainty === 'may' && !call.understanding.understood),
    differs: (call) => (isClear(call) ? `its known effects are ${found(call).join(', ')}` : 'it is not understood'),
  };
}

/** A rule that names a program vouches for what the table says about it; any other rule cannot. */
function restsOnTable({ program, exactly, onlyEffects, understood }: Conditions): boolean {
  return program === undefined && exactly === undefined && (onlyEffects !== undefined || understood === true);
}

const isInCore: Condition<JudgedCall> = {
  holds: (call) => call.beyondCore === undefined,
  differs: ({ beyondCore }) =>
    beyondCore?.argument === undefined ? `${beyondCore?.why}` : `${beyondCore.why}: ${beyondCore.argument}`,
};

function isDoubt({ effect }: { readonly effect: string }): boolean {
  return effect === 'outside' || effect === 'unreadable' || effect.startsWith('unknown-');
}

function doesWhat({ understanding: { effects, evidence } }: JudgedCall): string {
  const found = new Set<string>([...effects, ...evidence.map(({ effect }) => effect)]);
  return found.size === 0 ? 'it is not known to do anything' : `its known effects are ${[...found].join(', ')}`;
}
