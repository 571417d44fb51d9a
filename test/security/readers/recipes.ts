// Calls that do more than they seem to, for an owner whose rule lets their program read and change files. Each line is
// one call, quoted as in a shell; `stdin` stands behind `<<`. None of them may pass as reading and changing alone.

export const recipes: Readonly<Record<string, string>> = {
  'a slash of awk that divides for one reader and begins a pattern for another': `
    awk 'BEGIN { if (0) x; else /#/; system("id") }'
    awk 'BEGIN { if (1) /#/; system("id") }'
    awk 'BEGIN { do /#/; while (0); system("id") }'
    awk 'BEGIN { while (0) /#/; system("id") }'
    awk 'BEGIN { exit /#/ } END { system("id") }'
    awk 'BEGIN { if (0) x; else /"/; system("id"); y = /"/ }'
    awk 'BEGIN { getline / 1; system("id"); x = 1 / 1 }'
    awk 'BEGIN { x = /[]/]"/; system("id"); y = /[]/]"/ }'
    awk 'BEGIN { x = /[^]/]"/; system("id"); y = /[^]/]"/ }'
    awk 'BEGIN { x = /[[:alpha:]/]"/; system("id"); y = /[[:alpha:]/]"/ }'
    awk 'BEGIN { x = /[/]"/; system("id"); y = /[/]"/ }'`,
  'words of awk that are joined to something': `
    awk 'BEGIN { a = 1; x = 0 ?a:system("id") }'
    awk 'BEGIN { x = 0system("id") }'
    awk 'BEGIN { x = 1.system("id") }'
    awk 'BEGIN { x = 1esystem("id") }'
    awk 'BEGIN { awk::system("id") }'
    awk 'BEGIN { f = "system"; @f("id") }'
    awk 'BEGIN { "id" | getline x; print x }'
    awk '{ print > $1 }' README.md
    awk '{ print > ("ma" "de") }' README.md
    awk '{ getline x < $1 }' README.md`,
  'brackets of sed that end at different places': `
    sed 's/[]/]x/w made' README.md
    sed 's/[^]/]x/w made' README.md
    sed 's/[/]/x/w made' README.md`,
  'what a database holds': `
    sqlite3 full.db 'select * from looks_harmless'
    sqlite3 full.db "insert into t values (1)"
    sqlite3 -readonly full.db 'select 1'
    sqlite3 file:full.db 'select 1'
    sqlite3 -- -init run.sql
    sqlite3 :memory: "select readfile('{outside}/secret')"
    sqlite3 :memory: "select sha3_query('select write' || 'file(1, 2)')"
    sqlite3 :memory: "select edit('x', 'id')"
    sqlite3 :memory: "attach '{outside}/secret' as x"
    sqlite3 :memory: "vacuum into 'made'"
    sqlite3 :memory: '.read run.sql'
    sqlite3 :memory: '.import names t'
    sqlite3 :memory: '.output made'
    sqlite3 :memory: '.o made'
    sqlite3 :memory: '.sh id'
    sqlite3 :memory: '.system id'
    sqlite3 :memory: '.load ./x'
    sqlite3 :memory: '.tables | id'`,
  'names that are in an archive': `
    unzip a.zip
    unzip -: a.zip
    unzip -o a.zip -d src
    zip -f a.zip
    zip -u a.zip
    zip --freshen a.zip
    zip --update a.zip
    zip -FS a.zip src
    zip -rf a.zip
    tar -xf a.tar
    tar xf a.tar
    tar -xkf a.tar
    tar -df a.tar
    bsdtar -xf a.tar
    bsdtar -cf made @a.tar
    7z x a.7z
    7z e a.7z`,
  'ps that reads its options as letters': `
    ps e
    ps auxe
    ps axe
    ps E
    ps -e e
    ps -auxe
    ps -aue
    ps -e -u x
    ps -ef -u nobody-of-this-name
    ps -e -O u
    ps -e -q 1
    ps -e -m -T
    ps -e -t x
    ps -G xe
    ps -p 1,e
    ps -o pid,environ`,
  'addresses with escapes, right or wrong, and dots': `
    curl file://{workspace}/%zz/..%2f..%2foutside/secret
    curl file://{outside}/%zz/../secret
    curl file://{workspace}/%2e%2e/outside/secret%
    curl file:%2F%2F{outside}/secret
    curl file://localhost{workspace}/deep-link/../../outside/secret
    curl FILE://{workspace}/%2E%2E/outside/secret
    curl 'file://{workspace}/{README.md,../outside/secret}'
    pandoc file://{workspace}/%2e%2e/outside/secret%zz
    cat deep-link/../../outside/secret`,
  'text that is split by the blanks of ASCII alone': `
    env -S "cat\u00a0README.md"
    env -S "cat\u2003README.md"
    env -S "cat\u3000README.md"
    env -S "cat\ufeffREADME.md"
    env "-Scat\u00a0README.md"
    env -vS "cat\u00a0README.md"
    env -S "cat\u00a0x ../outside/secret"
    env -S 'cat \${HOME}/x'
    env -S 'cat README.md # x'
    env -S "cat -S 'x'"`,
  'pages of the manual that name files': `
    man ./run.1
    man src/run.1
    man -l run.1
    man --local-file run.1`,
  'settings and extensions that name files': `
    openssl req -new -key k -addext x
    openssl req -new -newkey dsa:README.md -keyout made
    openssl req -new -newkey param:README.md -keyout made
    openssl x509 -in c -extfile run.cnf
    openssl req -new -config run.cnf
    openssl ca -in c
    openssl ts -query -in c
    npm --version
    npx --version
    pip list
    pip show x
    pip freeze`,
  'patches that make links or hide what they change': `
    patch -p1 -i link.patch
    patch -p1 -i submodule.patch
    patch -p1 -i editor.patch
    git apply link.patch
    git apply submodule.patch
    git am link.patch
    git am encoded.patch`,
  'what a program expands for itself': `
    git -c core.excludesFile=%(prefix)/x status
    git -c core.attributesFile=:(optional)/etc/x status
    git -c core.excludesFile=~/x status
    git config core.excludesFile %(prefix)/x
    curl -o '#1' file://{workspace}/README.md
    curl --variable x=../y --expand-output '{{x}}' file://{workspace}/README.md
    curl --expand-url 'file://{{x}}'
    date -d 'TZ="../../outside/secret" now'
    date --date='TZ="../../outside/secret" now'`,
  'names that a program derives': `
    zstd -d packed.tzst
    zstd -d packed.zst
    zstd plain
    lz4 plain
    split README.md part-
    split README.md
    csplit -f part- README.md 1
    git format-patch -1
    sed -i/../x s/a/b/ README.md
    sed --in-place=../x s/a/b/ README.md
    gzip -S /../x README.md
    cp --backup --suffix=/../x README.md made`,
  'devices, pipes and sockets': `
    tee pipe << x
    cat pipe
    cp pipe made
    cp README.md pipe
    touch pipe
    dd if=README.md of=pipe
    sort -o pipe README.md
    tee /dev/tty << x
    head -c 1 /dev/sda`,
  'files with two names': `
    tee twin << x
    tee -a twin << x
    touch twin
    chmod +x twin
    sed -i s/a/b/ twin
    truncate -s 0 twin
    cp -l .git/config made
    cp --link .git/config made
    cp -s .git/config made
    cp -rl lib made
    cp -al .git made
    cp -rlL lib made
    ln .git/config made`,
  'two dashes that do not end the options of every version': `
    jq -- . data.json -f program.jq
    xxd -- -r data.json made
    find -- . -delete
    openssl x509 -- -engine x`,
};

