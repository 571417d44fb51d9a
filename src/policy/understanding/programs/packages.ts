import type { Program, Programs } from '../program.js';

const anything: Program = { options: '-*=anything --*=anything', operands: 'anything*' };
const install: Program = { ...anything, does: 'network runs-code changes', operands: 'package*' };
const runs: Program = { ...anything, does: 'runs-code' };
const look: Program = { ...anything, does: 'reads' };
/** A `.npmrc` of the workspace says where npm writes its logs and what it keeps. */
const settled: Program = { ...anything, does: 'reads runs-code' };
const asksRegistry: Program = { ...anything, does: 'network' };

const quiet =
  '--script-shell=program --node-options=code --silent -s --json -g,--global!system --if-present --ignore-scripts -D,--save-dev --no-save -E -O -P --offline --frozen-lockfile';

const node: Program = {
  does: 'reads',
  // Without a command, some of them install.
  alone: 'network runs-code changes',
  asks: '-v -h',
  everywhere: true,
  versioned: true,
  commands: {
    'install|i|in|add|ci|clean-install|update|up|upgrade|uninstall|remove|rm|un|dedupe|rebuild|prune|link|unlink|import|install-test|it|install-ci-test|audit-fix|patch|deploy|fetch|rb|set-script|self-update':
      install,
    'run|run-script|test|t|tst|start|stop|restart|rum|urn|workspace|workspaces|foreach|pack|version|postinstall': runs,
    'exec|x|dlx|create|init|innit|explore|edit|env|setup|node|bin-links': {
      ...runs,
      does: 'runs-code network',
      options: '-c,--call=code -*=anything --*=anything',
    },
    'ls|list|la|ll|why|explain|root|prefix|bin|help|fund|query|licenses|ll-links|find-dupes': settled,
    'view|v|info|show|search|outdated|audit|ping|whoami|dist-tag|docs|repo|bugs|doctor|owner|access|team|token|login|logout|adduser|publish|unpublish|deprecate|star|stars|org|hook|profile|npm|diff':
      asksRegistry,
    'config|c|get|set|cache|pkg|store|completion': { ...anything, does: 'changes runs-code' },
  },
};

/** What is installed for editing lies elsewhere, and git is asked there. */
const recorded = 'reads files named in the records of installed packages';
const pipLook: Program = {
  does: 'reads',
  options:
    '-l,--local --user --path=read -e,--editable --not-required --exclude=text --exclude-editable --include-editable --format=text -o,--outdated!network -u,--uptodate!network --pre -i,--index-url=host --extra-index-url=host -f,--files --all -a,--algorithm=text --json --short',
  operands: 'maybe*',
};

