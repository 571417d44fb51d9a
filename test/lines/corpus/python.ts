// Python: scripts, one-liners, here-documents.

import type { Line } from '../line.js';

export const python: readonly Line[] = [
  { line: 'python3 -c "print(1 + 1)"', needs: ['python3'] },
  { line: 'python3 -c \'print("hello")\'', needs: ['python3'] },
  { line: "python3 -c \"import json; print(json.load(open('package.json'))['name'])\"", needs: ['python3'] },
  { line: "python3 -c 'import sys; print(sys.argv[1:])' a \"b c\" ''", needs: ['python3'] },
  { line: 'python3 -c \'import sys; sys.exit(4)\'; echo "exit $?"', needs: ['python3'] },
  { line: 'python3 scripts/count.py', needs: ['python3'] },
  { line: 'python3 scripts/count.py data/numbers.txt', needs: ['python3'] },
  { line: 'python3 scripts/tool.py', needs: ['python3'] },
  { line: 'python3 scripts/broken.py 2>&1 | tail -1', needs: ['python3'] },
  { line: 'python3 -m py_compile scripts/tool.py && echo compiled && rm -rf scripts/__pycache__', needs: ['python3'] },
  { line: 'python3 -m json.tool data/users.json | head -5', needs: ['python3'] },
  { line: 'cat package.json | python3 -m json.tool | grep version', needs: ['python3'] },
  { line: 'cat data/users.json | python3 -c "import sys, json; print(len(json.load(sys.stdin)))"', needs: ['python3'] },
  {
    line: "cat package.json | python3 -c \"import json,sys; d=json.load(sys.stdin); print('\\n'.join(sorted(d['scripts'])))\"",
    needs: ['python3'],
  },
  { line: 'echo \'{"b": 1, "a": 2}\' | python3 -m json.tool --sort-keys', needs: ['python3'] },
  { line: 'cd scripts && python3 -B -m unittest test_tool 2>&1 | tail -1', needs: ['python3'] },
  {
    line: 'cd scripts && PYTHONDONTWRITEBYTECODE=1 python3 -m unittest -q test_tool > /dev/null 2>&1 && echo passed',
    needs: ['python3'],
  },
  { line: "PYTHONPATH=scripts python3 -B -c 'from tool import double; print(double(5))'", needs: ['python3'] },
  {
    line: "python3 - <<'EOF'\ntotal = 0\nfor line in open('data/numbers.txt'):\n    total += int(line)\nprint('total', total)\nEOF",
    needs: ['python3'],
  },
  {
    line: "python3 << 'PY'\nimport re\ntext = open('src/index.ts').read()\nprint(re.findall(r\"'(\\./\\w+)'\", text))\nPY",
    needs: ['python3'],
  },
  {
    line: "python3 -c \"\nimport csv\nwith open('data/sales.csv') as f:\n    for row in csv.DictReader(f):\n        print(row['region'], row['units'])\n\" | sort | head -3",
    needs: ['python3'],
  },
  {
    line: 'cat > hello.py << \'EOF\'\ndef greet(name):\n    return f"Hello, {name}!"\n\nprint(greet("world"))\nEOF\npython3 hello.py',
    needs: ['python3'],
  },
  {
    line: 'python3 - <<\'EOF\' > result.json\nimport json\nprint(json.dumps({"ok": True, "items": [1, 2, 3]}))\nEOF\ncat result.json',
    needs: ['python3'],
  },
  {
    line: 'python3 - "$PWD" <<\'EOF\' | tail -1\nimport sys, os\nprint(os.path.basename(sys.argv[1]))\nEOF',
    needs: ['python3'],
  },
  {
    line: "python3 - <<'EOF'\nfrom pathlib import Path\np = Path('src/legacy.js')\np.write_text(p.read_text().replace('var ', 'const '))\nEOF\ngrep -c const src/legacy.js",
    needs: ['python3'],
  },
  { line: 'python3 -c \'import os; print(os.environ.get("FOO", "unset"))\'', needs: ['python3'] },
  { line: 'FOO=set python3 -c \'import os; print(os.environ.get("FOO", "unset"))\'', needs: ['python3'] },
  { line: "python3 -c \"print('it' + \\\"'\\\" + 's')\"", needs: ['python3'] },
  { line: 'python3 -c \'print("""a "quoted" text""")\'', needs: ['python3'] },
  { line: "python3 -c \"print('ü', '日本', '✓')\"", needs: ['python3'] },
  { line: "python3 -c \"import sys; sys.stderr.write('warning\\n'); print('out')\" 2>/dev/null", needs: ['python3'] },
  { line: 'python3 -c "raise ValueError(\'bad\')" 2>&1 | tail -n 1', needs: ['python3'] },
  { line: 'python3 -c \'print(open("missing").read())\' 2>/dev/null || echo "could not read"', needs: ['python3'] },
  {
    line: 'python3 -c "import ast; ast.parse(open(\'scripts/broken.py\').read())" 2>/dev/null && echo ok || echo "syntax error"',
    needs: ['python3'],
  },
  {
    line: 'for f in scripts/*.py; do python3 -c "import ast,sys; ast.parse(open(sys.argv[1]).read())" "$f" 2>/dev/null && echo "OK $f" || echo "FAIL $f"; done',
    needs: ['python3'],
  },
  { line: 'python3 --version | cut -d. -f1', needs: ['python3'] },
  { line: 'which python3 > /dev/null && echo "have python"', needs: ['python3'] },
  { line: 'command -v python3 >/dev/null 2>&1 || { echo "python3 missing"; exit 1; }; echo found', needs: ['python3'] },
  { line: 'ls *.py 2>/dev/null | wc -l' },
  { line: 'grep -n "def " scripts/*.py' },
  { line: "find . -name '*.py' -not -path './node_modules/*' | sort | xargs wc -l" },
  { line: 'python3 -c "print(sum(int(x) for x in open(\'data/numbers.txt\')))" && echo "ok"', needs: ['python3'] },
  { line: "python3 -c \"print('\\t'.join(['a', 'b']))\" | cut -f2", needs: ['python3'] },
];
