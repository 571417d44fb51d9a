// Names of files and directories that other programs obey: version control, editors, assistants, shells, package
// managers. Nobody writes them without being asked, at any depth.

const names = new Set(
  `.git .hg .svn .cmdgate .envrc .mcp.json .vscode .idea .devcontainer .devcontainer.json .cursor .cursorrules .claude .codex .agents
  .gemini .windsurf .zed .aider.conf.yml .continue .husky .githooks .pre-commit-config.yaml lefthook.yml .lefthook.yml .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs
  .gitattributes .gitmodules .gitconfig .gitlab-ci.yml .travis.yml .circleci .drone.yml jenkinsfile azure-pipelines.yml
  .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc
  .login .logout .inputrc .xprofile .xinitrc .xsession .vimrc .exrc .nvimrc .gvimrc .emacs .emacs.d .dir-locals.el .tmux.conf .screenrc
  .gdbinit .lldbinit .pythonrc .pdbrc .irbrc .pryrc .perltidyrc .psqlrc .sqliterc .my.cnf .curlrc .wgetrc .netrc .ssh .gnupg .aws
  .docker .kube .pypirc .pip .cargo .direnv .tool-versions .mise.toml mise.toml .python-version .ruby-version .node-version .nvmrc
  pyvenv.cfg sitecustomize.py usercustomize.py authorized_keys crontab`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/** Directories inside others that are obeyed only there. */
const places = /(?:^|\/)(?:\.github\/(?:workflows|actions)|\.config\/[^/]+|site-packages\/[^/]+\.pth)(?:\/|$)/;

/** `path` is relative. On some systems the case of letters does not count. */
export function isProtectedPath(path: string): boolean {
  const lower = path.toLowerCase();
  return lower.split('/').some((name) => names.has(name) || name.startsWith('cmdgate.config.')) || places.test(lower);
}
