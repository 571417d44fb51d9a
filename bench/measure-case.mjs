import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const oneCase = fileURLToPath(new URL('one-case.mjs', import.meta.url));
const usualMs = 30_000;

/** The row of one case. Never rejects: what could not be measured is a row that says so. */
export async function measureCase(file, index, { name, configuration, target, longestMs = usualMs }) {
  const child = spawn(process.execPath, [oneCase, file, String(index)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGTERM'), longestMs);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  clearTimeout(timer);
  const about = { name, configuration, target };
  try {
    return { ...about, ...JSON.parse(output) };
  } catch {
    const reason = errors.split('\n').find((line) => /^\w*Error\b/.test(line));
    return { ...about, problem: reason?.trim() ?? `no result after ${longestMs / 1000} s` };
  }
}
