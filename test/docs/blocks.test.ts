// Every code block of the documents is true: it compiles, it runs, and it answers what is printed below it.
import { readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownerCommand } from '../fixtures/owner-command.js';
import { ask, askShell, connectAgent } from './support/agent.js';
import { comparable, comparableText } from './support/comparable.js';
import { type Block, blocksOf, root, documents as written } from './support/documents.js';
import { typeCheck } from './support/type-check.js';
import { openDocumentWorkspace, openExampleWorkspace, type Workspace } from './support/workspace.js';

const documents = [...written, 'examples/ledger/README.md'];
const allBlocks = documents.flatMap(blocksOf);
const placeOf = ({ document, line }: Block) => `${document}:${line}`;

/** Who checks a block. `undefined`: nobody, and that is a mistake. */
function checkedBy({ document, language, label, text }: Block): string | undefined {
  // Their own tests: src/configuration/documentation.test.ts, and below.
  if (document === 'docs/configuration.md' && /^(?:file|broken): |^report$/.test(label)) return 'configuration';
  if (document === 'docs/conformance.md' && language === 'sh') return 'conformance';
  if (language === 'ts') return 'compiler';
  if (/^(?:json|js|text|sh)$/.test(language) && label.startsWith('file: ')) return 'workspace';
  if (language === 'sh' && /^run: (?:here|office|ledger)$/.test(label)) return 'shell';
  if (language === 'sh' && label === 'npm' && /^npm /.test(text)) return 'npm';
  if (language === 'sh' && label === 'type') return 'command line';
  if (/^(?:json|jsonl|text)$/.test(language) && label === 'answer') return 'shell';
  if (language === 'json' && /^(?:agent: .+|tools)$/.test(label)) return 'agent';
  if (label === 'instructions') return 'agent';
  if (/^(?:json|text)$/.test(language) && label.startsWith('shell_cmd: ')) return 'shell_cmd';
  // Their own tests: policy.test.ts and approvals.test.ts, beside this one.
  if (document === 'docs/policy.md' && language === 'json' && /^(?:rule|policy)$/.test(label)) return 'policy';
  if (document === 'docs/approvals.md' && label === 'screen') return 'approvals';
  if (document === 'docs/output.md' && label === 'screen') return 'output';
  if (document === 'docs/architecture.md' && label === 'house') return 'architecture';
  return undefined;
}

test('every block says how it is checked', () => {
  expect(allBlocks.length).toBeGreaterThan(20);
  expect(allBlocks.filter((block) => checkedBy(block) === undefined).map(placeOf)).toEqual([]);
});

describe('the compiler', () => {
  const block = (line: number, text: string): Block => ({
    document: 'made-up.md',
    line,
    language: 'ts',
    label: '',
    text,
  });
  const wrong = [
    block(1, "import { noSuchThing } from 'cmdgate';"),
    block(2, "import { createAcli } from 'cmdgate';\ncreateAcli({ a: { descripton: 'x' } });"),
  ];
  let told: readonly string[];

  // All at once: what takes long is what they import.
  beforeAll(() => {
    told = typeCheck([...allBlocks.filter((one) => checkedBy(one) === 'compiler'), ...wrong]);
  });

  const isMadeUp = (message: string) => message.startsWith('made-up.md/');

  test('finds nothing in the TypeScript blocks, with the settings of the project', () => {
    expect(told.filter((message) => !isMadeUp(message))).toEqual([]);
  });

  test('finds mistakes', () => {
    expect(told.filter(isMadeUp)).toEqual([
      expect.stringContaining("has no exported member 'noSuchThing'"),
      expect.stringContaining('descripton'),
    ]);
  });
});

test('npm lines name scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };
  const known = ['install', 'create', ...Object.keys(scripts)];
  const lines = allBlocks.filter((block) => checkedBy(block) === 'npm').flatMap(({ text }) => text.split('\n'));

  const used = lines.flatMap((line) => [...line.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, name]) => name));

  expect(used).toContain('start');
  expect(used.filter((name) => !known.includes(name as string))).toEqual([]);
});

test('the conformance document names options that the command has', () => {
  const options = blocksOf('docs/conformance.md')
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => [...text.matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option as string));
  const labels = ownerCommand('conformance').parameters.map(({ label }) => label);

  expect(options.length).toBeGreaterThan(0);
  expect(labels).toEqual(expect.arrayContaining(options));
});

test('lines that a person types at a terminal name commands and options that there are', () => {
  const lines = allBlocks
    .filter((block) => checkedBy(block) === 'command line')
    .flatMap(({ text }) => text.split('\n'));

  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(?:npx )?cmdgate ([a-z-]+)(.*)$/.exec(line) ?? [];
    const given = [...(rest.split(' -- ')[0] ?? '').matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option);
    const labels = ownerCommand(name).parameters.map(({ label }) => label);
    expect(labels, line).toEqual(expect.arrayContaining(given));
  }
});

