// An agent's ordinary day, played over MCP: it clones, installs, edits, tests, commits, starts a server and calls it. Then
// it breaks something, and the owner brings it back. Every step is checked; the exit code is 1 if one went wrong.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startRegistry } from './registry.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const cmdgate = here('../../bin/cmdgate.js');

const home = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-day-')));
const workspace = join(home, 'workspace');
const app = join(workspace, 'shop');
/** A home of its own: nothing of the day touches yours. */
const environment = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, 'state'), GIT_CONFIG_NOSYSTEM: '1' };
const failures = [];
/** What the person was asked about. */
const asked = [];

const registry = await startRegistry(join(home, 'registry'));
prepare();
const client = await connect();
try {
  await morning();
  await noon();
  await evening();
} finally {
  await client.close();
  registry.close();
  rmSync(home, { recursive: true, force: true });
}
console.log(failures.length === 0 ? '\nA good day.' : `\nNot as expected: ${failures.join(', ')}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function morning() {
  title('The agent fetches the project and gets it to work');
  await agent('git clone -q remote.git shop && cd shop && git log --oneline | head -3', /Begin the shop/);
  await agent(`cd shop && npm install --registry http://${registry.host} 2>&1 | tail -3`, /added 1 package/);
  check('the person was asked for the network', asked.length === 1);
  await agent('cd shop && npm test 2>&1 | grep -E "^# (pass|fail)"', /# fail 1/);
}

async function noon() {
  title('It finds the mistake, mends it and commits');
  await agent('cd shop && grep -rn "price" src/*.js | head -5', /total\.js:4/);
  await agent(
    `cd shop && sed -i 's/sum + price,/sum + price * count,/; s/{ price }/{ price, count }/' src/total.js && git diff --stat`,
    /total\.js/,
  );
  await agent('cd shop && npm test 2>&1 | grep -E "^# (pass|fail)"', /# fail 0/);
  await agent(
    'cd shop && git add -A && git commit -qm "Count every piece" && git log -1 --format="%an: %s"',
    /Ann Owner: Count every piece/,
  );
  title('It starts the server, and calls it');
  await agent('npm start', /run_/, { directory: 'shop', background: true });
  await agent(
    'for i in 1 2 3 4 5 6 7 8 9 10; do curl -sf http://localhost:3000 && break; sleep 0.5; done',
    /"total":4\.4/,
  );
}

async function evening() {
  title('It breaks something');
  await agent('rm -rf shop/.git', /denied/, { fails: true });
  check('the person was asked about it', asked.at(-1) === 'rm -rf shop/.git');
  await agent(`cd shop && node -e 'require("node:fs").rmSync("src", { recursive: true })' && ls`, /package\.json/);
  check('the sources are gone', !existsSync(join(app, 'src')));
  title('The owner brings it back');
  console.log('  $ cmdgate undo');
  for (const line of owner('undo', '--format', 'text').split('\n').slice(0, 3)) console.log(`    ${line}`);
  console.log('  $ cmdgate undo last');
  for (const line of owner('undo', 'last', '--format', 'text').split('\n').slice(0, 3)) console.log(`    ${line}`);
  check('the sources are back', existsSync(join(app, 'src', 'total.js')));
  await agent('cd shop && git status --short && git log --oneline | wc -l', /2/);
}

/** What is there before the agent comes: a repository to clone from, and the owner's settings. */
function prepare() {
  mkdirSync(workspace, { recursive: true });
  const origin = join(home, 'origin');
  cpSync(here('shop'), origin, { recursive: true });
  const git = (...words) => execFileSync('git', words, { cwd: origin, env: environment });
  git('config', '--global', 'user.name', 'Ann Owner');
  git('config', '--global', 'user.email', 'ann@example.org');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'Begin the shop');
  git('clone', '-q', '--bare', origin, join(workspace, 'remote.git'));
  const settings = { workspace: 'workspace', shell: { enabled: true }, sandbox: 'required' };
  writeFileSync(join(home, 'cmdgate.config.json'), JSON.stringify(settings, null, 2));
}

async function connect() {
  const me = new Client({ name: 'day', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });
  me.setRequestHandler('elicitation/create', ({ params }) => {
    const [, about] = /Request +(.*)/.exec(params.message);
    const decision = about.includes('npm install') ? 'this session' : 'deny';
    asked.push(about);
    console.log(`    the person is asked, and answers: ${decision}`);
    return { action: 'accept', content: { decision } };
  });
  const transport = { command: process.execPath, args: [cmdgate, 'serve'], cwd: home, env: environment };
  await me.connect(new StdioClientTransport(transport));
  return me;
}

/** One call of the agent, and what its answer should have in it. */
async function agent(command, expected, { fails = false, ...more } = {}) {
  console.log(`  $ ${command}`);
  const { content, isError } = await client.callTool({ name: 'shell_cmd', arguments: { command, ...more } });
  const text = content.map((part) => part.text ?? '').join('\n');
  check(command, expected.test(text) && (isError === true) === fails, text);
  for (const line of printedIn(text)) console.log(`    ${line}`);
}

/** What the program printed, without what the gate says around it; of a refusal, why. */
function printedIn(text) {
  const blocks = [...text.matchAll(/^```\n(.*?)^```$/gms)].flatMap(([, block]) => block.trimEnd().split('\n'));
  return (blocks.length > 0 ? blocks : text.split('\n').filter((line) => line !== '')).slice(0, 3);
}

function owner(...words) {
  return execFileSync(process.execPath, [cmdgate, ...words], { cwd: home, env: environment, encoding: 'utf8' });
}

function title(text) {
  console.log(`\n${text}`);
}

function check(what, isAsExpected, said = '') {
  if (isAsExpected) return;
  failures.push(what);
  console.log(`  ✗ ${what}\n${said.replace(/^/gm, '    ')}`);
}