/** Package managers. Installing runs scripts of what is installed. */
export const packages: Programs = {
  // Their options are not shared: what is the value of one is the command of another.
  npm: {
    ...node,
    // It says where logs are written, whatever npm is asked.
    obeys: '.npmrc',
    options: `${quiet} --prefix,-C=directory --userconfig=options-file --globalconfig=options-file -w,--workspace=text --workspaces --loglevel=text --registry=text --no-audit --no-fund`,
  },
  // The other two run the version of themselves that the workspace names.
  pnpm: {
    ...node,
    obeys: '.npmrc .pnpmfile.cjs .pnpmfile.mjs package.json pnpm-workspace.yaml',
    options: `${quiet} -C,--dir=directory --filter=text -r,--recursive -w,--workspace-root`,
  },
  yarn: { ...node, obeys: '.yarnrc .yarnrc.yml package.json', options: `${quiet} --cwd=directory --immutable` },
  'npx|pnpx|pnpm-exec': {
    order: 'first',
    obeys: '.npmrc',
    does: 'runs-code network',
    options:
      '-y,--yes -q,--quiet --no --no-install -p,--package=text -c,--call=code --ignore-existing -w,--workspace=text',
    operands: 'anything*',
  },
  corepack: { ...runs, does: 'runs-code network' },
  'pip|pipx': {
    does: 'reads',
    versioned: true,
    asks: '-V -h',
    everywhere: true,
    options:
      '-q,--quiet -v,--verbose --python=program --isolated --log=write --no-input --proxy=text --cache-dir=write --disable-pip-version-check --no-color',
    commands: {
      'install|download|wheel|uninstall|upgrade|inject|upgrade-all|reinstall': { ...install, operands: 'anything*' },
      'debug|help|hash|environment': pipLook,
      'list|show|check': { ...pipLook, doubt: recorded },
      'freeze|inspect': { ...pipLook, doubt: recorded, does: 'reads runs-code' },
      'search|index': asksRegistry,
      'config|cache': { ...anything, does: 'changes runs-code' },
      'run|runpip|ensurepath': { ...runs, does: 'runs-code network' },
    },
  },
  'poetry|pdm|pipenv|hatch|rye|conda|mamba|micromamba|easy_install|virtualenv|pyenv|nvm|fnm|volta|asdf|mise|sdk|rbenv|rustup|uv|uvx|flit|twine':
    {
      ...anything,
      does: 'runs-code network changes',
      obeys: '.poetry .pdm-plugins rust-toolchain rust-toolchain.toml',
      asks: '-V',
      versioned: true,
    },
  cargo: {
    obeys: 'rust-toolchain rust-toolchain.toml .cargo',
    asks: '-V -h',
    everywhere: true,
    options:
      '-q,--quiet -v,--verbose -vv --color=text --frozen --locked --offline --config=code --manifest-path=read -C=directory -Z=text --message-format=text -p,--package=text --workspace --all --all-features --no-default-features -F,--features=text --target-dir=write --target=text --release -r -j,--jobs=text',
    commands: {
      'run|r|build|b|test|t|bench|check|c|clippy|doc|d|fix|rustc|rustdoc|miri|nextest|expand|watch|make|xtask|package|publish|install|add|update|fetch|search|vendor|login|owner|yank|generate-lockfile|outdated|audit|upgrade':
        { ...anything, does: 'runs-code network' },
      fmt: { ...anything, does: 'reads changes runs-code' },
      'new|init': { does: 'changes', options: '--bin --lib --name=text --edition=text --vcs=text', operands: 'write' },
      clean: { does: 'destroys', options: '--doc', operands: '' },
      remove: { does: 'changes', options: '--dev --build --dry-run', operands: 'text*' },
      'tree|metadata|pkgid|locate-project|verify-project|version|help|read-manifest': {
        ...look,
        does: 'reads network runs-code',
      },
    },
  },
  go: {
    // It fetches the version of itself that a module asks for, and runs that.
    obeys: 'go.mod go.work',
    asks: 'version',
    order: 'first',
    options: '-C=directory',
    commands: {
      'run|test|generate|tool|build|install|get|mod|work|telemetry|bug|clean|list|vet|fix': {
        ...anything,
        dashes: 'single',
        does: 'runs-code network changes',
        options:
          '-exec=program -toolexec=program -overlay=read -modfile=read -o=replace -C=directory -ldflags=program -gcflags=program -vettool=program -*=anything',
      },
      'fmt|doc': { dashes: 'single', does: 'reads changes', options: '-n -x -all -src -u', operands: 'anything*' },
      env: { dashes: 'single', options: '-json -changed -w!changes!runs-code -u!changes!runs-code', operands: 'text*' },
      'version|help': { dashes: 'single', options: '-m -v', operands: 'anything*' },
    },
  },
  'apt|apt-get|aptitude|dpkg|dpkg-reconfigure|yum|dnf|rpm|pacman|apk|zypper|emerge|brew|port|apt-mark|flatpak|guix|nix-env|softwareupdate|add-apt-repository|winget|choco':
    { ...anything, does: 'network system privilege runs-code' },
  'apt-cache|apt-config': {
    does: 'reads',
    options:
      '-nafqig --names-only --full --all-versions --installed --quiet --recurse -p,--pkg-cache=replace -s,--src-cache=replace -c,--config-file=options-file -o,--option=program',
    operands: 'text*',
  },
  'dpkg-query': {
    does: 'reads',
    options: '-lLsSWp --list --listfiles --status --search --show --print-avail -f,--showformat=text',
    operands: 'text*',
  },
};
