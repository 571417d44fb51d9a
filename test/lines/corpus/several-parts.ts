// Several steps in one call, as agents send them.

import type { Line } from '../line.js';

export const severalParts: readonly Line[] = [
  { line: 'cd packages/web && npm test 2>&1 | tail -20', needs: ['npm'] },
  {
    line: 'cd packages/web && cat package.json | grep \'"version"\' && ls src | head -5 && cd ../.. && git status --short | head -5',
  },
  { line: 'git status --short && echo "---" && git diff --stat && echo "---" && git log --oneline -3' },
  { line: 'ls -la && echo "=== scripts ===" && cat package.json | grep -A6 \'"scripts"\'' },
  { line: 'find . -name "*.ts" -not -path "*/node_modules/*" | head -20 | sort && echo "---" && cat tsconfig.json' },
  {
    line: 'grep -rn "oldHandler" src packages --include="*.js" --include="*.ts" | head -20; echo "---"; git log --oneline -- src/legacy.js | head',
  },
  { line: 'node scripts/run-tests.js 2>&1 | tail -20; echo "EXIT: ${PIPESTATUS[0]}"' },
  { line: 'node scripts/run-tests.js 2>&1 | grep -E "(ok|fail|passing)" | tail -10 || true' },
  { line: 'node scripts/lint.js 2>&1 | tail -5 && echo "lint ok" || echo "lint failed"' },
  { line: 'node scripts/build.js > build.log 2>&1 && echo "BUILD OK" || (echo "BUILD FAILED"; tail -20 build.log)' },
  { line: 'node scripts/fail.js > build.log 2>&1 && echo "BUILD OK" || (echo "BUILD FAILED"; tail -20 build.log)' },
  {
    line: 'git add -A && git commit -q -m "chore: update" && git log --oneline -1 | cut -d\' \' -f2- && git status --short | wc -l',
  },
  {
    line: 'git stash -q && node scripts/run-tests.js 2>/dev/null | tail -1; git stash pop -q && git diff --stat | tail -1',
  },
  {
    line: 'mkdir -p tests && cp packages/api/test/users.test.js tests/ && sed -i "s#\'../src#\'../packages/api/src#" tests/users.test.js && node tests/users.test.js',
  },
  {
    line: 'for pkg in packages/*/; do name=$(grep \'"name"\' "$pkg/package.json" | head -1 | cut -d\'"\' -f4); echo "$name -> $pkg"; done',
  },
  { line: 'for f in $(grep -rl "TODO" src | sort); do echo "$f: $(grep -c TODO "$f")"; done' },
  { line: 'wc -l src/*.ts packages/*/src/*.ts 2>/dev/null | sort -rn | head -5' },
  { line: 'cat logs/app.log | grep -E "ERROR|WARN" | awk \'{print $2}\' | sort | uniq -c | sort -rn' },
  {
    line: 'awk \'{print $4}\' logs/access.log | sort | uniq -c | sort -rn | head -3 && echo "total: $(wc -l < logs/access.log)"',
  },
  {
    line: "cp src/math.ts src/math.ts.bak && sed -i 's/multiply/times/g' src/math.ts && diff src/math.ts.bak src/math.ts | grep -c '^[<>]'; mv src/math.ts.bak src/math.ts && git diff --stat",
  },
  { line: 'test -f .env || (cp .env.example .env && echo "created .env"); grep -c = .env' },
  {
    line: 'if [ -f package.json ] && grep -q \'"test"\' package.json; then npm test --silent 2>/dev/null | tail -1; fi',
    needs: ['npm'],
  },
  {
    line: 'echo "Node project: $(node -p "require(\'./package.json\').name") with $(ls packages | wc -l) packages and $(git rev-list --count HEAD) commits"',
  },
  { line: 'ls src/components/ 2>/dev/null; ls src/hooks/ 2>/dev/null; echo "checked"' },
  {
    line: 'cat src/utils/format.ts; echo "-----"; cat src/utils/parse.ts; echo "-----"; grep -rn "utils/" src | head -5',
  },
  { line: 'head -50 src/index.ts && echo "..." && tail -5 src/index.ts && wc -l src/index.ts' },
  { line: 'which rg >/dev/null 2>&1 && echo "rg" || echo "grep"; which node > /dev/null && echo "node"' },
  {
    line: '(cd packages/api && node test/users.test.js > /tmp/lines-example-4.txt 2>&1; echo "exit $?"; tail -1 /tmp/lines-example-4.txt; rm -f /tmp/lines-example-4.txt)',
  },
  {
    line: "sed -n '1,4p' src/math.ts && sed -i '1s/add/sum/' src/math.ts && sed -n '1p' src/math.ts && git diff --numstat",
  },
  {
    line: "python3 -c \"import json; d = json.load(open('package.json')); d['version'] = '1.5.0'; json.dump(d, open('package.json', 'w'), indent=2)\" && git diff package.json | grep '^[-+]' | head -4",
    needs: ['python3'],
  },
  {
    line: "node -e \"const p = require('./package.json'); p.scripts.dev = 'node src'; require('fs').writeFileSync('package.json', JSON.stringify(p, null, 2) + '\\n')\" && git diff --stat -- package.json && npm run 2>/dev/null | grep -c dev",
    needs: ['npm'],
  },
  {
    line: "cat > src/sum.test.js <<'EOF'\nconst assert = require('assert');\nassert.equal(1 + 2, 3);\nconsole.log('sum works');\nEOF\nnode src/sum.test.js && git add src/sum.test.js && git status --short | grep '^A'",
  },
  {
    line: '# Look at the state first\ngit status --short\n# then at what the tests say\nnode scripts/run-tests.js 2>&1 | tail -1',
  },
  {
    line: 'set -e\nmkdir -p release\ncp README.md CHANGELOG.md release/\ncd release\nls -1\necho "$(ls | wc -l) files"',
  },
  { line: 'cd packages/web \\\n  && cat README.md \\\n  && ls public \\\n  && cd ../api \\\n  && ls src/routes' },
  {
    line: 'for dir in src docs data; do\n  count=$(find "$dir" -type f | wc -l)\n  echo "$dir: $count"\ndone | sort -t: -k2 -n',
  },
  {
    line: 'echo "== versions =="\nfor p in package.json packages/*/package.json; do\n  echo "$p $(sed -n \'s/.*"version": "\\(.*\\)".*/\\1/p\' "$p")"\ndone\necho "== end =="',
  },
  {
    line: 'git checkout -q -b docs/license && cat > LICENSE <<\'EOF\'\nMIT License\nEOF\ngit add LICENSE && git commit -q -m "docs: add a license" && git log --oneline main..HEAD | wc -l && git checkout -q main && ls LICENSE 2>/dev/null || echo "only on the branch"',
  },
  {
    line: 'if node scripts/run-tests.js > test-output.txt 2>&1; then\n  echo "all tests pass"\n  tail -1 test-output.txt\nelse\n  echo "tests fail"\n  cat test-output.txt\nfi\nrm -f test-output.txt',
  },
  {
    line: "echo \"Checking imports...\"; grep -hoE \"from '[^']+'\" src/*.ts src/components/*.tsx | sort | uniq -c | sort -rn | awk '{print $3, $1}'",
  },
  { line: 'git diff --name-only | xargs -r wc -l; git ls-files --others --exclude-standard | xargs -r cat' },
  { line: 'git log -1 --format=%H > .last && test -s .last && rm .last && echo "recorded"' },
  { line: 'ls docs/*.md | while read -r f; do printf \'%s: \' "$f"; head -1 "$f"; done' },
  {
    line: 'rm -rf out && node scripts/build.js && test -s out/bundle.js && echo "bundle: $(wc -c < out/bundle.js) bytes"',
  },
  {
    line: 'cat data/users.json | jq -r \'.[] | select(.role == "user") | .name\' | sort | head -1; echo "---"; jq length data/users.json',
    needs: ['jq'],
  },
  {
    line: 'tail -n +2 data/sales.csv | cut -d, -f3 | sort | uniq -c | awk \'{print $2": "$1}\' > summary.txt && cat summary.txt && rm summary.txt',
  },
  { line: 'grep -n "port" src/index.ts | head -1 | cut -d: -f1 | xargs -I{} sed -n \'{},+1p\' src/index.ts' },
];
