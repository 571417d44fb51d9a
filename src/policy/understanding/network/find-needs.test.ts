import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tokenize } from '../../../command-line/tokenize.js';
import { understand } from '../understand.js';
import { findNeeds } from './find-needs.js';

const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'cmdgate-needs-')));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

write(
  '.git/config',
  `[remote "origin"]
  url = https://git.example.org/team/app.git
[remote "mirror"]
  url = gh:team/app.git
  pushurl = https://push.example.org:8443/app.git
[remote "there"]
  url = git@ssh.example.org:team/app.git
[remote "disk"]
  url = ../other
[url "https://github.com/"]
  insteadOf = gh:
`,
);
write('private/.npmrc', '@team:registry = https://team.example.org/npm/\nregistry="http://localhost:4873/"\n');
write('filled/.npmrc', 'registry=https://${REGISTRY_HOST}/\n');
write('tools/node_modules/.bin/vitest', '');

function write(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
}

function needsOf(line: string, inside = '.', environment: Record<string, string> = {}): string {
  const [name = '', ...args] = tokenize(line) as string[];
  const directory = join(workspace, inside);
  const found = (program: string) => `/usr/bin/${program}`;
  const understanding = understand({ name, program: found(name), args, directory, workspace }, found);
  const needs = findNeeds(understanding, { directory, workspace, environment });
  return needs
    .map(({ what, hosts, preset }) => [what, ...hosts, ...(preset ? [`(${preset})`] : [])].join(' '))
    .join('; ');
}

test.each([
  ['curl -s https://example.org/x', 'curl example.org:443'],
  ['curl -s EXAMPLE.org', 'curl example.org:80'],
  ['curl -s https://a.example.org:8443/ http://b.example.org', 'curl a.example.org:8443 b.example.org:80'],
  ['curl --url=https://example.org/', 'curl example.org:443'],
  // What stands before the @ is a name, whatever it looks like.
  ['curl https://github.com@evil.example/', 'curl evil.example:443'],
  ['curl https://github.com:443@evil.example:8443/x', 'curl evil.example:8443'],
  ['curl http://0xa9fea9fe/', 'curl 169.254.169.254:80'],
  ['wget -q example.org/file', 'wget example.org:80'],
  ['timeout 5 curl https://example.org', 'curl example.org:443'],
  ['git fetch', 'git fetch git.example.org:443'],
  ['git pull --rebase origin main', 'git pull git.example.org:443'],
  ['git fetch mirror', 'git fetch github.com:443 (github)'],
  ['git push mirror main', 'git push push.example.org:8443'],
  ['git fetch --all', 'git fetch git.example.org:443 github.com:443 (github)'],
  ['git clone https://github.com/octocat/Hello-World', 'git clone github.com:443 (github)'],
  ['git clone -b main --depth 1 https://example.org/x.git y', 'git clone example.org:443'],
  ['git ls-remote https://example.org/x.git', 'git ls-remote example.org:443'],
  ['npm install left-pad', 'npm install registry.npmjs.org:443 (npm)'],
  ['npm --prefix tools ci', 'npm ci registry.npmjs.org:443 (npm)'],
  ['npm i --registry https://r.example.org/', 'npm i r.example.org:443 (npm)'],
  ['npm i git+https://github.com/a/b', 'npm i registry.npmjs.org:443 github.com:443 (npm)'],
  ['yarn', 'yarn registry.yarnpkg.com:443 (npm)'],
  ['pnpm add left-pad', 'pnpm add registry.npmjs.org:443 (npm)'],
  ['npx vitest', 'npx registry.npmjs.org:443 (npm)'],
  ['npx create-app@latest x', 'npx registry.npmjs.org:443 (npm)'],
  ['pip install requests', 'pip install pypi.org:443 files.pythonhosted.org:443 (pypi)'],
  ['pip3 install -i https://p.example.org/simple x', 'pip install p.example.org:443 (pypi)'],
  ['python3 -m pip install x', 'pip install pypi.org:443 files.pythonhosted.org:443 (pypi)'],
  ['uv pip install x', 'uv add pypi.org:443 files.pythonhosted.org:443 (pypi)'],
  ['cargo add serde', 'cargo add index.crates.io:443 static.crates.io:443 (crates)'],
  ['go get golang.org/x/text', 'go get proxy.golang.org:443 sum.golang.org:443 (go)'],
  ['gh issue list', 'gh issue api.github.com:443 github.com:443 (github)'],
])('%s wants %s', (line, wanted) => {
  expect(needsOf(line)).toBe(wanted);
});

test.each([
  'npm test',
  'npm uninstall left-pad',
  'npm ci --offline',
  'cargo build',
  'cargo test',
  'go test ./...',
  'pip install --no-index x',
  'git status',
  'git fetch there',
  'git fetch disk',
  'git clone ../other',
  'git clone git@github.com:a/b',
  'ls',
  // What is on this machine is, for a program in the sandbox, what is in the sandbox.
  'curl http://127.0.0.1:3000/',
  'curl localhost:3000',
  'curl http://[::1]:3000/',
  'curl http://2130706434/',
  'curl ftp://example.org/',
  'curl -x http://proxy.example.org https://example.org',
  'curl https://{a,b}.example.org/',
  'node fetch.js',
])('%s wants nothing that is known', (line) => {
  expect(needsOf(line)).toBe('');
});

test('what is installed here need not be fetched', () => {
  expect(needsOf('npx vitest run', 'tools')).toBe('');
  expect(needsOf('npm exec vitest', 'tools')).toBe('');
});

test('registries of the workspace and of the variables are the ones that are asked', () => {
  expect(needsOf('npm ci', 'private')).toBe('npm ci localhost:4873 team.example.org:443 (npm)');
  expect(needsOf('npm ci', '.', { npm_config_registry: 'https://own.example.org' })).toBe(
    'npm ci own.example.org:443 (npm)',
  );
  expect(needsOf('npm ci', 'filled', { REGISTRY_HOST: 'x.example.org' })).toBe('npm ci x.example.org:443 (npm)');
  expect(needsOf('go get x', '.', { GOPROXY: 'https://g.example.org,direct' })).toBe('go get g.example.org:443 (go)');
});
