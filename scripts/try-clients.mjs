// Connects the real clients that npm has, and asks each which servers it sees. They are large, so it is no part of
// `npm test`; they stay installed in a directory of their own. No account is needed for it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cmdgate = fileURLToPath(new URL('../bin/cmdgate.js', import.meta.url));
const installed = process.env.CMDGATE_CLIENTS ?? join(tmpdir(), 'cmdgate-clients');
const packages = ['node@22', '@anthropic-ai/claude-code', '@openai/codex', '@google/gemini-cli'];
mkdirSync(installed, { recursive: true });
writeFileSync(join(installed, 'package.json'), '{ "private": true }');
execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: installed, stdio: 'inherit' });

const bin = (name) => join(installed, 'node_modules', '.bin', name);
const root = mkdtempSync(join(tmpdir(), 'cmdgate-try-clients-'));
const home = join(root, 'home');
const project = join(root, 'project');
for (const directory of [home, project]) mkdirSync(directory);
const env = {
  PATH: `${join(installed, 'node_modules/node/bin')}:${process.env.PATH}`,
  HOME: home,
  XDG_STATE_HOME: join(root, 'state'),
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
  TERM: 'dumb',
};

function run(program, ...words) {
  const { stdout, stderr, status } = spawnSync(program, words, {
    cwd: project,
    env,
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { text: `${stdout}${stderr}`, status };
}

function ours(...words) {
  const { text, status } = run(process.execPath, cmdgate, ...words);
  if (status !== 0) throw new Error(`cmdgate ${words.join(' ')}: ${text}`);
}

const tries = [
  ['claude-code --scope user', 'claude', ['mcp', 'list'], /desk: .*Connected/],
  ['claude-code', 'claude', ['mcp', 'get', 'desk'], /Scope: Project[\s\S]*serve --config/],
  ['codex', 'codex', ['mcp', 'list'], /desk .*serve --config .*enabled/],
  ['gemini', 'gemini', ['mcp', 'list'], /desk: .*Connected/],
];

try {
  ours('init', '--name', 'desk', '--start', 'shell');
  for (const [words, program, asking, expected] of tries) {
    ours('connect', ...words.split(' '));
    const seen = run(bin(program), ...asking);
    ours('connect', ...words.split(' '), '--remove');
    const after = run(bin(program), ...asking);
    const version =
      run(bin(program), '--version')
        .text.split('\n')
        .find((line) => /^\S*\s*\d/.test(line)) ?? '';
    const isRight = expected.test(seen.text) && !expected.test(after.text);
    console.log(`${isRight ? 'ok     ' : 'FAILED '} ${words}, ${program} ${version}`);
    if (isRight) continue;
    console.log(seen.text, after.text);
    process.exitCode = 1;
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
