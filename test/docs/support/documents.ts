// The repository's documents, taken apart: code blocks with the comment that says how each is checked, and links.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Block {
  readonly document: string;
  /** Of the opening fence, counted from 1. */
  readonly line: number;
  readonly language: string;
  /** What the comment directly above says: `file: commands/greet.ts` for `<!-- file: commands/greet.ts -->`. */
  readonly label: string;
  readonly text: string;
}

/** All documents that are written for readers of the repository, relative to its root. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bench/README.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => `docs/${path}`),
];

export function readDocument(document: string): string {
  return readFileSync(root + document, 'utf8');
}

export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  const lines = readDocument(document).split('\n');
  let open: { readonly start: number; readonly fence: string; readonly language: string } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, fence, language = ''] = /^(`{3,})(.*)$/.exec(line) ?? [];
    if (fence === undefined) continue;
    if (open === undefined) {
      open = { start: index, fence, language: language.trim() };
      continue;
    }
    // A longer fence holds blocks with shorter ones.
    if (line !== open.fence) continue;
    const label = /^<!-- (.*) -->$/.exec(lines[open.start - 1] ?? '')?.[1] ?? '';
    const text = lines.slice(open.start + 1, index).join('\n');
    blocks.push({ document, line: open.start + 1, language: open.language, label, text });
    open = undefined;
  }
  if (open !== undefined) throw new Error(`${document}:${open.start + 1}: the block is not closed.`);
  return blocks;
}

/** The one block of a document with this label. */
export function findBlock(document: string, label: string): Block {
  const [block, ...others] = blocksOf(document).filter((candidate) => candidate.label === label);
  if (block === undefined || others.length > 0) throw new Error(`${document} must have one block "${label}".`);
  return block;
}

/** The rows of the table whose first heading is this, each as its cells; Markdown's backticks stay. */
export function tableRows(document: string, firstHeading: string): string[][] {
  const lines = readDocument(document).split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${firstHeading} |`));
  if (start === -1) throw new Error(`${document} has no table that begins with "${firstHeading}".`);
  const rows: string[][] = [];
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith('|')) break;
    rows.push(
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  }
  return rows;
}

/** The names in the first column, out of their backticks. */
export function firstColumn(document: string, firstHeading: string): string[] {
  return tableRows(document, firstHeading).map(([cell = '']) => cell.replaceAll('`', ''));
}

/** The targets of all links outside of code blocks. */
export function linksOf(document: string): string[] {
  const prose = proseOf(document);
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** The anchors that a document offers, as Git hosts build them from headings. */
export function anchorsOf(document: string): string[] {
  const headings = proseOf(document).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Without code blocks. */
function proseOf(document: string): string {
  return readDocument(document).replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
}
