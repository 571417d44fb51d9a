// Whatever a handle looks like: if it can be exported, the tool starts the same program in the same way.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '../../../tool-form/value.js';
import { GateError } from '../../../vocabulary/gate-error.js';
import type { PlannedCall } from '../../../vocabulary/program.js';
import { strictestOptions as handleDefaults } from '../../command-handle/handle.js';
import { loadOne, newWorkspace, planInput } from '../../command-handle/test-helpers.js';
import { loadManuals } from '../load-manuals.js';
import { strictestOptions, type UtcpHost } from '../tool.js';
import { utcpCommand } from '../utcp-command.js';
import { exportManual, writtenForms } from './export-manual.js';
import { handleTool } from './handle-tool.js';

const host: UtcpHost = { searchPath: ['/usr/bin', '/bin'], ownSearchPath: false, environment: {} };

const parameters = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    other: { type: 'string', default: 'usual' },
    label: { type: 'string' },
    size: { type: 'integer' },
    all: { type: 'boolean' },
  },
  required: ['text'],
};

const name = fc.constantFrom('text', 'other', 'label', 'size', 'all');
const literal = fc.constantFrom(
  ...['a', '', '-v', '--long', '--', '-', 'a b', `it's`, '$5', '$HOME', '${text}', '${other}', 'x=', '--x=', '*'],
  ...['UTCP_ARG_text_UTCP_END', '$CMD_0_OUTPUT', '\\{\\}', '#', 'a;b', '~', '"'],
);
const text = fc
  .array(
    fc.oneof(
      literal,
      name.map((one) => `{{${one}}}`),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((pieces) => pieces.join(''));
const simple: fc.Arbitrary<Value> = fc.oneof(
  text,
  literal,
  name.map((one) => ({ $: one })),
);
const element: fc.Arbitrary<Value> = fc.oneof(
  simple,
  fc.tuple(name, simple).map(([$if, $then]) => ({ $if, $then })),
  fc.tuple(name, literal, simple).map(([$if, flag, value]) => ({ $if, $then: { $spread: [flag, value] } })),
  name.map((one) => ({ $if: one, $then: { $spread: ['--long', `{{${one}}}`] } })),
);
const value = fc.constantFrom('', 'a', 'a b', '$(id)', '${text}', `'`, '*', 'UTCP_ARG_other_UTCP_END', '-v', '$HOME');
const input = fc.record(
  { text: value, other: value, label: value, size: fc.integer({ min: -2, max: 3 }), all: fc.boolean() },
  { requiredKeys: ['text'] },
);

/** What is started, where it is not refused. */
function startOf(call: PlannedCall | GateError) {
  if (call instanceof GateError) return undefined;
  const { plan } = call;
  const { PATH: _, ...environment } = plan.environment;
  return { program: plan.program, args: plan.args, directory: plan.directory, environment };
}

test('a tool starts what its handle starts', async () => {
  const workspace = newWorkspace();
  const seen = { exported: 0, same: 0 };
  const call = { workspace };
  const handles = fc.record({
    arguments: fc.array(element, { maxLength: 4 }),
    environment: fc.dictionary(fc.constantFrom('A', 'B'), simple, { maxKeys: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(handles, fc.array(input, { minLength: 3, maxLength: 6 }), async (fields, inputs) => {
      const definition = { name: 'it', description: 'x', handler: 'command', command: 'echo', parameters, ...fields };
      const command = await loadOne(definition, { workspace }).catch(() => undefined);
      if (!command) return;
      const converted = handleTool({ command, definition, options: handleDefaults, file: 'handles.json' });
      if (!converted.ok) return;
      for (const form of writtenForms) {
        const exported = { command: 'it', tool: converted.tool };
        const { manual } = exportManual([exported], { form, version: '1.0.0', timeoutMs: 1000, host });
        const document = { value: manual, problems: [], locate: () => undefined };
        const source = { name: 'again', origin: 'again', document, options: strictestOptions, isFile: false };
        const [tool] = loadManuals([source], host).manuals.flatMap(({ tools }) => tools);
        if (!tool) continue;
        seen.exported++;
        const again = utcpCommand(tool, strictestOptions, host);
        for (const given of inputs) {
          const before = startOf(planInput(command, given, call));
          if (!before) continue;
          seen.same++;
          expect(startOf(planInput(again, given, call))).toEqual(before);
        }
      }
    }),
    { numRuns: 150 },
  );
  // So that nothing is proved about nothing.
  expect([seen.exported > 5, seen.same > 5]).toEqual([true, true]);
});
