import type { CoreProgram, CorePrograms } from '../core-program.js';

/**
 * How changes are shown. Left out: what writes a file (`--output`), reads an order from one (`-O`), runs a program
 * (`--ext-diff`, `--textconv`), compares what is in no repository (`--no-index`), or looks into submodules.
 */
const changes = `-# -p,--patch -s,--no-patch -u -U,--unified=number --raw --stat[=word] --numstat --shortstat --summary --name-only --name-status
  --color[=word] --no-color --word-diff[=word] -a,--text -b -w -z -M[=word] -C[=word] -S=text -G=text -W,--function-context --minimal
  --patience --histogram --full-index --binary --abbrev[=number] --find-renames[=word] --no-renames --diff-filter=word --relative --no-ext-diff
  --no-textconv --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines --exit-code -q,--quiet --no-prefix --check
  --compact-summary --cc`;

/** Left out besides: revisions from the input, and signatures, which another program checks. */
const history = `${changes} -n,--max-count=number --skip=number --since=date --after=date --until=date --before=date --author=text --committer=text
  --grep=text -i,--regexp-ignore-case -E,--extended-regexp -F,--fixed-strings --all --branches --tags --remotes --merges --no-merges --first-parent
  --oneline --pretty=log-format --format=log-format --date=text --graph --decorate[=word] --no-decorate --reverse --topo-order --date-order --follow
  --full-history --simplify-by-decoration --left-right --cherry-pick --no-walk -L=line-range --abbrev-commit --no-abbrev-commit --no-notes -g,--walk-reflogs
  --source --boundary --count -m --relative-date --parents`;