interface Step {
  readonly block: Block;
  readonly line: string;
  /** As in `cmdgate run gmail delegates # exits with 7`. */
  readonly exitCode: number;
  readonly answer: Block | undefined;
}

/** The lines of a document that are run in one place, in order; the last line of a block has the answer below it. */
function stepsIn(document: string, place: 'here' | 'office' | 'ledger'): Step[] {
  const blocks = blocksOf(document);
  return blocks.flatMap((block, index) => {
    if (block.label !== `run: ${place}`) return [];
    const next = blocks[index + 1];
    const lines = block.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return lines.map((line, at) => ({
      block,
      line,
      exitCode: Number(/# exits with (\d+)$/.exec(line)?.[1] ?? 0),
      answer: at === lines.length - 1 && next?.label === 'answer' ? next : undefined,
    }));
  });
}

describe.each([
  ['here', openDocumentWorkspace],
  ['office', () => openExampleWorkspace('office')],
  ['ledger', () => openExampleWorkspace('ledger')],
] as const)('lines that are run in: %s', (place, open) => {
  const withLines = documents.filter((document) => stepsIn(document, place).length > 0);

  test.each(withLines)('%s', (document) => {
    const workspace = open(document);
    try {
      for (const { block, line, exitCode, answer } of stepsIn(document, place)) {
        const result = workspace.run(line);
        const shown = (text: string) => text.replaceAll(workspace.directory, '/srv/workspace');
        expect(result.exitCode, `${placeOf(block)}: ${line}\n${result.stdout}${result.stderr}`).toBe(exitCode);
        if (answer?.language === 'json') {
          expect(comparable(shown(result.stdout)), placeOf(answer)).toEqual(comparable(answer.text));
        } else if (answer?.language === 'jsonl') {
          const lines = (text: string) => text.trim().split('\n').map(comparable);
          expect(lines(shown(result.stdout)), placeOf(answer)).toEqual(lines(answer.text));
        } else if (answer) {
          const printed = shown(result.stderr + result.stdout).trim();
          expect(comparableText(printed), placeOf(answer)).toBe(comparableText(answer.text));
        }
      }
    } finally {
      workspace.remove();
    }
  });
});

test('every answer stands below the lines that give it', () => {
  for (const document of documents) {
    const blocks = blocksOf(document);
    const answers = blocks.filter(({ label }) => label === 'answer');
    const places = ['here', 'office', 'ledger'] as const;
    const used = places.flatMap((place) => stepsIn(document, place)).map(({ answer }) => answer?.line);

    expect(answers.filter(({ line }) => !used.includes(line)).map(placeOf)).toEqual([]);
  }
});

describe('what an agent sees', () => {
  let workspace: Workspace;
  let agent: Client;
  beforeAll(async () => {
    workspace = openExampleWorkspace('office');
    agent = await connectAgent(workspace);
  });
  afterAll(async () => {
    await agent?.close();
    workspace?.remove();
  });

  const blocks = allBlocks.filter((block) => checkedBy(block) === 'agent');

  test('there are blocks about it', () => {
    expect(blocks.length).toBeGreaterThan(1);
  });

  test.each(blocks.map((block) => [placeOf(block), block.label, block] as const))(
    '%s (%s)',
    async (_, label, block) => {
      if (label === 'instructions') {
        expect(agent.getInstructions()).toBe(block.text.trimEnd());
        return;
      }
      if (label === 'tools') {
        expect((await agent.listTools()).tools).toEqual(JSON.parse(block.text));
        return;
      }
      const { text, isError } = await ask(agent, label.slice('agent: '.length));
      expect(comparable(text)).toEqual(comparable(block.text));
      expect(isError).toBe(!text.startsWith('{"success":true'));
    },
  );
});

describe('what an agent gets from shell_cmd', () => {
  const blocks = allBlocks.filter((block) => checkedBy(block) === 'shell_cmd');
  const withCalls = [...new Set(blocks.map(({ document }) => document))];

  test('there are documents about it', () => {
    expect(withCalls).toContain('docs/shell.md');
  });

  test.each(withCalls)('%s', async (document) => {
    const workspace = openDocumentWorkspace(document);
    const agent = await connectAgent(workspace);
    try {
      for (const block of blocks.filter((candidate) => candidate.document === document)) {
        const { text } = await askShell(agent, JSON.parse(block.label.slice('shell_cmd: '.length)));
        const shown = text.replaceAll(workspace.directory, '/srv/workspace');
        if (block.language === 'json') expect(comparable(shown), placeOf(block)).toEqual(comparable(block.text));
        else expect(comparableText(shown), placeOf(block)).toBe(comparableText(block.text));
      }
    } finally {
      await agent.close();
      workspace.remove();
    }
  });
});
