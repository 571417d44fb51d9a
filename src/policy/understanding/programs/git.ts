import type { Program, Programs } from '../program.js';

const look = `-# -p,--patch -s,--no-patch -u -U,--unified[=text] --raw --stat[=text] --numstat --shortstat --dirstat[=text] --summary --name-only --name-status --color[=text] --no-color --word-diff[=text] --word-diff-regex=text
  --color-words[=text] -a,--text -b -w -R -z -M[=text] -C[=text] -D -B[=text] -l=text -S=text -G=text -O=read -W,--function-context --minimal --patience --histogram --diff-algorithm=text --anchored=text --full-index --binary --abbrev[=text]
  --find-renames[=text] --find-copies[=text] --find-copies-harder --no-renames --diff-filter=text --pickaxe-all --pickaxe-regex --relative[=text] --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines
  --ignore-cr-at-eol --exit-code --quiet -q --src-prefix=text --dst-prefix=text --no-prefix --line-prefix=text --ignore-submodules[=text] --submodule[=text] --check --color-moved[=text] --inter-hunk-context=text --indent-heuristic
  --output=replace --ext-diff!inline-code --no-ext-diff --textconv!inline-code --no-textconv --patch-with-stat --compact-summary -c --cc --no-index --merge-base`;

const history = `${look} -n,--max-count=text --skip=text --since=text --after=text --until=text --before=text --author=text --committer=text --grep=text -i,--regexp-ignore-case -E,--extended-regexp -F,--fixed-strings -P,--perl-regexp
  --all --branches[=text] --tags[=text] --remotes[=text] --glob=text --exclude=text --not --merges --no-merges --first-parent --oneline --pretty[=log-format] --format=log-format --date=text --graph --decorate[=text] --no-decorate
  --decorate-refs=text --reverse --topo-order --date-order --author-date-order --follow --full-history --simplify-by-decoration --ancestry-path --left-right --cherry-pick --cherry-mark --cherry --no-walk[=text] -L=text --abbrev-commit --no-abbrev-commit --show-signature!runs-code
  --notes[=text] --no-notes --stdin --invert-grep --all-match -g,--walk-reflogs --source --use-mailmap --mailmap --boundary --count --left-only --right-only -m --diff-merges=text --remerge-diff --min-parents=text --max-parents=text --relative-date --parents --children --show-pulls --encoding=text --expand-tabs[=text] --no-expand-tabs --clear-decorations -t -r`;

const common = '-q,--quiet -v,--verbose --no-verify --progress --no-progress';
const editing =
  '-e,--edit --no-edit -S,--gpg-sign[=text]!runs-code --no-gpg-sign --signoff -s -n --no-commit --no-ff --ff --ff-only -m=text -F,--file=read';
const merging = `${common} ${editing} --squash --no-squash --abort --continue --quit --skip --stat --no-stat --log[=text] --strategy=strategy --strategy-option,-X=anything --autostash --no-autostash --allow-unrelated-histories --into-name=text --signoff --cleanup=text --rerere-autoupdate --keep-redundant-commits --allow-empty -x`;
const remote = `${common} --all --tags --no-tags --prune -p --depth=text --deepen=text --unshallow --force -f -j,--jobs=text --recurse-submodules[=text] --no-recurse-submodules --upload-pack=program --receive-pack=program --exec=program -4 -6 --ipv4 --ipv6 --set-upstream -o,--server-option=text --dry-run -a,--append -k --atomic --multiple -t --refmap=text --shallow-since=text --filter=text --update-shallow`;

/** The gate keeps its log in an ignored directory of the workspace. */
const ignored = { doubt: "also includes ignored files and the gate's own files" };

const log: Program = { does: 'reads', options: history, operands: 'maybe*' };

