// Programs that are not waited for at once.

import type { Line } from '../line.js';

export const background: readonly Line[] = [
  { line: 'true & wait; echo done' },
  { line: 'node scripts/hello.js > out.txt & wait; cat out.txt' },
  { line: '(echo later > late.txt) & wait; cat late.txt' },
  { line: 'sleep 0 & wait $!; echo "ended with $?"' },
  { line: 'node scripts/fail.js > /dev/null 2>&1 & wait $!; echo "ended with $?"' },
  { line: '{ echo grouped > g.txt; } & wait; cat g.txt' },
  { line: 'echo a > a.txt & echo b > b.txt & wait; cat a.txt b.txt' },
  { line: 'for i in 1 2 3; do echo $i > part$i.txt & done; wait; cat part*.txt' },
  { line: 'sleep 30 & kill $!; wait $! 2>/dev/null; echo "ended with $?"' },
  { line: 'node scripts/upper.js < data/words.txt > upper.txt & PID=$!; wait $PID; head -1 upper.txt' },
  { line: 'sort data/words.txt | uniq > u.txt & wait; wc -l < u.txt' },
  { line: 'cd packages/web && node test.js > ../../web.txt & wait; cat web.txt' },
  { line: 'true && sleep 0 & wait && echo ok' },
  { line: 'nohup node scripts/hello.js > nohup.txt 2>&1 & wait; grep Hello nohup.txt' },
  { line: 'true & jobs > /dev/null; wait; echo listed' },
  { line: 'node scripts/hello.js &', differs: 'a background run is answered at once' },
  { line: 'sleep 0.2 > /dev/null 2>&1 & echo started' },
];
