// What a client waits for before it runs a line: one event judged and recorded, beside `cmdgate version` in the same place.
import { spawnSync } from 'node:child_process';
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './compare.mjs';
import { executable } from './package-root.mjs';
import { inTemporaryDirectory } from './temporary-directory.mjs';
import { inMilliseconds } from './units.mjs';

export default [
  {
    name: 'cmdgate hook claude-code: ls -la',
    configuration: 'as shipped, recorded in the ledger',
    target: { ratioAtMost: 1.5 },
    measure: () =>
      inTemporaryDirectory(async (temporary) => {
        const directory = realpathSync(temporary);
        const config = join(directory, 'cmdgate.config.json');
        writeFileSync(config, '{}');
        const event = JSON.stringify({
          ...{ session_id: 'bench', transcript_path: '/t', permission_mode: 'default', tool_use_id: 'toolu_1' },
          ...{ cwd: directory, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls -la' } },
        });
        const baseline = () => finish(['version'], directory, '');
        const subject = () => finish(['hook', 'claude-code', '--config', config], directory, event);
        // The first start of all reads the files from the disk, and makes the ledger.
        for (const run of [baseline, subject, baseline, subject]) run();
        const result = await compare({ baseline, subject, rounds: 30, operations: { baseline: 1, subject: 1 } });
        rmSync(`${directory}-state`, { recursive: true, force: true });
        return {
          baseline: { name: 'cmdgate version', ...inMilliseconds(result.baselineMs) },
          measured: inMilliseconds(result.subjectMs),
          ratio: result.ratio,
        };
      }),
  },
];

function finish(words, directory, input) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [executable, ...words], {
    ...{ cwd: directory, input, encoding: 'utf8' },
    env: { ...process.env, XDG_STATE_HOME: `${directory}-state` },
  });
  if (status !== 0 || (input !== '' && !stdout.includes('"allow"')))
    throw new Error(`cmdgate ${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
}
