import type { ErrorCode, Node, Document as YamlDocument } from 'yaml';
import type { Document, DocumentProblem, KeyPath, Place } from './document.js';

// Our own words for the parser's codes: its messages quote the file, which may hold a secret.
const reasons: Partial<Record<ErrorCode, readonly [message: string, fix: string]>> = {
  BAD_ALIAS: ['This alias has no anchor before it.', 'Put text that begins with "*" or "&" in quotes.'],
  BAD_DQ_ESCAPE: ['This text has an escape that YAML does not have.', 'Use single quotes, or write \\\\.'],
  BAD_INDENT: ['The indentation is inconsistent.', 'Indent the keys of one block equally, with spaces.'],
  BAD_SCALAR_START: ['Plain text cannot begin with this character.', 'Put the text in quotes.'],
  DUPLICATE_KEY: ['This key appears twice.', 'Keep one of the two.'],
  MISSING_CHAR: ['A closing quote, bracket, comma or colon is missing here.', 'Add it.'],
  MULTIPLE_DOCS: ['The file contains more than one document.', 'Keep one, and remove the "---" between them.'],
  TAB_AS_INDENT: ['Tabs cannot indent YAML.', 'Use spaces.'],
  TAG_RESOLVE_FAILED: ['Unknown tag.', 'Remove the word that begins with "!", or quote the text.'],
};

/** Reads YAML 1.2: equal keys are problems, and every key and value can be located. `empty` when it holds only comments. */
export async function parseYaml(text: string): Promise<Document | 'empty'> {
  // Only here: a file of JSON must not wait for this parser to load.
  const { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });

  if (document.contents === null && document.errors.length === 0) return 'empty';

  function toPlace(offset: number): Place {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  function find(path: KeyPath): { key: Node | undefined; value: Node | undefined } {
    let key: unknown = document.contents;
    let value: unknown = document.contents;
    for (const part of path) {
      if (isMap(value)) {
        const pair = value.items.find((item) => isScalar(item.key) && String(item.key.value) === part);
        key = pair?.key;
        value = pair?.value;
      } else if (isSeq(value) && typeof part === 'number') {
        value = value.items[part];
        key = value;
      } else return { key: undefined, value: undefined };
    }
    return { key: isNode(key) ? key : undefined, value: isNode(value) ? value : undefined };
  }

  const problems: DocumentProblem[] = [...document.errors, ...document.warnings].map(({ code, pos }) => {
    const [message, fix] = reasons[code] ?? [
      `This is not YAML (${code.toLowerCase().replaceAll('_', ' ')}).`,
      'Fix the YAML here.',
    ];
    return { path: [], place: toPlace(pos[0]), message, fix };
  });

  return {
    ...toValue(document, problems),
    locate: (path, part) => {
      const { key, value } = find(path);
      const offset = ((part === 'key' ? key : value) ?? key)?.range?.[0];
      return offset === undefined ? undefined : toPlace(offset);
    },
  };
}

function toValue(document: YamlDocument, problems: readonly DocumentProblem[]): Pick<Document, 'value' | 'problems'> {
  // Equal keys leave a document that can still be checked; any other error may have torn it.
  if (document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')) return { value: undefined, problems };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), problems };
  } catch {
    const message = 'The aliases of this file repeat too much, or refer to nothing.';
    return { value: undefined, problems: [...problems, { path: [], message, fix: 'Write the values instead.' }] };
  }
}
