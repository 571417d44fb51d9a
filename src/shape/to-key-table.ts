// A description as the table of keys that the documents show.

import { groupDigits } from './group-digits.js';
import type { Shape } from './shape.js';

/** As Markdown. */
export function toKeyTable(shape: Shape): string {
  return ['| Key | Value | Default | Meaning |', '|---|---|---|---|', ...toMembers('', shape)].join('\n');
}

function toRows(key: string, shape: Shape): string[] {
  const cells = [`\`${key}\``, toKind(shape), toDefault(shape.default ?? ''), shape.description ?? ''];
  return [`| ${cells.join(' | ')} |`, ...toMembers(`${key}.`, shape)];
}

function toDefault(usual: string | number | boolean): string {
  return typeof usual === 'number' ? groupDigits(usual) : String(usual);
}

function toMembers(prefix: string, shape: Shape): string[] {
  switch (shape.type) {
    case 'object':
      return Object.entries(shape.keys).flatMap(([name, member]) => toRows(prefix + name, member));
    case 'named':
      return toMembers(`${prefix}NAME.`, shape.values);
    case 'list':
      return toMembers(prefix.replace(/\.$/, '[].'), shape.items);
    case 'either':
      return toMembers(prefix, shape.second);
    default:
      return [];
  }
}

function toKind(shape: Shape): string {
  switch (shape.type) {
    case 'text':
      return shape.secret ? 'secret reference' : 'text';
    case 'choice':
      return shape.values.map((value) => `\`${value}\``).join(', ');
    case 'integer':
      return `${groupDigits(shape.minimum)} to ${groupDigits(shape.maximum)}`;
    case 'boolean':
      return '`true`, `false`';
    case 'list':
      return `list of ${shape.items.type === 'either' ? 'text or objects' : toKind(shape.items)}`;
    case 'either':
      return `${toKind(shape.first)}, ${toKind(shape.second)}`;
    case 'named':
      return `${toKind(shape.values)} by name`;
    case 'object':
    case 'unread':
      return 'object';
    case 'own':
      return shape.what;
    default:
      return shape satisfies never;
  }
}