const looking: Readonly<Record<string, CoreProgram>> = {
  status: {
    options:
      '-sbvzu -s,--short -b,--branch --show-stash --porcelain[=word] --long -v,--verbose -u,--untracked-files[=word] --ignored[=word] --column[=word] --no-column --ahead-behind --no-ahead-behind --renames --no-renames',
    operands: 'pathspec*',
    runs: ['git status', 'git status -sb --untracked-files=all', 'git status --porcelain=v1 src'],
    asks: [
      'git status --porc',
      'git status ../outside',
      'git status :(top)',
      'git -c core.fsmonitor=x status',
      'git --git-dir=x status',
      'git -C out status',
    ],
  },
  'log|rev-list': {
    options: history,
    operands: 'revision*',
    runs: [
      'git log',
      'git log --oneline -5 main..other',
      'git log --format=%h|%s --date=short -- src',
      'git --no-pager log -n 3',
      'git log -L 1,3:src/a.ts',
      'git -C src log',
    ],
    asks: [
      'git log --output=new',
      'git log --outpu=new',
      'git log --format=%G?',
      'git log --pretty=own',
      'git log --format=%(trailers)',
      'git log --show-signature',
      'git log --textconv',
      'git log --ext-diff',
      'git log --stdin',
      'git log -O README.md',
      'git log -- ../outside',
      'git -p log',
      'git log --help',
      'git -C src -C .. log',
    ],
  },
  show: {
    options: history,
    operands: 'revision*',
    runs: ['git show --stat HEAD', 'git show HEAD:src/a.ts', 'git show HEAD~2 -- src'],
    asks: [
      'git show :src/a.ts',
      'git show HEAD:../x',
      'git show --output=new',
      'git show --textconv HEAD',
      'git show HEAD:/etc/passwd',
    ],
  },
  diff: {
    options: `${changes} --cached --staged --merge-base`,
    operands: 'revision*',
    runs: ['git diff', 'git diff --stat HEAD~1 -- src', 'git diff --cached', 'git diff main...other'],
    asks: [
      'git diff --output=new',
      'git diff --no-index README.md src/a.ts',
      'git diff --ext-diff',
      'git diff --textconv',
      'git diff --submodule=diff',
      'git diff /dev/null out/secret',
      'git diff -O README.md',
    ],
  },
  blame: {
    options: '-wlse -L=line-range --date=word',
    operands: 'revision*',
    runs: ['git blame -L 1,2 README.md'],
    asks: [
      'git blame --contents out/secret README.md',
      'git blame -S README.md',
      'git blame --ignore-revs-file=out/secret README.md',
    ],
  },
  grep: {
    options:
      '-# -aIinwvhHEFPlLcoqW -e=text^ -A,--after-context=number -B,--before-context=number -C,--context=number --line-number --ignore-case --word-regexp --count --name-only --files-with-matches',
    operands: 'text revision*',
    runs: ['git grep -n -e export -- *.ts', 'git grep TODO'],
    asks: [
      'git grep -Osh x',
      'git grep --open-files-in-pager=sh x',
      'git grep -f out/secret',
      'git grep --no-index x',
      'git grep --textconv x',
      'git grep --open x',
    ],
  },
  'ls-files': {
    options: '-cdmosz --cached --deleted --modified --others --stage --exclude-standard',
    operands: 'pathspec*',
    runs: ['git ls-files --others --exclude-standard'],
    asks: ['git ls-files -X out/secret', 'git ls-files --exclude-from=README.md'],
  },
  'ls-tree': {
    options: '-rtdl --name-only --long',
    operands: 'revision*',
    runs: ['git ls-tree -r --name-only HEAD'],
    asks: ['git ls-tree --format=%(path) HEAD'],
  },
  'cat-file': {
    options: '-ptse',
    operands: 'revision',
    runs: ['git cat-file -p HEAD:README.md'],
    asks: ['git cat-file --textconv HEAD:x', 'git cat-file --filters HEAD:x', 'git cat-file --batch'],
  },
  'rev-parse': {
    options:
      '-q,--quiet --verify --short[=number] --abbrev-ref[=word] --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --is-inside-work-tree',
    operands: 'revision*',
    runs: ['git rev-parse --abbrev-ref HEAD', 'git rev-parse --show-toplevel'],
    asks: ['git rev-parse --parseopt', 'git rev-parse --git-path x'],
  },
  'merge-base': {
    options: '--is-ancestor --fork-point -a,--all',
    operands: 'revision*',
    runs: ['git merge-base main other'],
    asks: ['git merge-base --octo x'],
  },
  shortlog: {
    options: '-sne --summary --numbered --email',
    operands: 'revision*',
    runs: ['git shortlog -sne HEAD'],
    asks: ['git shortlog --format=%G? HEAD', 'git shortlog --group=x'],
  },
  describe: {
    options: '--tags --always --dirty[=word] --long --abbrev=number',
    operands: 'revision*',
    runs: ['git describe --tags --always'],
    asks: ['git describe --match=x'],
  },
  reflog: {
    options: '-# -n=number',
    runs: ['git reflog -n 3'],
    asks: ['git reflog expire --all', 'git reflog delete x', 'git reflog --output=new'],
  },
  stash: {
    commands: { list: { runs: [], asks: [] } },
    runs: ['git stash list'],
    asks: ['git stash', 'git stash pop', 'git stash clear', 'git stash list --format=%G?'],
  },
  worktree: {
    commands: { list: { options: '--porcelain', runs: [], asks: [] } },
    runs: ['git worktree list'],
    asks: ['git worktree add x', 'git worktree'],
  },
  remote: {
    options: '-v,--verbose',
    alone: true,
    commands: { 'get-url': { operands: 'branch', runs: [], asks: [] } },
    runs: ['git remote -v', 'git remote get-url origin', 'git remote'],
    asks: ['git remote add x y', 'git remote show origin', 'git remote update', 'git remote set-url x y'],
  },
  config: {
    options: '--get=setting',
    runs: ['git config --get user.name', 'git config --get remote.origin.url'],
    asks: [
      'git config --get http.extraheader',
      'git config user.name x',
      'git config --list',
      'git config --get-regexp .',
      'git config -e',
      'git config core.pager sh',
      'git config --file=out/secret --get user.name',
    ],
  },
  'check-ignore': {
    options: '-vqn --verbose --quiet',
    operands: 'pathspec*',
    runs: ['git check-ignore -v src'],
    asks: ['git check-ignore --stdin'],
  },
};

