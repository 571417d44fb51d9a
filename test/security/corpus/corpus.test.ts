import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { attacks } from './attacks/index.js';
import { harmless } from './harmless/index.js';
import { isInstalled, type Report, runCorpus } from './run-corpus.js';
import { runUnguarded } from './run-unguarded.js';
import { unknownPlaceholders } from './stage/placeholders.js';
import { summarize } from './summarize.js';

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`corpus-${process.pid}-`));

describe('the corpora', () => {
  it('are large enough to mean something', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(400);
    expect(harmless.length).toBeGreaterThanOrEqual(250);
  });

  it('give each entry an id of its own', () => {
    expect(repeated(attacks.map(({ id }) => id))).toEqual([]);
    expect(repeated(harmless.map(({ id }) => id))).toEqual([]);
  });

  it('send no request twice', () => {
    expect(repeated(harmless.map(sameRequest))).toEqual([]);
  });

  it('use only placeholders that are filled in', () => {
    expect([...attacks, ...harmless].flatMap(unknownPlaceholders)).toEqual([]);
  });

  it('say of every attack what it is about', () => {
    expect(attacks.filter(({ why }) => why.length < 3).map(({ id }) => id)).toEqual([]);
  });
});

// The canaries and the processes are looked at in /proc, and the programs are those of Linux.
describe.runIf(process.platform === 'linux')('without a guard', () => {
  let report: Report;

  it('the corpora run to their end', { timeout: 300_000 }, async () => {
    report = await runCorpus({ decide: () => 'allow', run: runUnguarded }, { attacks, harmless });
    const held = new Set(report.attacks.filter(({ outcome }) => outcome === 'held').map(({ id }) => id));
    const brokenIds = new Set(report.harmless.filter(({ outcome }) => outcome === 'broken').map(({ id }) => id));
    // A busy machine may end a program before it has done its work: those get a second chance, alone.
    const again = await runCorpus(
      { decide: () => 'allow', run: runUnguarded },
      {
        attacks: attacks.filter(({ id, unproven }) => held.has(id) && unproven === undefined),
        harmless: harmless.filter(({ id }) => brokenIds.has(id)),
      },
    );
    report = { attacks: merged(report.attacks, again.attacks), harmless: merged(report.harmless, again.harmless) };
    expect(report.attacks).toHaveLength(attacks.length);
    expect(report.harmless).toHaveLength(harmless.length);
  });

  it('every attack succeeds whose programs are here, so its canary can see it', () => {
    const uncertain = new Set(attacks.filter(({ unproven }) => unproven !== undefined).map(({ id }) => id));
    expect(report.attacks.filter(({ id, outcome }) => outcome === 'held' && !uncertain.has(id))).toEqual([]);
  });

  it('only what is not installed stays unseen', () => {
    const unseen = report.attacks.filter(({ outcome }) => outcome === 'unseen').map(({ id }) => id);
    expect(unseen.toSorted()).toEqual(
      attacks
        .filter((attack) => !isInstalled(attack))
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(report.attacks.filter(({ outcome }) => outcome === 'let-through').length).toBeGreaterThanOrEqual(400);
  });

  it('every harmless request works, with its arguments intact', () => {
    expect(report.harmless.filter(({ outcome }) => outcome !== 'run' && outcome !== 'not-installed')).toEqual([]);
  });

  it('nothing is left: no folder and no process', () => {
    expect(folders()).toEqual([]);
    expect(processesIn(`corpus-${process.pid}-`)).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('the runner', () => {
  const some = {
    attacks: attacks.filter(({ group }) => group === 'swap'),
    harmless: harmless.filter(({ group }) => group === 'argument'),
  };

  it('starts nothing that is denied or asked', async () => {
    for (const [decision, outcome] of [
      ['deny', 'denied'],
      ['ask', 'asked'],
    ] as const) {
      let started = 0;
      const report = await runCorpus(
        {
          decide: () => decision,
          async run(request) {
            started += 1;
            return runUnguarded(request);
          },
        },
        some,
      );
      expect(started).toBe(0);
      expect(new Set([...report.attacks, ...report.harmless].map((finding) => finding.outcome))).toEqual(
        new Set([outcome]),
      );
    }
  });

  it('counts what came of it, and names what has to be looked at', async () => {
    const attack = { ...some.attacks[0], id: 'swap/first', group: 'swap' } as (typeof attacks)[number];
    const [quiet, loud] = harmless.filter(({ id }) => id === 'read/true' || id === 'run-code/make');
    const requests = [quiet, loud].filter((entry) => entry !== undefined);
    const report = await runCorpus(
      { decide: ({ command }) => (command === 'true' ? 'ask' : 'allow'), run: runUnguarded },
      { attacks: [attack], harmless: requests },
    );
    expect(summarize(report, requests)).toEqual({
      attacks: { attempted: 1, counts: { 'let-through': 1 } },
      attackGroups: { swap: { 'let-through': 1 } },
      harmless: { attempted: 2, counts: { asked: 1, run: 1 } },
      letThrough: ['swap/first'],
      harmlessDenied: [],
      harmlessBroken: [],
      harmlessAskedBeyond: ['read/true'],
      harmlessNotAsked: ['run-code/make'],
    });
  });

  it('sees that a guard refused at the last moment', async () => {
    const report = await runCorpus(
      { decide: () => 'allow', run: async () => ({ stdout: '', stderr: 'refused', exitCode: 1 }) },
      { attacks: some.attacks, harmless: [] },
    );
    expect(new Set(report.attacks.map(({ outcome }) => outcome))).toEqual(new Set(['held']));
  });

  it('sees that an argument was changed on its way', async () => {
    const report = await runCorpus(
      {
        decide: () => 'allow',
        run: (request) => runUnguarded({ ...request, parameters: request.parameters.map((word) => word.slice(0, -1)) }),
      },
      { attacks: [], harmless: some.harmless },
    );
    expect(report.harmless.filter(({ outcome }) => outcome !== 'broken')).toEqual([]);
  });

  afterAll(() => {
    expect(folders()).toEqual([]);
  });
});

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function sameRequest({ command, parameters, directory, setup }: (typeof harmless)[number]): string {
  return JSON.stringify([command, parameters, directory ?? '', setup ?? {}]);
}

function merged<T extends { readonly id: string }>(first: readonly T[], second: readonly T[]): T[] {
  const later = new Map(second.map((finding) => [finding.id, finding]));
  return first.map((finding) => later.get(finding.id) ?? finding);
}

function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder);
    } catch {
      return false;
    }
  });
}
