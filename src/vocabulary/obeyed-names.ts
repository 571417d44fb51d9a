// Names of files and directories that a person's tools obey later: version control, editors, assistants, shells, package
// managers, services that build. One list for everybody who keeps programs from writing them.

/** What runs something for whoever opens a directory, an editor, git, a shell or a package manager there. */
export const runByTools = {
  /** By the name of the entry, at any depth. */
  names: [
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
  ],
  /** By the name of the directory that they are in, too. */
  inDirectories: {
    '.github': ['workflows', 'actions'],
    '.gitea': ['workflows'],
    '.forgejo': ['workflows'],
    '.cargo': ['config', 'config.toml'],
    '.yarn': ['releases', 'plugins', 'sdks'],
    '.config': ['fish', 'git', 'mise', 'mise.toml', 'autostart', 'systemd', 'nvim', 'lefthook.yml'],
  } as Readonly<Record<string, readonly string[]>>,
  /** Where a name has a part that is anybody's. */
  endings: ['.code-workspace', '.sublime-project', '.sublime-workspace'],
  beginnings: [
    'cmdgate.config.',
    '.lintstagedrc.',
    'lint-staged.config.',
    'lefthook.',
    '.lefthook.',
    'lefthook-local.',
    '.lefthook-local.',
  ],
} as const;

/**
 * What is obeyed as well, and is not kept from programs in a sandbox: it counts only in a home directory, is held there
 * in another way (`.git`), gives instructions, or belongs to everyday work. Without a sandbox it is asked about.
 */
export const obeyedElsewhere: readonly string[] = [
  ...['.git', '.hg', '.svn', '.cmdgate', '.cursorrules', '.emacs', '.emacs.d', '.tmux.conf'],
  ...['.screenrc', '.pythonrc', '.perltidyrc', '.psqlrc', '.sqliterc', '.my.cnf', '.curlrc', '.wgetrc'],
  ...['.netrc', '.gnupg', '.aws', '.docker', '.kube', '.pypirc', '.pip', '.cargo'],
  ...['.python-version', '.ruby-version', '.node-version', '.nvmrc', 'pyvenv.cfg', 'sitecustomize.py'],
  ...['usercustomize.py', 'authorized_keys', 'crontab'],
];
