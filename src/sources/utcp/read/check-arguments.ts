// The words of a program's arguments → arguments. What an omitted input would leave behind is found here.

import type { KeyPath } from '../../../documents/document.js';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import type { Argument, Part, Parts } from '../tool.js';
import type { Scope } from './scope.js';

export interface WrittenArgument {
  readonly parts: Parts;
  readonly path: KeyPath;
}

export function toArguments(written: readonly WrittenArgument[], scope: Scope): readonly Argument[] {
  const args: Argument[] = [];
  let ended = false;
  for (const { parts, path } of written) {
    if (!ended) checkJoinedFlag(parts, scope, path);
    ended ||= textOf(parts) === '--';
    checkTokens(parts, scope, path);
    const optional = parts.find((part) => part.kind === 'input' && !scope.isCertain(part.name));
    if (optional?.kind !== 'input') args.push({ kind: 'word', parts });
    else if (parts.length > 1) {
      tellNeeded(optional.name, 'a part of this text', scope, path);
      args.push({ kind: 'word', parts });
    } else args.push(...withFlag(args, parts, optional.name, scope, path));
  }
  return args;
}

/** Takes the flag before it along. */
function withFlag(args: Argument[], parts: Parts, onlyWith: string, scope: Scope, path: KeyPath): readonly Argument[] {
  const before = args.at(-1);
  const flag = before?.kind === 'word' && before.onlyWith === undefined ? textOf(before.parts) : undefined;
  if (flag !== undefined && /^--[^=]+$/.test(flag) && before?.kind === 'word') {
    args[args.length - 1] = { ...before, onlyWith };
  } else if (flag !== undefined && /^[-+]./.test(flag) && !flag.startsWith('--')) {
    tellNeeded(onlyWith, `the value of ${quoteForReport(flag)}`, scope, path);
    return [{ kind: 'word', parts }];
  }
  return [{ kind: 'word', parts, onlyWith }];
}

/** A call without it is refused: nobody can say what the text would be. */
function tellNeeded(name: string, what: string, scope: Scope, path: KeyPath): void {
  const message = `"${name}" is ${what}, but is not required: a call without it is refused.`;
  scope.report.hint(path, message, 'List it under "required", or give it a "default".');
}

/** A text that has to be there whatever was given. */
export function checkCertain(parts: Parts, scope: Scope, path: KeyPath): void {
  for (const part of parts) {
    if (part.kind === 'input' && !scope.isCertain(part.name)) tellNeeded(part.name, 'needed here', scope, path);
  }
}

/** Behind `-n` a value could go on with other one-letter flags; only `=` says where it begins. */
function checkJoinedFlag(parts: Parts, scope: Scope, path: KeyPath): void {
  const first = parts.findIndex(isForeign);
  if (first < 1 || !parts.slice(0, first).every(({ kind }) => kind === 'text')) return;
  const lead = textOf(parts.slice(0, first)) ?? '';
  if (!/^[-+]/.test(lead) || lead.includes('=')) return;
  const fix = /^[-+]+$/.test(lead)
    ? 'Write the flag literally.'
    : `Write two arguments, ${quoteForReport(lead)} and the value, or put "=" between them.`;
  scope.report.error(path, 'A value is joined to a flag without "=".', fix);
}

const isForeign = ({ kind }: Part): boolean => kind === 'input' || kind === 'output';

const secretName =
  /TOKEN|SECRET|PASSW|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|(?:^|_)(?:AUTH|PWD|KEY)(?:_|$)/i;

function checkTokens(parts: Parts, scope: Scope, path: KeyPath): void {
  for (const part of parts) {
    if (part.kind !== 'variable' || !secretName.test(part.name)) continue;
    const message = `"${part.name}" looks like a secret: everyone on this machine can read a program's arguments.`;
    const fix = `Pass it in the environment, if the program can read it there: "${part.name}": "\${${part.name}}".`;
    scope.report.hint(path, message, fix);
  }
}

/** The text that is written, where nothing else is. */
export function textOf(parts: Parts): string | undefined {
  return parts.every(({ kind }) => kind === 'text')
    ? parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
    : undefined;
}
