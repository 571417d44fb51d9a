// Files that run something for whoever opens a directory, an editor, git, a shell or a package manager there. A program
// that can write them waits for a person to come by. What only gives instructions, or is the work itself (package.json,
// Makefile, sources), is not here.

/** By the name of the entry, at any depth. */
const names: readonly string[] = [
  // Editors and what runs in them: tasks, launch settings, terminals, containers.
  ...['.vscode', '.idea', '.devcontainer', '.devcontainer.json', '.zed', '.fleet', '.vs', '.nova', '.theia'],
  ...['.exrc', '.vimrc', '.gvimrc', '.lvimrc', '.nvimrc', '.nvim.lua', '.dir-locals.el', '.dir-locals-2.el'],
  ...['.ycm_extra_conf.py', '.externalToolBuilders', 'rust-analyzer.toml', '.rust-analyzer.toml'],
  // Agents: servers that they start, hooks, permissions.
  ...['.mcp.json', '.cursor', '.claude', '.claude.json', '.codex', '.agents', '.gemini', '.windsurf', '.continue'],
  ...[
    '.roo',
    '.kiro',
    '.amazonq',
    '.junie',
    '.qwen',
    '.opencode',
    'opencode.json',
    'opencode.jsonc',
    '.aider.conf.yml',
  ],
  ...['.crush.json', 'crush.json', '.goose', '.trae', '.augment'],
  // Shells: at their start, and on the way into a directory.
  ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile', '.zshrc', '.zshenv'],
  ...['.zprofile', '.zlogin', '.zlogout', '.kshrc', '.mkshrc', '.cshrc', '.tcshrc', '.login', '.logout', '.inputrc'],
  ...['.xinitrc', '.xsession', '.xprofile', '.ssh', '.envrc', '.direnv', '.autoenv.zsh', '.tool-versions', '.rvmrc'],
  ...['mise.toml', '.mise.toml', 'mise.local.toml', '.mise.local.toml', '.mise', '.rtx.toml', '.ripgreprc'],
  // Interpreters and debuggers that read a file of the directory in which they are started.
  ...['.gdbinit', '.lldbinit', '.pdbrc', '.irbrc', '.pryrc', '.Rprofile', '.Renviron', '.ghci', '.ocamlinit'],
  ...['.octaverc', '.perldb', '.gnuplot'],
  // Git, and what runs on its behalf.
  ...['.gitattributes', '.gitmodules', '.gitconfig', '.husky', '.lefthook', '.githooks', '.overcommit.yml'],
  ...['.pre-commit-config.yaml', '.pre-commit-config.yml', '.lintstagedrc'],
  // Package managers and builds: which program they start, and from where.
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.pnpmfile.mjs', 'bunfig.toml', '.bazelrc', '.bazeliskrc'],
  ...['.buckconfig', '.bundle', '.mvn', '.sbtopts', '.jvmopts'],
  // Services that build what was pushed, with secrets.
  ...['.gitlab-ci.yml', '.circleci', '.travis.yml', 'azure-pipelines.yml', 'bitbucket-pipelines.yml', '.drone.yml'],
  ...['.woodpecker', '.woodpecker.yml', '.woodpecker.yaml', '.buildkite', 'Jenkinsfile'],
];

/** By the name of the directory that they are in, too. */
const inDirectories: Readonly<Record<string, readonly string[]>> = {
  '.github': ['workflows', 'actions'],
  '.gitea': ['workflows'],
  '.forgejo': ['workflows'],
  '.cargo': ['config', 'config.toml'],
  '.yarn': ['releases', 'plugins', 'sdks'],
  '.config': ['fish', 'git', 'mise', 'mise.toml', 'autostart', 'systemd', 'nvim', 'lefthook.yml'],
};

/** Where a name has a part that is anybody's. */
const endings = ['.code-workspace', '.sublime-project', '.sublime-workspace'];
const beginnings = [
  'cmdgate.config.',
  '.lintstagedrc.',
  'lint-staged.config.',
  'lefthook.',
  '.lefthook.',
  'lefthook-local.',
];
const localBeginnings = ['.lefthook-local.'];

const exact = new Set(names);
const nested = new Map(Object.entries(inDirectories).map(([directory, entries]) => [directory, new Set(entries)]));
const allBeginnings = [...beginnings, ...localBeginnings];

/** `directory` is the name of the directory that the entry is in. */
export function isTrap(name: string, directory: string): boolean {
  if (exact.has(name)) return true;
  if (nested.get(directory)?.has(name)) return true;
  return allBeginnings.some((text) => name.startsWith(text)) || endings.some((text) => name.endsWith(text));
}

/** All of it, as an owner would write it. */
export const trapNames: readonly string[] = [
  ...names,
  ...Object.entries(inDirectories).flatMap(([directory, entries]) => entries.map((entry) => `${directory}/${entry}`)),
  ...endings.map((ending) => `*${ending}`),
  ...allBeginnings.map((beginning) => `${beginning}*`),
];

/**
 * Whether the owner lets agents write it: by its name as it is in the list (`.npmrc`, `.github/workflows`,
 * `*.code-workspace`), at any depth. Single paths are named in `writable`.
 */
export function isUnprotected(name: string, directory: string, unprotected: readonly string[]): boolean {
  return unprotected.some((text) => {
    if (text === name || text === `${directory}/${name}`) return true;
    if (text.startsWith('*')) return name.endsWith(text.slice(1));
    return text.endsWith('*') && name.startsWith(text.slice(0, -1));
  });
}
