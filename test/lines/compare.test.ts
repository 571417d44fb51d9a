import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare } from './compare.js';
import { allLines, themes } from './corpus/index.js';
import { isRunnable } from './line.js';
import { type LineResult, runInBash } from './run-in-bash.js';
import { openGate } from './run-in-gate.js';
import { openStage, type Stage } from './stage.js';

const lanes = 2;

describe('the lines', () => {
  it('are many, of every kind, and few that a reader may refuse', () => {
    expect(allLines.length).toBeGreaterThanOrEqual(600);
    expect(Object.entries(themes).filter(([, lines]) => lines.length < 10)).toEqual([]);
    expect(allLines.filter(({ expected }) => expected === 'refused')).toEqual(themes.refused);
  });

  it('are each there once', () => {
    const texts = allLines.map(({ line }) => line);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it('do in the gate what they do in bash', { timeout: 900_000 }, async () => {
    const remaining = allLines.filter(isRunnable);
    const total = remaining.length;
    const differences: Record<string, readonly string[]> = {};
    const refused: string[] = [];
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        const stage = openStage();
        const gate = openGate(stage);
        try {
          for (let next = remaining.pop(); next !== undefined; next = remaining.pop()) {
            const { line, differs, expected } = next;
            let isRefused = false;
            const found = await compare(
              line,
              async (text) => {
                const answer = await gate.run(text);
                isRefused = answer.refused !== undefined;
                return answer;
              },
              stage,
            );
            if (isRefused && expected !== 'refused') refused.push(line);
            if (!isRefused && found.length > 0 && differs === undefined) differences[line] = found;
          }
        } finally {
          await gate.close();
          stage.close();
        }
      }),
    );
    expect(differences).toEqual({});
    expect({ share: refused.length / total, refused }).toMatchObject({
      share: expect.toSatisfy((share) => share < 0.05),
    });
  });
});

describe('comparing', () => {
  let stage: Stage;
  beforeAll(() => {
    stage = openStage();
  });
  afterAll(() => stage.close());

  /** Does what bash does, and then something else. */
  const changed = (change: (result: LineResult) => Partial<LineResult>) => async (line: string, where: Stage) => {
    const result = await runInBash(line, where);
    return { ...result, ...change(result) };
  };

  it.each([
    ['the exit code', () => ({ exitCode: 2 }), ['exit code: 2, in bash 0']],
    ['the output', () => ({ stdout: 'b\n' }), ['stdout: "b\\n", in bash "a\\n"']],
    ['silence', () => ({ stderr: 'x' }), ['stderr: not empty, in bash empty']],
  ])('tells that %s is different', async (_, change, differences) => {
    expect(await compare('echo a', changed(change), stage)).toEqual(differences);
  });

  it('shows the first line that is different of a long output', async () => {
    const run = changed(({ stdout }) => ({ stdout: stdout.replace('\n70\n', '\nseventy\n') }));
    expect(await compare('seq 100', run, stage)).toEqual([
      'stdout: line 70 of 101 is "seventy", in bash line 70 of 101 is "70"',
    ]);
  });

  it('tells which files are different, missing or left', async () => {
    const run = async (_: string, { workspace }: Stage) => {
      writeFileSync(join(workspace, 'left.txt'), '');
      writeFileSync(join(workspace, 'scratch.txt'), 'x');
      return { exitCode: 0, stdout: '', stderr: '' };
    };
    expect((await compare('echo x > new.txt', run, stage)).map((text) => text.replace(/, [0-9a-f]{16}/g, ''))).toEqual([
      expect.stringMatching(/^left\.txt: file \d+, 0 bytes, in bash missing$/),
      expect.stringMatching(/^new\.txt: missing, in bash file \d+, 2 bytes$/),
      expect.stringMatching(/^scratch\.txt: file 644, 1 bytes, in bash file 644, 18 bytes$/),
    ]);
  });

  it('leaves out how a shell begins its messages', async () => {
    const run = async () => ({ exitCode: 0, stdout: 'nope: command not found\n', stderr: '' });
    expect(await compare('nope 2>&1 || true', run, stage)).toEqual([]);
  });

  it('gives each line the workspace as it was', async () => {
    const before = stage.listFiles();
    await runInBash(
      'rm -rf src .git; chmod 700 docs; mv data moved; ln -sf README.md broken-link; echo > empty/x',
      stage,
    );
    expect(stage.listFiles()).not.toEqual(before);
    stage.reset();
    expect(stage.listFiles()).toEqual(before);
    expect((await runInBash('git status --short && git log --oneline | wc -l && ls -la', stage)).stdout).toContain(
      ' M src/math.ts\n?? scratch.txt\n3\n',
    );
  });

  it('makes the same workspace each time, down to the commits', async () => {
    const other = openStage();
    try {
      const line =
        'git rev-parse HEAD; ls -laR src docs names; find . -path ./.git -prune -o -printf "%p %m %t %l\\n" | sort';
      stage.reset();
      expect(await runInBash(line, other)).toEqual(await runInBash(line, stage));
    } finally {
      other.close();
    }
  });
});