/** They look alike, and do nothing else. */
export const plain = String.raw`
    awk '{ print $1/2 }' README.md
    awk -F/ '{ print $NF }' README.md
    awk '/a/ && !/b/ { n++ } END { print (n + 1)/NR }' README.md
    awk '$1 ~ /^[[:alpha:]][^x ]?/ { print "a/b" } # not / this' README.md
    awk '/[a-z\/]/ { x = y ? 1 : 2 }' README.md
    sed 's/[a-z]*/x/' README.md
    sqlite3 :memory: 'select 1'
    sqlite3 new.db 'create table t(a); insert into t values (1)'
    sqlite3 -safe full.db 'select 1'
    unzip -l a.zip
    zip -r new.zip src
    tar -tf a.tar
    tar -cf new.tar src
    ps aux
    ps -ef
    ps -eo pid,args
    ps -p 1,2 -o pid=
    ps -u 1000 -f
    curl file://{workspace}/README.md
    curl file://{workspace}/src/%61.ts
    openssl x509 -in c -noout -text
    patch -p1 -i links.patch
    git apply links.patch
    git -c core.excludesFile=names status
    date -d tomorrow
    zstd -k README.md
    split README.md piece-
    cp -l README.md made
    touch README.md
    jq -- . data.json
    cat deep-link/../a.ts`;
