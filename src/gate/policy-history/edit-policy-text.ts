// The text of a policy file with more rules. Comments of YAML stay; JSON keeps its indentation.

import type { WrittenRule } from './write-rule.js';

export async function addRulesToText(
  text: string,
  rules: readonly WrittenRule[],
  kind: 'json' | 'yaml',
): Promise<string> {
  return kind === 'json' ? addToJson(text, rules) : await addToYaml(text, rules);
}

function addToJson(text: string, added: readonly WrittenRule[]): string {
  const [, start = '', body = ''] = /^(\ufeff?)([\s\S]*)$/u.exec(text) ?? [];
  const policy = JSON.parse(body) as { readonly rules?: readonly unknown[] };
  const indent = /^\s*\{\r?\n?([ \t]+)"/.exec(body)?.[1] ?? '  ';
  const end = /\s*$/.exec(body)?.[0] ?? '';
  return `${start}${JSON.stringify({ ...policy, rules: [...(policy.rules ?? []), ...added] }, null, indent)}${end}`;
}

async function addToYaml(text: string, added: readonly WrittenRule[]): Promise<string> {
  // Only here: most owners write JSON, and should not wait for this parser to load.
  const { isSeq, parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const rules = document.get('rules', true);
  if (isSeq(rules)) {
    // A rule is too long for one line.
    if (rules.items.length === 0) rules.flow = false;
    for (const rule of added) rules.add(document.createNode(rule));
  } else document.set('rules', document.createNode(added));
  return document.toString({
    lineWidth: 0,
    indentSeq: !/^rules:[^\n]*\n- /m.test(text),
    flowCollectionPadding: /[[{] /.test(text),
  });
}
