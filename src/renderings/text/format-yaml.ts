import { Document, isScalar, Scalar, visit } from 'yaml';

/** Plain or in single quotes, a reader would lose it or refuse it. */
const needsEscapes =
  /^\s|\s$|[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}\n]|[\u200b-\u200f\u2028-\u202e\ufeff]/u;

/** YAML that readers of version 1.1 understand as well: a text such as `yes` or `2026-11-18` stays a text. */
export function formatYaml(data: unknown): string {
  const document = new Document(data, { compat: 'yaml-1.1', aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      if (!isScalar(node) || typeof node.value !== 'string') return;
      if (needsEscapes.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  // Long texts stay on one line, so that a search finds them.
  return document.toString({ lineWidth: 0 });
}
