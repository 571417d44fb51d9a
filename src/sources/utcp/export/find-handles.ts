// The definitions behind the handles of a gate: a command does not tell what it was made of.

import { readDocument } from '../../../documents/read-document.js';
import { isObject } from '../../../shape/kind-of.js';
import type { Command } from '../../../vocabulary/command.js';
import type { HandleSource } from '../../command-handle/handle.js';
import { fieldOf } from '../../parameters/check-fields.js';
import type { LoadedHandle } from './handle-tool.js';

/** In the order of the files. Of two definitions with one name, the first is the command. */
export async function findHandles(
  sources: readonly HandleSource[],
  commands: readonly Command[],
): Promise<readonly LoadedHandle[]> {
  const found = new Map<string, LoadedHandle>();
  for (const { files, options } of sources) {
    for (const file of files) {
      const { value } = await readDocument(file, advice);
      for (const definition of [value].flat()) {
        const name = isObject(definition) ? fieldOf(definition, 'name') : undefined;
        const command = commands.find(({ path }) => path.length === 1 && path[0] === name);
        if (!isObject(definition) || !command?.plan || found.has(command.path[0])) continue;
        found.set(command.path[0], { command, definition, options, file });
      }
    }
  }
  return [...found.values()];
}

/** What is wrong with a file was told when the gate was opened. */
const advice = { unknownKind: '', notAFile: '', empty: '' };