const commands: Programs = {
  'log|show|rev-list': {
    ...log,
    options: `${history} --objects --bisect`,
  },
  shortlog: {
    ...log,
    options: `${history} -c,--committer -e,--email -n,--numbered -s,--summary --group=text -w[=text]`,
  },
  'format-patch': {
    ...log,
    does: 'changes reads',
    options: `${history} -o,--output-directory=write!destroys --stdout~stdout -s,--signoff -k,--keep-subject -v,--reroll-count=text!destroys -n,--numbered -N,--no-numbered --cover-letter --start-number=text --numbered-files --subject-prefix=text --rfc --thread[=text] --to=text --cc=text --signature=text --no-signature --base=text --zero-commit --root`,
    makes: '0',
    modes: { stdout: { does: 'reads', instead: true } },
  },
  diff: { does: 'reads', options: `${look} --cached --staged --base --ours --theirs -1 -2 -3 -0`, operands: 'maybe*' },
  'diff-tree|diff-index|diff-files|range-diff|cherry': {
    does: 'reads',
    options: `${look} --cached -r -t --root --stdin -v --no-commit-id -m`,
    operands: 'maybe*',
  },
  status: {
    does: 'reads',
    options:
      '-sbvzu -s,--short -b,--branch --show-stash --porcelain[=text] --long -v,--verbose -u,--untracked-files[=text] --ignored[=text] --ignore-submodules[=text] -z --column[=text] --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=text]',
    operands: 'pathspec*',
  },
  'blame|annotate': {
    does: 'reads',
    options:
      '-L=text -bcefFkhlnprstwC -S=read --porcelain --line-porcelain --incremental --root --show-stats --date=text --reverse --since=text --ignore-rev=text --ignore-revs-file=read --contents=read --color-lines --color-by-age --abbrev[=text] -M[=text] --show-email --first-parent',
    operands: 'maybe*',
  },
  grep: {
    does: 'reads',
    options: `-# -aIinwvhHEGFPloLzcpWq -e=text^ -f=read^ -O,--open-files-in-pager[=program]!inline-code -A,--after-context=text -B,--before-context=text -C,--context=text -m,--max-count=text --cached --no-index --untracked --no-exclude-standard --exclude-standard --recurse-submodules
      --text --textconv!inline-code --no-textconv --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color[=text] --no-color --break --heading
      --show-function --function-context --threads=text --and --or --not --all-match --quiet --max-depth=text -r --recursive ( )`,
    operands: 'text maybe*',
  },
  'ls-files|ls-tree|cat-file|rev-parse|merge-base|name-rev|describe|for-each-ref|show-ref|show-branch|count-objects|check-ignore|check-attr|fsck|help|version|check-ref-format|get-tar-commit-id':
    {
      does: 'reads',
      options: `-cdmoiskutvzfrlpeqnabx --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --exclude-standard --full-name --error-unmatch --name-only --name-status --abbrev[=text] --long --format=log-format --sort=text --count=text --contains[=text] --no-contains[=text]
      --merged[=text] --no-merged[=text] --points-at=text --tags --always --dirty[=text] --exact-match --match=text --all --heads --verify --quiet --short[=text] --show-toplevel --show-prefix --show-cdup --git-dir --is-inside-work-tree --is-bare-repository --is-inside-git-dir --git-common-dir --abbrev-ref[=text] --symbolic --symbolic-full-name
      --fork-point --is-ancestor --octopus --independent --batch --batch-check --textconv!inline-code --filters!inline-code --human-readable --verbose --non-matching --no-index --stdin -z --exclude=text --eol --recurse-submodules --first-parent --long --candidates=text --absolute-git-dir --show-object-format --local-env-vars --branches[=text] --remotes[=text] --not --path-format=text --git-path=text --full-tree -r -t --strict --connectivity-only --no-dangling --unreachable --max-count=text`,
      operands: 'maybe*',
    },
  'verify-commit|verify-tag': {
    does: 'reads runs-code',
    options: '-v --verbose --raw --format=text',
    operands: 'text*',
  },
  var: { does: 'reads', operands: 'text' },
  'symbolic-ref': {
    does: 'changes',
    options: '-q,--quiet --short --recurse --no-recurse -m=text -d,--delete!destroys',
    operands: 'reference*',
  },
  add: {
    does: 'changes',
    options:
      '-nvipeuANk -f,--force~ignored --dry-run --verbose --interactive --patch --edit --update --all --no-all --no-ignore-removal --ignore-removal --intent-to-add --refresh --ignore-errors --ignore-missing --renormalize --chmod=text --sparse --pathspec-from-file=options-file --pathspec-file-nul -e!runs-code',
    operands: 'pathspec*',
    modes: { ignored },
  },
  commit: {
    does: 'changes',
    hooks: true,
    options: `-apvqsnoi -m,--message=text -F,--file=read -t,--template=read -C,--reuse-message=text -c,--reedit-message=text --author=text --date=text --fixup=text --squash=text --trailer=text --cleanup=text -u[=text] --untracked-files[=text] -S,--gpg-sign[=text]!runs-code --no-gpg-sign
      --all --patch --verbose --quiet --signoff --no-signoff --no-verify --verify --allow-empty --allow-empty-message --amend --no-edit --edit -e --only --include --dry-run --short --branch --porcelain --long -z --null --status --no-status --reset-author --no-post-rewrite --pathspec-from-file=options-file --pathspec-file-nul`,
    operands: 'pathspec*',
  },
  branch: {
    does: 'reads',
    options: `-arvliqt -D!destroys -d,--delete!changes -m,--move!changes -M!destroys -c,--copy!changes -C!destroys -f,--force!destroys -u,--set-upstream-to=text!changes --unset-upstream!changes --edit-description!runs-code --track[=text] --no-track --list --show-current --all --remotes --verbose --quiet --contains[=text] --no-contains[=text] --merged[=text] --no-merged[=text]
      --points-at=text --sort=text --format=log-format --color[=text] --no-color --column[=text] --no-column --abbrev[=text] --ignore-case --recurse-submodules --create-reflog`,
    operands: 'text*',
    alone: 'reads',
  },
  tag: {
    does: 'reads',
    options:
      '-asnlv -d,--delete!destroys -f,--force!destroys -m,--message=text!changes -F,--file=read!changes -u,--local-user=text!runs-code -s,--sign!runs-code -v,--verify!runs-code -n[=text] --list --sort=text --format=log-format --contains[=text] --no-contains[=text] --merged[=text] --no-merged[=text] --points-at=text --column[=text] --cleanup=text --create-reflog --color[=text] --annotate',
    operands: 'text*',
  },
  switch: {
    does: 'changes',
    hooks: true,
    options: `${common} -dt -c,--create=text -C,--force-create=text!destroys -f,--force!destroys --discard-changes!destroys -m,--merge --detach --guess --no-guess --track[=text] --no-track --orphan=text --ignore-other-worktrees --conflict=text --recurse-submodules --no-recurse-submodules`,
    operands: 'text*',
  },
  checkout: {
    does: 'changes',
    hooks: true,
    options: `${common} -dtl -b=text -B=text!destroys -f,--force!destroys -p,--patch!destroys --ours!destroys --theirs!destroys -m,--merge --conflict=text --detach --orphan=text --track[=text] --no-track --guess --no-guess --overlay --no-overlay!destroys --ignore-other-worktrees --ignore-skip-worktree-bits --recurse-submodules --pathspec-from-file=options-file`,
    operands: 'checkout*',
  },
  restore: {
    does: 'changes',
    options: `${common} -p,--patch -s,--source=text -S,--staged~staged -W,--worktree!destroys --ours --theirs -m,--merge --conflict=text --ignore-unmerged --overlay --no-overlay --recurse-submodules --pathspec-from-file=options-file!destroys`,
    operands: 'discard*',
    modes: { staged: { kinds: { discard: 'pathspec' } } },
  },
  reset: {
    does: 'changes',
    options:
      '-pqN --soft --mixed --hard!destroys --merge!destroys --keep --patch --quiet --no-refresh --refresh --intent-to-add --recurse-submodules --pathspec-from-file=options-file',
    operands: 'maybe*',
  },
  clean: {
    does: 'destroys',
    options: '-dfiqxX -n,--dry-run~dry -e,--exclude=text --force --interactive --quiet',
    operands: 'pathspec*',
    modes: { dry: { does: 'reads', instead: true } },
  },
  rm: {
    does: 'changes destroys',
    options:
      '-fnrq --force --dry-run --cached~cached --ignore-unmatch --quiet --sparse --pathspec-from-file=options-file',
    operands: 'pathspec*',
    modes: { cached: { does: 'changes', instead: true } },
  },
  mv: { does: 'changes', options: '-knv -f,--force!destroys --verbose --dry-run --sparse', operands: 'edit*' },
  stash: {
    does: 'changes',
    options:
      '-kpqu -a,--all~ignored -m,--message=text --keep-index --no-keep-index --patch --quiet --include-untracked --staged -S',
    modes: { ignored },
    commands: {
      'push|save': {
        options:
          '-kpqu -a,--all~ignored -m,--message=text -S,--staged --keep-index --no-keep-index --patch --quiet --include-untracked --pathspec-from-file=options-file',
        operands: 'maybe*',
        modes: { ignored },
      },
      'list|show': { options: `${history} --include-untracked --only-untracked`, operands: 'text*' },
      'apply|pop|branch|create|store': { options: '-q --quiet --index -m,--message=text', operands: 'text*' },
      'drop|clear': { does: 'destroys', options: '-q --quiet', operands: 'text*' },
    },
  },
  merge: { does: 'changes', hooks: true, options: `${merging} -s=strategy`, operands: 'maybe*' },
  'cherry-pick|revert': {
    does: 'changes',
    hooks: true,
    options: `${merging} -3 -k -u -p=text --mainline=text --reject --directory=write --whitespace=text --keep-cr --show-current-patch[=text] --hard!destroys`,
    operands: 'maybe*',
  },
  am: {
    does: 'changes',
    hooks: true,
    options: `${common} -3bcikmrsu -p=text -C=text --3way --signoff --no-signoff --keep --keep-non-patch --message-id --no-message-id --keep-cr --no-keep-cr --scissors --no-scissors --quoted-cr=text --whitespace=text --ignore-space-change --ignore-whitespace --directory=write --exclude=text --include=text --patch-format=text --reject --continue --resolved --skip --abort --quit --show-current-patch[=text] --committer-date-is-author-date --ignore-date --rerere-autoupdate --no-rerere-autoupdate --no-gpg-sign --empty=text --allow-empty`,
    // What its input names cannot be seen.
    alone: 'destroys',
    operands: 'patch-file*',
  },
  apply: {
    does: 'changes',
    options: `${common} -3zp -R,--reverse!destroys -p=text -C=text --stat --numstat --summary --check --index --cached --3way --reject --unidiff-zero --apply --whitespace=text --exclude=text --include=text --directory=write --unsafe-paths!system --allow-empty --recount --build-fake-ancestor=replace --allow-overlap --inaccurate-eof --ignore-whitespace --ignore-space-change -N,--intent-to-add`,
    // What its input names cannot be seen.
    alone: 'destroys',
    operands: 'patch-file*',
  },
  rebase: {
    does: 'changes destroys',
    hooks: true,
    options: `${merging} -i,--interactive!runs-code -x,--exec=code --onto=text --keep-base --root --autosquash --no-autosquash --edit-todo!runs-code --apply --merge -r,--rebase-merges[=text] --update-refs --no-update-refs --fork-point --no-fork-point --committer-date-is-author-date --ignore-date --reset-author-date --ignore-whitespace --whitespace=text -C=text -f,--force-rebase --no-keep-empty --keep-empty --empty=text --reapply-cherry-picks --show-current-patch`,
    operands: 'text*',
  },
  'fetch|pull': {
    does: 'network changes',
    hooks: true,
    options: `${remote} --rebase[=text] -r --no-rebase --ff-only --ff --no-ff --no-edit --autostash --no-autostash --allow-unrelated-histories --squash --no-commit --commit --strategy=strategy -s=strategy -X=anything --stat -n --dry-run --keep --prune-tags -P --update-head-ok --negotiation-tip=text --write-fetch-head --porcelain`,
    operands: 'repository text*',
  },
  push: {
    does: 'network',
    hooks: true,
    options: `${remote} -u -f,--force!destroys --force-with-lease[=text]!destroys --force-if-includes!destroys -d,--delete!destroys --mirror!destroys --prune!destroys --follow-tags --porcelain --signed[=text] --push-option=text -n --repo=repository --thin --no-thin --branches`,
    operands: 'repository pushed-ref*',
  },
  clone: {
    does: 'network changes runs-code',
    options: `${remote} -lns -b,--branch=text -o,--origin=text -c,--config=setting -u=program --template=script --reference=read --reference-if-able=read --separate-git-dir=write --bare --mirror --local --no-local --no-hardlinks --shared --no-checkout --single-branch --no-single-branch --dissociate --sparse --shallow-submodules --remote-submodules --also-filter-submodules`,
    operands: 'repository write',
  },
  'ls-remote|archive|bundle|send-pack|fetch-pack|http-fetch|http-push|request-pull|svn|p4|send-email|imap-send|daemon|instaweb|cvsserver|lfs':
    {
      does: 'network reads',
      options: `${remote} -h --heads -t --refs --get-url --symref --exit-code --sort=text --remote=repository --format=text --prefix=text -o,--output=replace --add-file=read --list -l --worktree-attributes -#`,
      operands: 'anything*',
    },
  init: {
    does: 'changes',
    options:
      '-q --quiet --bare --template=script --separate-git-dir=write!runs-code --object-format=text -b,--initial-branch=text --shared[=text] --ref-format=text',
    operands: 'write',
  },
  config: {
    does: 'reads',
    options: `-ze -l,--list~all --global~global --system~global --local~local --worktree~local -f,--file=edit~local --blob=text~local --get --get-all --get-regexp~all --get-urlmatch~all --name-only --show-origin --show-scope --null --type=text --bool --int --path --default=text --includes --no-includes --add!changes~writes --replace-all!changes~writes
      --unset!changes~writes --unset-all!changes~writes --rename-section!runs-code~writes --remove-section!changes~writes -e,--edit!runs-code --fixed-value --expiry-date --bool-or-int`,
    operands: 'stored-setting stored-value*',
    modes: {
      all: { doubt: "also shows the owner's settings", unless: 'local' },
      local: {},
      writes: {},
      global: { doubt: "shows the owner's settings" },
    },
  },
  remote: {
    does: 'reads',
    options: '-v --verbose',
    commands: {
      'show|update|prune': { does: 'network', options: '-np --dry-run --prune', operands: 'text*' },
      'get-url': { options: '--all --push', operands: 'text*' },
      'set-url|rename|remove|rm': {
        // Whoever pushes to the remote next would push somewhere else.
        does: 'changes repository',
        options: '--push --add --delete',
        operands: 'text repository*',
      },
      'add|set-head|set-branches': {
        does: 'changes',
        options:
          '-d -f,--fetch!network -a,--auto!network -m=text -t=text --tags --no-tags --mirror[=text] --add --delete',
        operands: 'text repository*',
      },
    },
  },
  reflog: {
    does: 'reads',
    options: history,
    operands: 'text*',
    commands: {
      'show|list|exists': { options: history, operands: 'text*' },
      'expire|delete|drop': {
        does: 'destroys',
        options:
          '-n --dry-run --expire=text --expire-unreachable=text --all --updateref --rewrite --stale-fix --verbose --single-worktree',
        operands: 'text*',
      },
    },
  },
  'gc|prune|repack|prune-packed|pack-refs|pack-objects|maintenance': {
    does: 'changes destroys',
    options:
      '-q -adAflFnv --prune[=text] --auto --aggressive --force --no-prune --keep-largest-pack --expire=text --all --dry-run --verbose --quiet --task=text --schedule=text',
    operands: 'text*',
  },
  worktree: {
    does: 'reads',
    commands: {
      list: { options: '-vz --porcelain --verbose' },
      'add|move|lock|unlock|repair': {
        does: 'changes',
        hooks: true,
        options:
          '-fdq -b=text -B=text!destroys --force --detach --checkout --no-checkout --lock --track --guess-remote --orphan --quiet --reason=text',
        operands: 'write maybe*',
      },
      'remove|prune': {
        does: 'destroys',
        options: '-fnv --force --dry-run --verbose --expire=text',
        operands: 'write*',
      },
    },
  },
  notes: {
    does: 'changes',
    options: '--ref=text',
    commands: {
      'list|show|get-ref': { operands: 'text*' },
      'add|append|edit|copy': {
        options: '-f,--force!destroys -m=text -F=read -C=text --allow-empty',
        operands: 'text*',
      },
      'remove|prune|merge': {
        does: 'destroys',
        options: '-nvq --dry-run --verbose --ignore-missing --abort --commit',
        operands: 'text*',
      },
    },
  },
  bisect: {
    does: 'changes',
    hooks: true,
    order: 'first',
    commands: {
      run: { order: 'first', does: 'runs-code', operands: 'command' },
      'start|good|bad|new|old|skip|reset|log|next|terms|help': {
        options: '--term-new=text --term-old=text --first-parent --no-checkout',
        operands: 'maybe*',
      },
    },
  },
  submodule: {
    does: 'reads',
    options: '-q --quiet --cached --recursive',
    commands: {
      'status|summary': { options: '--cached --recursive --files -n=text', operands: 'maybe*' },
      foreach: { order: 'first', options: '-q --quiet --recursive', operands: 'shell*' },
      'add|update|init|deinit|sync|set-url|set-branch|absorbgitdirs': {
        does: 'network changes destroys runs-code',
        options:
          '-fbNq -b=text -f --force --init --recursive --remote --depth=text --name=text --reference=read --checkout --merge --rebase --all -j=text --jobs=text --no-fetch --progress --recommend-shallow',
        operands: 'anything*',
      },
    },
  },
  'difftool|mergetool|filter-branch|filter-repo|web--browse|gui|citool|rerere|fast-import|fast-export|hook|credential|update-index|update-ref|read-tree|write-tree|checkout-index|hash-object|mktree|commit-tree|sparse-checkout|replace|interpret-trailers|mailinfo|stripspace|for-each-repo|upload-pack|receive-pack|shell|unpack-objects|index-pack':
    {
      does: 'runs-code changes destroys',
      options: '-x,--extcmd=code -*=anything --*=anything',
      operands: 'anything*',
    },
};

/** git. Hooks are the starter's business, see guarded-environment.ts: `hooks` says where it has to take care. */
export const git: Programs = {
  git: {
    repository: true,
    asks: '-v -h --exec-path --html-path --man-path --info-path',
    options: `-C=directory -c=setting --config-env=setting --exec-path=program --git-dir=path!runs-code --work-tree=path --namespace=text --super-prefix=text --attr-source=text --list-cmds=text
      -p,--paginate!runs-code -P,--no-pager --no-replace-objects --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --no-optional-locks --no-lazy-fetch --no-advice`,
    commands,
  },
  'hg|svn|bzr|fossil|cvs|jj': {
    does: 'runs-code network',
    obeys: '.hg',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  'gh|glab|hub|tea': { does: 'network', options: '-*=anything --*=anything', operands: 'anything*' },
};
