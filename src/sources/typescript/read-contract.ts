// What a definition declares about its use → the command's contract. What is wrong with it is told, all of it.
import { nearestOf } from '../../command-line/nearest.js';
import type { Parameter } from '../../vocabulary/command.js';
import type { Auth, CommandContract, Subprocess } from '../../vocabulary/contract.js';
import type { CommandDefinition } from './definition.js';
import { readExitCodes } from './read-exit-codes.js';
import type { Report } from './report.js';

/** `strict`: what is not declared is a problem. Otherwise it is assumed. */
export type Strictness = 'strict' | 'lenient';

/** `undefined` where nothing is declared. */
export function readContract(
  definition: CommandDefinition,
  parameters: readonly Parameter[],
  report: Report,
  strictness: Strictness,
): CommandContract | undefined {
  const { interactive, steps, safeDefault, lists, optionPlacement, deprecated, auth, job, writesSettings } = definition;
  if (strictness === 'strict') requireDeclarations(definition, report);
  checkSteps(steps, report);
  checkSafeDefault(definition, report);
  checkChanges(definition, report);
  if (auth) checkAuth(auth, report);
  const environment = auth ? { ...tokenVariables(auth), ...definition.environment } : definition.environment;
  const find = keyFinder(parameters, report);
  const exitCodes = definition.exitCodes && readExitCodes(definition.exitCodes, report);
  const requires = definition.requires && readRequires(definition.requires, find, report);
  const exclusive = definition.exclusive?.map((group) => readGroup(group, parameters, find, report));
  const subprocess = definition.subprocess && readSubprocess(definition.subprocess, find);
  checkTogether(requires ?? {}, exclusive ?? [], report);
  const contract: CommandContract = {
    ...(exitCodes && { exitCodes }),
    ...(definition.requiredScopes && { requiredScopes: definition.requiredScopes }),
    ...(requires && { requires }),
    ...(exclusive && { exclusive }),
    ...(interactive && { interactive }),
    ...(steps && { steps }),
    ...(safeDefault && { safeDefault }),
    ...(lists && { lists }),
    ...(optionPlacement && { optionPlacement }),
    ...(deprecated && { deprecated }),
    ...(subprocess && { subprocess }),
    ...(environment && { environment }),
    ...(auth && { auth }),
    ...(job && { job }),
    ...(writesSettings && { writesSettings }),
    ...(strictness === 'strict' && { strict: true }),
  };
  return Object.keys(contract).length === 0 ? undefined : contract;
}

function requireDeclarations(definition: CommandDefinition, report: Report): void {
  const { danger, exitCodes, requiredScopes, handler } = definition;
  if (danger === undefined) {
    report('it does not say how dangerous it is.', 'Declare danger: "safe", "mutating" or "destructive".');
  }
  if (exitCodes === undefined) {
    report(
      'it declares no exit codes.',
      'Declare exitCodes: { "0": { description: "…", retryable: false, sideEffects: "none" } } and those of its errors.',
    );
  }
  if (requiredScopes === undefined) {
    report('it does not say which scopes it needs.', 'Declare requiredScopes; [] if it needs none.');
  }
  if (
    danger !== undefined &&
    danger !== 'safe' &&
    /GeneratorFunction\]$/.test(Object.prototype.toString.call(handler))
  ) {
    report('it changes something and streams.', 'Return an object with its effect: a stream cannot carry one.');
  }
}

function checkSteps(steps: readonly string[] | undefined, report: Report): void {
  if (steps === undefined) return;
  if (steps.length === 0) report('its steps are an empty list.', 'Name the steps in order, or remove them.');
  if (new Set(steps).size < steps.length)
    report('two of its steps have the same name.', 'Give each step its own name.');
}

function checkSafeDefault({ safeDefault, dryRun, danger }: CommandDefinition, report: Report): void {
  if (!safeDefault) return;
  if (danger === 'safe') {
    report('it is safe and has safeDefault.', 'Remove safeDefault: there is nothing to try first.');
  } else if (!dryRun) {
    report('it has safeDefault and no dry run.', 'Set dryRun: true, or give a dryRun function.');
  }
}