/** Left out: what asks at the terminal (`-p`, `-i`, `-e`), signs, forces, deletes, or brings files of another branch. */
const recording: Readonly<Record<string, CoreProgram>> = {
  add: {
    options: '-Auvn --all --no-all --update --verbose --dry-run -N,--intent-to-add',
    operands: 'pathspec*',
    runs: ['git add .', 'git add -A', 'git add -- src *.txt'],
    asks: [
      'git add -p',
      'git add -i',
      'git add -e',
      'git add -f x',
      'git add --pathspec-from-file=README.md',
      'git add :/',
      'git add --interactive',
      'git add ../x',
      'git add --chmod=+x README.md',
      'git add --renormalize .',
    ],
  },
  commit: {
    options: `-aqnso -m,--message=text -F,--file=read --author=text --date=date -C,--reuse-message=revision --fixup=revision --all --quiet --signoff --no-verify
      --only --allow-empty --allow-empty-message --amend --no-edit --dry-run --no-gpg-sign`,
    operands: 'pathspec*',
    runs: [
      'git commit -m x',
      'git commit -am "x; $(y)"',
      'git commit --amend --no-edit',
      'git commit -F README.md',
      'git commit --allow-empty -m a -m b',
    ],
    asks: [
      'git commit -S -m x',
      'git commit -t README.md',
      'git commit -p -m x',
      'git commit -e -m x',
      'git commit -c HEAD',
      'git commit -F out/secret',
      'git commit --gpg-sign=x -m x',
      'git commit --trailer=a:b -m x',
      'git commit --pathspec-from-file=x -m x',
      'git commit --interactive',
    ],
  },
  branch: {
    options:
      '-arvlq --all --remotes --verbose --list --quiet --show-current --contains[=revision] --no-contains[=revision] --merged[=revision] --no-merged[=revision] --sort=word --no-color --color[=word] --no-track',
    operands: 'ref-pattern*',
    runs: [
      'git branch',
      'git branch -vv --all',
      'git branch feature/x',
      'git branch --show-current',
      'git branch --list fix/*',
    ],
    asks: [
      'git branch --edit-description',
      'git branch -D x',
      'git branch -d x',
      'git branch -m x',
      'git branch --format=%(refname)',
      'git branch -f x HEAD',
      'git branch -u origin/x',
      'git branch --set-upstream-to=x',
      'git branch --edit',
    ],
  },
  tag: {
    options:
      '-la --list --annotate -n[=number] -m,--message=text --sort=word --contains[=revision] --points-at=revision --merged[=revision]',
    operands: 'ref-pattern*',
    runs: ['git tag', 'git tag -a v1.0.0 -m x', 'git tag --list v* --sort=-v:refname', 'git tag v2'],
    asks: [
      'git tag -v v1',
      'git tag -s v1',
      'git tag -u x v1',
      'git tag -d v1',
      'git tag -f v1',
      'git tag -F README.md v1',
      'git tag --format=%(contents) --list',
      'git tag --sig v1',
      'git tag -e -m x v1',
    ],
  },
  restore: {
    options: '-q,--quiet -S,--staged',
    operands: 'pathspec*',
    needs: ['--staged'],
    runs: ['git restore --staged README.md', 'git restore --staged .'],
    asks: [
      'git restore README.md',
      'git restore -p --staged README.md',
      'git restore --staged --worktree .',
      'git restore -S -s HEAD~1 README.md',
      'git restore --stag README.md',
    ],
  },
  rm: {
    options: '-rq --quiet -n,--dry-run --cached',
    operands: 'pathspec*',
    needs: ['--cached'],
    runs: ['git rm --cached -q README.md', 'git rm -r --cached src'],
    asks: [
      'git rm README.md',
      'git rm -f --cached README.md',
      'git rm --cache README.md',
      'git rm --cached --pathspec-from-file=x',
    ],
  },
  clean: {
    options: '-d -n,--dry-run',
    operands: 'pathspec*',
    needs: ['--dry-run'],
    runs: ['git clean -n', 'git clean -nd src'],
    asks: ['git clean -fd', 'git clean -nf', 'git clean', 'git clean -i', 'git clean --dry'],
  },
  // Without a start: nothing in the work tree changes. Another branch can bring files that other tools obey.
  switch: {
    options: '-q,--quiet -c,--create=branch',
    runs: ['git switch -c fix/x'],
    asks: [
      'git switch other',
      'git switch -c x other',
      'git switch -C x',
      'git switch -f x',
      'git switch --orphan x',
      'git switch -',
      'git switch --detach',
      'git switch -c -x',
    ],
  },
  checkout: {
    options: '-q,--quiet -b=branch',
    runs: ['git checkout -b fix/x'],
    asks: [
      'git checkout other',
      'git checkout -b x other',
      'git checkout -- README.md',
      'git checkout -p',
      'git checkout .',
      'git checkout -B x',
    ],
  },
  mv: {
    options: '-vn --verbose --dry-run',
    operands: 'pathspec* pathspec',
    transfers: 'moves',
    runs: ['git mv README.md new.md', 'git mv -v README.md lib'],
    asks: [
      'git mv README.md .envrc',
      'git mv -f README.md src/a.ts',
      'git mv README.md src/a.ts',
      'git mv .gitattributes x',
      'git mv -k README.md x',
      'git mv README.md .git/hooks/pre-commit',
      'git mv trap .github',
      'git mv README.md ../outside/x',
    ],
  },
};

export const git: CorePrograms = {
  git: {
    options: '-C=directory -P,--no-pager',
    commands: { ...looking, ...recording },
    runs: ['git --version'],
    asks: [
      'git',
      'git --help',
      'git help log',
      'git -c color.ui=never status',
      'git -c alias.x=!id x',
      'git --config-env=core.pager=X log',
      'git --exec-path=. status',
      'git --work-tree=/ status',
      'git --attr-source=HEAD diff',
      'git -C out status',
      'git -C missing status',
      'git push',
      'git fetch',
      'git restore -p README.md',
      'git apply README.md',
      'git am README.md',
      'git clone . x',
      'git unknown',
      'git for-each-ref --format=%(refname)',
    ],
  },
};
