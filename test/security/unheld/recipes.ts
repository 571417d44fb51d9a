// Ways to get more than reading out of a gate without a sandbox. Each line is one call, quoted as in a shell; `stdin`
// stands behind `<<`. None of them may run unasked in the workspace of stage.ts.

export const recipes: Readonly<Record<string, string>> = {
  'two dashes do not end the options of every program': `
    find -- . -exec id ;
    find -- . -delete
    find -- src -fprint made
    find -- . -execdir sh run.sh ;
    find -- . -ok id ;
    fd -- x -x id
    jq -- . data.json -f program.jq
    awk -- 'BEGIN { system("id") }'
    tar -- -xf a.tar
    xxd -- -r data.json made`,
  'dots that are taken out of the text, or followed through links': `
    cat deep-link/../../../outside/secret
    cat deep-link/../README.md
    curl file://localhost{workspace}/deep-link/../../outside/secret
    node deep-link/../run.js
    git add deep-link/../../x
    git show HEAD:deep-link/../../x
    git diff -- deep-link/../README.md
    cp deep-link/../README.md made
    mv README.md deep-link/../made
    tee deep-link/../../made << x
    sed -i s/a/b/ deep-link/../README.md`,
  'addresses with escapes that are wrong or right': `
    curl file:///%2e%2e/%zz{outside}/secret
    curl -o made file:%2F%2F{outside}/secret
    wget -O - file://%2fetc/passwd%
    git clone file://%2e%2e/outside made`,
  'text that is split by other blanks than the reader thinks': `
    env -S "sh -c id"
    env "-Scat README.md"
    env -S "cat README.md"
    env --split-string="find . -delete"
    env NODE_OPTIONS=--require=./run.js ls
    env GIT_EXTERNAL_DIFF=./run.sh git diff
    env -u GIT_CONFIG_COUNT git status
    env -i git status`,
  'languages in arguments': String.raw`
    awk 'BEGIN { if (0) x; else /1/; "id" | getline y; print y }'
    awk '{ print > "made" }' README.md
    awk '{ print >> ".envrc" }' README.md
    awk '{ print | "sh" }' README.md
    awk '{ printf "x" |& "sh" }' README.md
    awk 'BEGIN { while ((getline l < "{outside}/secret") > 0) print l }'
    awk 'BEGIN { ARGV[1] = "{outside}/secret"; ARGC = 2 } 1'
    awk '@load "filefuncs"; BEGIN { chdir("/") }'
    awk '@include "run.awk"'
    awk -v 'ARGV=x' 1 README.md
    awk 1 -v {outside}/secret
    awk -E run.awk
    awk -f run.awk README.md
    gawk -i inplace '{ print }' README.md
    sed 's/.*/id/e' README.md
    sed -n '1e id' README.md
    sed 's/a/b/w .envrc' README.md
    sed 'w made' README.md
    sed '$r {outside}/secret' README.md
    sed R{outside}/secret README.md
    sed -e 'a\' -e 'w made' README.md
    sed 's/[/]/x/w made' README.md
    sed -f run.sed README.md
    sed --expression='w made' README.md
    sed --exp='w made' README.md
    jq -n 'import "run" as $x; $x'
    jq -n '$ENV'
    jq -n 'env | .PATH'
    jq --rawfile x {outside}/secret -n '$x'
    jq -f program.jq data.json
    sqlite3 a.db '.shell id'
    sqlite3 a.db 'select * from looks_harmless'
    sqlite3 a.db "select writefile('made', 'x')"
    perl -pe 1 README.md
    bc -l run.bc
    ed README.md << !id
    vim -es README.md << :!id`,
  'code or names inside data': `
    patch -p1 -i links.patch
    git apply links.patch
    git am links.patch
    unzip a.zip
    tar -xf a.tar
    tar -tf a.tar --to-command=id
    cpio -i
    man ./run.1
    openssl req -new -key k -addext x
    openssl x509 -in c -extfile run.cnf
    npm --version
    npm ls
    pip list
    pip show x
    wc --files0-from=names
    du --files0-from=names
    sort --files0-from=names
    find -files0-from names
    file -f names
    sha256sum -c names
    tree --fromfile names
    xargs -a names cat
    rsync -a src/ made
    grep -f names README.md
    git add --pathspec-from-file=names
    git commit --pathspec-from-file=names -m x
    git log --stdin << HEAD
    git check-ignore --stdin << x
    gcc @names
    cat @names/../../outside/secret`,
  'what a program expands for itself': `
    git log --format=%(trailers)
    git for-each-ref --format=%(refname)
    git branch --format=%(authorname)
    git tag --list --format=%(contents)
    git -c core.pager=id log
    git -c alias.x=!id x
    git --config-env=core.pager=PATH log
    git --config-env core.fsmonitor=HOME status
    git --exec-path=src status
    git --git-dir=nested/.git status
    git --work-tree=.. status
    git --attr-source=HEAD diff
    git -C ../outside status
    git -C out log
    git -C src -C ../.. status
    git log --pretty=own
    git log --format=%G?
    git log --show-signature
    git help -w log
    git log --help
    git show :README.md
    git add :/
    git status ':(exclude)x'
    git x-unknown`,
  'names that a program derives': `
    sed -i.bak s/a/b/ README.md
    sed -i* s/a/b/ README.md
    sed -in s/a/b/ README.md
    sed --in-place=../x s/a/b/ README.md
    gunzip a.gz
    gzip README.md
    zstd -d a.tzst
    split README.md
    csplit README.md 1
    cp --backup --suffix=/../x README.md made
    cp -b README.md src/a.ts
    cp --parents src/a.ts lib
    mv --backup=numbered README.md src/a.ts
    tree -R -H . -L 1
    git format-patch -1
    git archive -o made HEAD
    mktemp XXXX
    bunzip2 a.bz2`,
  'devices and things that are no files': `
    tee /dev/null << x
    tee /dev/tty << x
    tee pipe << x
    cat pipe
    cat /dev/zero
    head -c 10 /dev/urandom
    cp README.md /dev/null
    cp pipe made
    dd if=README.md of=made
    touch pipe
    file -s pipe
    diff README.md pipe
    grep -r x pipe
    mv README.md pipe
    sort -o /dev/stdout README.md`,
  'files with two names': `
    cp -l README.md made
    cp -rl lib made
    cp -al lib made
    cp --link README.md made
    ln README.md made
    ln -s /etc made
    tee twin << x
    tee -a twin << x
    touch twin
    sed -i s/a/b/ twin
    chmod +x twin
    cp -s README.md made
    cp -r src made
    cp -rL src made
    mv inner-link made
    sed -i s/a/b/ inner-link
    cp README.md dangling
    tee dangling-out << x`,
  'processes and the environment of the gate': `
    ps eww
    ps axe
    ps -eo pid,args e
    ps E
    ps aux
    ps -p 1 -o environ
    env
    printenv
    printenv PATH
    cat /proc/self/environ
    cat /proc/1/cmdline
    top -bn1
    lsof -n
    strings /proc/self/environ`,
  'answers to a program that asks': `
    git restore -p README.md << y
    git checkout -p << y
    git add -p << e
    git add -i << 1
    git add -e
    git commit -p -m x << y
    git commit --interactive << 5
    git clean -i << 1
    git reset -p << y
    git stash -p << y
    git rm -i README.md << y
    cp -i README.md src/a.ts << y
    mv -i README.md src/a.ts << y
    rm -i README.md << y
    cmdgate approvals approve a1 << y`,
  'files that other tools obey': `
    tee .envrc << x
    tee .mcp.json << {}
    tee .vscode/tasks.json << {}
    tee lib/.vscode/tasks.json << {}
    tee .github/workflows/ci.yml << x
    tee .husky/pre-commit << id
    tee .claude/settings.json << {}
    tee .git/hooks/pre-commit << id
    tee .git/config << x
    tee .GIT/config << x
    tee .gitattributes << x
    tee lib/.npmrc << x
    tee cmdgate.config.json << {}
    tee lib/cmdgate.config.js << x
    tee .bashrc << id
    touch .pre-commit-config.yaml
    mkdir .devcontainer
    mkdir -p .github/workflows
    cp README.md .cursor
    cp README.md .idea
    cp -r trap made
    mv trap .github
    mv trap made
    mv workflows .github/workflows
    mv .gitattributes x
    git mv README.md .envrc
    git mv .gitattributes x
    git mv workflows .github/
    sed -i s/a/b/ .gitattributes
    chmod +x .git/hooks/pre-commit
    cp README.md src-link/../.envrc`,
  'options of the core that write, run, or take the place of something': `
    sort -o made README.md
    sort -uomade README.md
    sort --ou=made README.md
    sort -T . README.md
    sort --compress-program=./run.sh -S 1k README.md
    sort --random-source=out/secret README.md
    uniq README.md src/a.ts
    diff --paginate README.md src/a.ts
    diff -l README.md src/a.ts
    diff --to-file=README.md src/a.ts
    diff -r . lib
    grep -R x .
    grep --dereference-recursive x .
    ls -L .
    ls --hyperlink src
    du -L .
    stat -L out
    file -C -m names
    file -m names README.md
    file -z a.gz
    date -s tomorrow
    date 0101000026
    date -f names
    date -d 'TZ="../../outside/secret" now'
    touch -r README.md made
    tail -f README.md
    tail --pid=1 -f README.md
    head --lin=3 README.md
    rg --pre ./run.sh x
    rg --pre=./run.sh x
    rg -z x
    cp -f README.md src/a.ts
    cp README.md src/a.ts
    cp --remove-destination README.md src/a.ts
    cp --attributes-only README.md made
    cp -t .git/hooks README.md
    mv README.md src/a.ts
    mv -t .git/hooks README.md
    mkdir -m 777 made
    chmod -R 777 .
    chmod 4755 README.md
    chmod u+s README.md
    timeout 5 sort -o made README.md
    timeout -s KILL 5 ls
    timeout 5 env -S 'git status'
    timeout 5 env GIT_DIR=src git status`,
  'git that writes, runs or brings files': `
    git log --output=made
    git diff --output=made
    git diff --outp made
    git show --output made HEAD
    git diff --ext-diff
    git diff --textconv
    git log -p --textconv
    git diff --no-index README.md src/a.ts
    git diff -O names
    git grep -O./run.sh x
    git grep --open-files-in-pager=./run.sh x
    git grep --no-index x
    git blame --contents out/secret README.md
    git cat-file --textconv HEAD:README.md
    git cat-file --filters HEAD:README.md
    git branch --edit-description
    git branch -D other
    git branch -f main HEAD~1
    git tag -v v1
    git tag -s v1 -m x
    git tag -u key v1 -m x
    git commit -S -m x
    git commit -c HEAD
    git commit -t names
    git commit --trailer=a:b -m x
    git switch other
    git switch -c made other
    git switch --orphan made
    git switch -f other
    git checkout other
    git checkout -- README.md
    git restore --source=other --staged --worktree .
    git restore -S -W .
    git stash
    git stash pop
    git merge other
    git rebase -x id HEAD~1
    git cherry-pick other
    git worktree add made
    git submodule update --init
    git config core.hooksPath src
    git config alias.x !id
    git config --global user.name x
    git remote add x ext::id
    git fetch
    git push
    git bisect run id
    git update-ref refs/heads/main HEAD~1
    git replace HEAD HEAD~1
    git hook run pre-commit`,
};
