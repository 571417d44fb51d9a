// What `npm start` does, until the endpoint takes requests.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { compare } from './compare.mjs';
import { inOffice } from './office.mjs';
import { executable } from './package-root.mjs';
import { inMilliseconds } from './units.mjs';

export default [{ name: 'cmdgate serve --http until ready', configuration: 'as shipped (office)', measure }];

function measure() {
  return inOffice(async (directory) => {
    const baseline = () => {
      spawnSync(process.execPath, ['-e', '0'], { cwd: directory });
    };
    const subject = () => startAndStop(directory);
    await subject();
    const result = await compare({ baseline, subject, rounds: 10, operations: { baseline: 1, subject: 1 } });
    return {
      baseline: { name: 'node -e 0', ...inMilliseconds(result.baselineMs) },
      measured: inMilliseconds(result.subjectMs),
      ratio: result.ratio,
    };
  });
}

/** The milliseconds until the server says where it listens. */
async function startAndStop(directory) {
  const start = performance.now();
  const server = spawn(process.execPath, [executable, 'serve', '--http', '--port', '0'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'exit');
  const early = ended.then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`)));
  early.catch(() => undefined);
  const [said] = await Promise.race([once(server.stdout, 'data'), early]);
  const took = performance.now() - start;
  if (!String(said).includes('"endpoint"')) throw new Error(`The server did not start: ${said}`);
  server.kill('SIGTERM');
  await ended;
  return took;
}