function checkAuth({ variables }: Auth, report: Report): void {
  if (variables.length === 0) report('its auth names no variable.', 'Name the variables that may hold the token.');
  for (const name of variables.filter((variable) => !/^[A-Za-z_]\w*$/.test(variable))) {
    report(`its auth names the variable ${JSON.stringify(name)}.`, 'Use letters, digits and "_", as in API_TOKEN.');
  }
}

/** They are read, and so they are among what is told to be read. */
function tokenVariables({ variables, login }: Auth): Record<string, string> {
  const what = login === undefined ? 'A token for signing in without a person' : 'A token';
  return Object.fromEntries(variables.map((name) => [name, what]));
}

/** What changes something is not safe, whatever it is called. */
function checkChanges({ danger, writesSettings, job }: CommandDefinition, report: Report): void {
  if (danger !== 'safe') return;
  if (writesSettings) report('it is safe and writes settings.', 'Declare danger: "mutating".');
  if (job) report('it is safe and starts a job.', 'Declare danger: "mutating".');
}

type KeyFinder = (name: string, field: string) => string | undefined;

/** Authors write `--cert` or `cert`. */
function keyFinder(parameters: readonly Parameter[], report: Report): KeyFinder {
  return (name, field) => {
    const found = parameters.find(({ key, label }) => key === name || label === name);
    if (found) return found.key;
    const near = nearestOf(
      name,
      parameters.map(({ label }) => label),
    );
    report(
      `its ${field} names ${JSON.stringify(name)}, which is not an argument.`,
      near ? `Did you mean "${near}"?` : 'Name its own arguments.',
    );
    return undefined;
  };
}

type Requires = NonNullable<CommandContract['requires']>;

function readRequires(declared: Requires, find: KeyFinder, report: Report): Requires {
  const requires: Record<string, readonly string[]> = {};
  for (const [name, partners] of Object.entries(declared)) {
    const key = find(name, 'requires');
    const keys = partners.flatMap((partner) => find(partner, 'requires') ?? []);
    if (key === undefined) continue;
    if (keys.includes(key)) report(`its requires says that ${name} needs itself.`, 'Remove it.');
    requires[key] = keys;
  }
  return requires;
}

function readGroup(
  group: readonly string[],
  parameters: readonly Parameter[],
  find: KeyFinder,
  report: Report,
): readonly string[] {
  const keys = group.flatMap((name) => find(name, 'exclusive') ?? []);
  if (group.length < 2 || new Set(group).size < group.length) {
    report('a group of its exclusive does not name two different arguments.', 'Name at least two, each once.');
  }
  for (const { key, label, required } of parameters) {
    if (!required || !keys.includes(key)) continue;
    report(`${label} is required and in a group of exclusive.`, 'Make it optional: the others could never be used.');
  }
  return keys;
}

function checkTogether(requires: Requires, exclusive: readonly (readonly string[])[], report: Report): void {
  for (const [key, partners] of Object.entries(requires)) {
    for (const partner of partners) {
      if (partner === key || !exclusive.some((group) => group.includes(key) && group.includes(partner))) continue;
      report(`${key} requires ${partner} and excludes it.`, 'Remove one of the two rules.');
    }
  }
}

function readSubprocess({ program, arguments: names }: Subprocess, find: KeyFinder): Subprocess {
  return { program, arguments: names.flatMap((name) => find(name, 'subprocess') ?? []) };
}

/** What the contract says about single arguments, put where they are read. */
export function withRelations(
  parameters: readonly Parameter[],
  { requires = {}, exclusive = [] }: CommandContract,
): readonly Parameter[] {
  if (Object.keys(requires).length === 0 && exclusive.length === 0) return parameters;
  return parameters.map((parameter) => {
    const { key } = parameter;
    const partners = Object.hasOwn(requires, key) ? requires[key] : undefined;
    const others = exclusive.filter((group) => group.includes(key)).flatMap((group) => group.filter((k) => k !== key));
    return {
      ...parameter,
      ...(partners && { requires: partners }),
      ...(others.length > 0 && { excludes: [...new Set(others)] }),
    };
  });
}
