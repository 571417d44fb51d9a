// What stands in a plain list of arguments and could never be given to the program, or should not be.

import { basename } from 'node:path';
import type { KeyPath } from '../../documents/document.js';
import { type ArgumentProfile, findCharacterProblem } from '../../tool-form/argument-characters.js';
import { isArray, isObject, type Value } from '../../tool-form/value.js';
import type { DefinitionReport } from '../parameters/definition-report.js';

/** `{{…}}` in a text. */
export const placeholder = /(?<!\\)\{\{([^{}]*)\}\}/g;

export function lintList(list: readonly Value[], path: KeyPath, characters: ArgumentProfile, report: DefinitionReport) {
  let terminated = false;
  const look = (item: Value, place: KeyPath): void => {
    if (typeof item === 'string') {
      lintCharacters(item, place, characters, report);
      if (!terminated) lintFlag(item, place, report);
      terminated ||= item === '--';
    } else if (isArray(item)) {
      report.hint(place, 'A list inside the list is not allowed.', 'Write {"$spread": […]} to insert its elements.');
    } else if (isObject(item)) {
      const { $then, $else, $spread } = item;
      if ($then !== undefined) look($then, [...place, '$then']);
      if ($else !== undefined) look($else, [...place, '$else']);
      if (isArray($spread)) for (const [index, inner] of $spread.entries()) look(inner, [...place, '$spread', index]);
    }
  };
  for (const [index, item] of list.entries()) look(item, [...path, index]);
}

function lintCharacters(text: string, path: KeyPath, characters: ArgumentProfile, report: DefinitionReport): void {
  const problem = findCharacterProblem(text.replace(placeholder, ''), characters);
  if (problem === undefined) return;
  const fix = /[\r\n]/.test(text)
    ? 'Put it into a file, or ask the owner to set "newlines": true for these handles.'
    : 'Remove it.';
  report.hint(path, `It is refused because it contains ${problem}.`, fix);
}

/** Behind `-n` a value could go on with other one-letter flags; only `=` says where it begins. */
function lintFlag(text: string, path: KeyPath, report: DefinitionReport): void {
  const lead = text.slice(0, Math.max(0, text.search(placeholder)));
  if (!/^[-+]/.test(lead) || lead.includes('=')) return;
  const fix =
    lead.length === 1
      ? 'Write the flags literally, and choose among them with "$if".'
      : `Write two arguments, ${JSON.stringify(lead)} and the value, or put "=" between them.`;
  report.hint(path, 'It is refused because a value is joined to a flag without "=".', fix);
}

const interpreters = /^(?:(?:ba|da|z|k|a|fi)?sh|python|node|perl|ruby|php|lua)[\d.]*$/;
const runsText = new Set(['-c', '-e', '-r', '-p', '--eval', '--print', '--command', '--run']);

/** There is no shell unless a handle names one: then what an agent writes can become part of a program. */
export function lintCode(command: Value, list: readonly Value[], path: KeyPath, report: DefinitionReport): void {
  if (typeof command !== 'string' || !interpreters.test(basename(command))) return;
  for (const [index, item] of list.entries()) {
    const flag = list[index - 1];
    if (typeof flag !== 'string' || !runsText.has(flag) || !readsArgument(item)) continue;
    const message = `An agent could run anything: its text becomes part of a program for ${basename(command)}.`;
    report.hint([...path, index], message, 'Write the program literally, and pass the value as a separate argument.');
  }
}

function readsArgument(item: Value): boolean {
  return typeof item === 'string' ? item.search(placeholder) !== -1 : isObject(item);
}
